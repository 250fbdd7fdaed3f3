-- When it was recorded that a shipment came: the day that sellers give may be earlier, and the time for returns must not
-- have run before its buyer could know. Null of shipments from before, whose time runs from their delivery.
--
-- Cost: none.

alter table shipments add column delivery_recorded_at timestamptz;
