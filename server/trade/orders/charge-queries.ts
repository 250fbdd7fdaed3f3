import { sql } from 'kysely'
import type { FrozenDestination } from '../../../shared/delivery/offers.ts'
import type { OrderDelivery } from '../../../shared/delivery/schema.ts'
import type { PaidCharge } from '../../../shared/pricing/charges.ts'
import type { PaidCharges } from '../../../shared/pricing/refundable.ts'
import { deliveryRefunded } from '../payments/refund-queries.ts'

/** Conditions for the charges and the delivery of a row of `seller_orders`. */
const OWN_CHARGES = sql`charge.order_number = seller_orders.order_number and charge.seller_id = seller_orders.seller_id`
const OWN_DELIVERY = sql`
  delivery.order_number = seller_orders.order_number and delivery.seller_id = seller_orders.seller_id`

/** SQL for the charges of a row of `seller_orders`, summed, in cents. */
export const CHARGES_OF_SELLER_ORDER = sql<PaidCharges>`(
  select json_build_object(
    'delivery', (100 * coalesce(sum(amount) filter (where kind = 'delivery'), 0))::bigint,
    'other', (100 * coalesce(sum(amount) filter (where kind <> 'delivery'), 0))::bigint,
    'cheapest', coalesce((select 100 * cheapest from order_deliveries delivery where ${OWN_DELIVERY}), 0)::bigint)
  from order_charges charge where ${OWN_CHARGES}
)`

/** SQL for what the actions on a row of `seller_orders` need of its delivery; null where it is sent for free. */
export const FROZEN_DELIVERY = sql<FrozenDestination | null>`(
  select json_build_object('kind', kind, 'country', country, 'destinations', destinations,
    'other_destinations', other_destinations)
  from order_deliveries delivery where ${OWN_DELIVERY}
)`

const CHARGES = sql<PaidCharge[]>`
  coalesce(json_agg(json_build_object('seller_id', charge.seller_id, 'kind', kind, 'amount', amount) order by charge_number), '[]')`

/** SQL for the charges of a row of `orders`. */
export const CHARGES_OF_ORDER = sql<PaidCharge[]>`(
  select ${CHARGES} from order_charges charge where charge.order_number = orders.order_number
)`

/** SQL for the charges of a row of `seller_orders`. */
export const LISTED_CHARGES_OF_SELLER_ORDER = sql<PaidCharge[]>`(
  select ${CHARGES} from order_charges charge where ${OWN_CHARGES}
)`

const DELIVERY = sql`json_strip_nulls(json_build_object('seller_id', delivery.seller_id, 'method_id', method_id, 'name', name,
  'kind', kind, 'amount', amount, 'cheapest', nullif(cheapest, 0), 'refunded',
  nullif(${deliveryRefunded(sql`delivery.order_number`, sql`delivery.seller_id`)}, 0),
  'pickup_address', nullif(pickup_address, ''), 'arrives_from', arrives_from, 'arrives_to', arrives_to))`

/** SQL for the deliveries of a row of `orders`; null where everything is sent for free. */
export const DELIVERIES_OF_ORDER = sql<OrderDelivery[] | null>`(
  select json_agg(${DELIVERY} order by number)
  from order_deliveries delivery join seller_orders using (order_number, seller_id)
  where delivery.order_number = orders.order_number
)`

/** SQL for the delivery of a row of `seller_orders`; null where it is sent for free. */
export const DELIVERY_OF_SELLER_ORDER = sql<OrderDelivery | null>`(
  select ${DELIVERY} from order_deliveries delivery where ${OWN_DELIVERY}
)`
