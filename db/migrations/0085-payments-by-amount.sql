-- Admins sort payments by their amounts.
--
-- Cost: payments cannot be written while the index is built: about a second for a million of them.

create index payments_amount_idx on payments (amount, payment_number);
