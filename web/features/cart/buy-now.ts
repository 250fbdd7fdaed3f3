import { PRODUCT_ID_PATTERN } from '../../../shared/catalog/constants.ts'
import type { AppThunk } from '../../api/app-store.ts'
import { parseJson } from '../../api/browser-storage.ts'
import { BOUGHT_NOW_KEY, type BoughtNow } from './store-bought-now.ts'

/** Returns the stored choice of this tab's visitor; null without one. */
export function readStoredBoughtNow(): AppThunk<BoughtNow | null> {
  return (_dispatch, _getState, { storage }) => boughtNowIn(parseJson(storage.read('sessionStorage', BOUGHT_NOW_KEY)))
}

/** Returns the choice that opened the checkout, from the state of its address; null without Buy Now. */
export function boughtNowOf(state: unknown): BoughtNow | null {
  return typeof state === 'object' && state !== null && 'buyNow' in state ? boughtNowIn(state.buyNow) : null
}

function boughtNowIn(stored: unknown): BoughtNow | null {
  if (typeof stored !== 'object' || stored === null || !('product_id' in stored) || !('quantity' in stored)) return null
  const { product_id, quantity } = stored
  if (typeof product_id !== 'string' || !PRODUCT_ID_PATTERN.test(product_id)) return null
  return typeof quantity === 'number' && Number.isInteger(quantity) && quantity > 0 ? { product_id, quantity } : null
}
