import { sql } from 'kysely'
import type { PaidCharge } from '../../../shared/pricing/charges.ts'

/** SQL for the charges of a row of `seller_orders`, summed. */
export const CHARGES_OF_SELLER_ORDER = sql<string>`(
  select coalesce(sum(amount), 0) from order_charges charge
  where charge.order_number = seller_orders.order_number and charge.seller_id = seller_orders.seller_id
)`

const CHARGES = sql<PaidCharge[]>`
  coalesce(json_agg(json_build_object('seller_id', charge.seller_id, 'kind', kind, 'amount', amount) order by charge_number), '[]')`

/** SQL for the charges of a row of `orders`. */
export const CHARGES_OF_ORDER = sql<PaidCharge[]>`(
  select ${CHARGES} from order_charges charge where charge.order_number = orders.order_number
)`

/** SQL for the charges of a row of `seller_orders`. */
export const LISTED_CHARGES_OF_SELLER_ORDER = sql<PaidCharge[]>`(
  select ${CHARGES} from order_charges charge
  where charge.order_number = seller_orders.order_number and charge.seller_id = seller_orders.seller_id
)`
