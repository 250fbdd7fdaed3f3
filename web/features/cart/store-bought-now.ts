import type { AppThunk } from '../../api/app-store.ts'

/** The product and units that Buy Now was pressed for. */
export interface BoughtNow {
  product_id: string
  quantity: number
}

/** Session storage key: the choice outlasts a sign-in, possibly at a provider. */
export const BOUGHT_NOW_KEY = 'buy-now'

/** Stores a visitor's choice until they have signed in. */
export function storeBoughtNow(bought: BoughtNow): AppThunk<void> {
  return (_dispatch, _getState, { storage }) => storage.write('sessionStorage', BOUGHT_NOW_KEY, JSON.stringify(bought))
}
