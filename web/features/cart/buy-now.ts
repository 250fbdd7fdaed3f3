import { PRODUCT_ID_PATTERN } from '../../../shared/catalog/constants.ts'
import type { AppThunk } from '../../api/app-store.ts'
import { parseJson } from '../../api/browser-storage.ts'

/** What Buy Now was pressed for. */
export interface BoughtNow {
  product_id: string
  quantity: number
}

/** Session storage key: a visitor signs in first, possibly at a provider. */
const KEY = 'buy-now'

/** Keeps what a visitor chose until they have signed in. */
export function keepBoughtNow(bought: BoughtNow): AppThunk<void> {
  return (_dispatch, _getState, { storage }) => storage.write('sessionStorage', KEY, JSON.stringify(bought))
}

/** Returns what this tab's visitor chose last; null when there is nothing. */
export function readKeptBoughtNow(): AppThunk<BoughtNow | null> {
  return (_dispatch, _getState, { storage }) => boughtNowIn(parseJson(storage.read('sessionStorage', KEY)))
}

/** Returns what the checkout was opened for by Buy Now, from the state of its address; null when it was not. */
export function boughtNowOf(state: unknown): BoughtNow | null {
  return typeof state === 'object' && state !== null && 'buyNow' in state ? boughtNowIn(state.buyNow) : null
}

function boughtNowIn(stored: unknown): BoughtNow | null {
  if (typeof stored !== 'object' || stored === null || !('product_id' in stored) || !('quantity' in stored)) return null
  const { product_id, quantity } = stored
  if (typeof product_id !== 'string' || !PRODUCT_ID_PATTERN.test(product_id)) return null
  return typeof quantity === 'number' && Number.isInteger(quantity) && quantity > 0 ? { product_id, quantity } : null
}
