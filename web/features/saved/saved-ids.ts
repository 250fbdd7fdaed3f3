import { PRODUCT_ID_PATTERN } from '../../../shared/catalog/constants.ts'
import { MAX_SAVED_PRODUCTS } from '../../../shared/saved/constants.ts'

/** Parses a stored wish list of any content: returns its valid product ids, newest first, never throws. */
export function readSaved(stored: string | null): string[] {
  let content: unknown
  try {
    content = JSON.parse(stored ?? '[]')
  } catch {
    return []
  }
  if (!Array.isArray(content)) return []
  const ids = content.filter((id): id is string => typeof id === 'string' && PRODUCT_ID_PATTERN.test(id))
  return [...new Set(ids)].slice(0, MAX_SAVED_PRODUCTS)
}

/** Returns the wish list with a product on top, or without it. */
export function withSaved(saved: readonly string[], productId: string, isSaved: boolean): string[] {
  const others = saved.filter((id) => id !== productId)
  return isSaved ? [productId, ...others].slice(0, MAX_SAVED_PRODUCTS) : others
}
