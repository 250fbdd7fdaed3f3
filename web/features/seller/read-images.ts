import { productFormMessages } from '../../../shared/catalog/product-form-messages.ts'

/** Reads a product's further pictures, a list or its JSON text. Answers what to tell the person when it is neither. */
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
