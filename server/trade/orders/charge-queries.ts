import { sql } from 'kysely'
import type { Charge } from '../../../shared/pricing/charges.ts'

/** SQL for what was paid for a row of `seller_orders` beside its lines. */
export const CHARGES_OF_SELLER_ORDER = sql<string>`(
  select coalesce(sum(amount), 0) from order_charges charge
  where charge.order_number = seller_orders.order_number and charge.seller_id = seller_orders.seller_id
)`

/** SQL for what was paid for a row of `orders` beside its lines. */
export const CHARGES_OF_ORDER = sql<Charge[]>`(
  select coalesce(json_agg(json_build_object(
    'seller_id', seller_id, 'kind', kind, 'amount', (100 * amount)::bigint
  ) order by charge_number), '[]')
  from order_charges charge where charge.order_number = orders.order_number
)`
