import type { JSONColumnType } from 'kysely'
import type { Declared } from '../shared/catalog/seller-schema.ts'
import type { DeliveryMethod, FrozenDelivery } from '../shared/delivery/offers.ts'
import type { LineUnits } from '../shared/fulfilment/schema.ts'
import type { SocialLinks } from '../shared/market/schema.ts'
import type { ShippingInfo } from '../shared/orders/schema.ts'
import type { Charge } from '../shared/pricing/charges.ts'

/** The types of jsonb columns, which the generator cannot read from the database. */
interface Shapes {
  'checkouts.charges': Charge[]
  'checkouts.deliveries': FrozenDelivery[]
  'checkouts.shipping_address': ShippingInfo
  'delivery_methods.weight_steps': DeliveryMethod['weight_steps']
  'notifications.facts': Record<string, string | number | null>
  'orders.products_id': string[]
  'orders.shipping_address': ShippingInfo
  'products.other_images': string[]
  'sandbox.intents.metadata': Record<string, string>
  'sandbox.refunds.metadata': Record<string, string>
  'seller_orders.cancel_lines': LineUnits[]
  'seller_orders.previous_address': ShippingInfo
  'seller_orders.shipping_address': ShippingInfo
  'seller_orders.sold_by': Declared
  'settings.social_links': SocialLinks
  'sessions.amr': { method: string; timestamp: number }[]
}

/** A jsonb column, written as text; of type `object` unless `Shapes` lists it. */
export type Jsonb<Column extends string> = JSONColumnType<
  Column extends keyof Shapes ? Shapes[Column] : Record<string, unknown>
>
