import type { Config } from '../../platform/config/config.ts'
import type { PurchaseDeps } from '../../trade/purchase/pay.ts'
import type { Storage } from '../storage/storage.ts'

export interface RestDeps extends PurchaseDeps {
  storage: Storage
  config: Pick<Config, 'maxProductsPerSeller' | 'siteUrl'>
}
