import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'

/** Returns a product's additional pictures, given as a list or as JSON text, or an error text when they are neither. */
export function readImages(stored: unknown): { images: string[]; problem: string | null } {
  let list = stored
  if (typeof stored === 'string') {
    try {
      list = JSON.parse(stored)
    } catch {
      return { images: [], problem: productFormMessages.imagesUnreadable }
    }
  }
  if (!Array.isArray(list) || !list.every((image) => typeof image === 'string'))
    return { images: [], problem: productFormMessages.imagesMalformed }
  return { images: list, problem: null }
}
