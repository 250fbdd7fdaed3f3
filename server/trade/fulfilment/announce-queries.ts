import { sql } from 'kysely'
import type { Tx } from '../../../db/tables.ts'
import type { AnnouncedShipment } from './announced-order.ts'

export async function listShipmentsToAnnounce(
  tx: Tx,
  shipmentNumbers: readonly number[],
): Promise<Map<number, AnnouncedShipment>> {
  if (!shipmentNumbers.length) return new Map()
  const { rows } = await sql<AnnouncedShipment>`
    select shipment_number, carrier, tracking_number, tracking_url, expected_on::text as expected_on,
      array(
        select json_build_object('line_number', line_number, 'quantity', quantity) from shipment_lines
        where shipment_lines.shipment_number = shipments.shipment_number order by line_number
      ) as lines
    from shipments where shipment_number = any(${[...shipmentNumbers]}::bigint[])`.execute(tx)
  return new Map(rows.map((row) => [row.shipment_number, row]))
}
