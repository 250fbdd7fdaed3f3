import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../../platform/config/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { PlaceWithPayment } from '../../trade/orders/place-with-payment.ts'
import type { Storage } from '../storage/storage.ts'

export interface RestDeps {
  db: Db
  storage: Storage
  clock: Clock
  /** Places an order, with its payment where payments are taken. */
  place: PlaceWithPayment
  /** Ends the payment of a checkout that nothing is left to do for here. */
  abandon?: ((buyerId: string, checkoutId: string) => Promise<void>) | undefined
  config: Pick<Config, 'maxProductsPerSeller' | 'siteUrl'>
}
