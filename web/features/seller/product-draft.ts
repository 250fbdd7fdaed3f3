import type { SaveProduct, SellerProduct } from '../../../shared/catalog/schema.ts'
import { describedPicture, type Picture, type Pictures, samePictures, toUpload } from './pictures.ts'
import { readImages } from './read-images.ts'

/** The values of the product form. */
export interface ProductDraft {
  product_name: string
  /** The text as typed. */
  product_price: string
  /** HTML; an empty string when there is no text. */
  product_desc: string
  product_category: string[]
  pictures: Pictures
}

export const EMPTY_DRAFT: ProductDraft = {
  product_name: '',
  product_price: '',
  product_desc: '',
  product_category: [],
  pictures: { featured: null, others: [] },
}

/** Returns the form's initial values for a product. */
export function draftOf(product: SellerProduct): ProductDraft {
  return {
    product_name: product.product_name,
    product_price: product.product_price.toFixed(2),
    product_desc: product.product_desc,
    product_category: product.product_category,
    pictures: {
      // Without one, an admin removed it.
      featured: product.featured_image ? describedPicture(product.featured_image, product.picture_texts?.[0]) : null,
      others: readImages(product.other_images).images.map((image, index) =>
        describedPicture(image, product.picture_texts?.[index + 1]),
      ),
    },
  }
}

/** Returns what to send for a draft: the product, and the files of new pictures by their field names. */
export function uploadOf({ pictures, product_price, ...draft }: ProductDraft): {
  product: SaveProduct
  files: Map<string, File>
} {
  const { files, ...sent } = toUpload(pictures)
  const price = product_price.trim() === '' ? Number.NaN : Number(product_price)
  return { product: { ...draft, product_price: price, ...sent }, files }
}

/** Returns whether two drafts are equal. */
export function isSameDraft(
  { pictures: onePictures, ...one }: ProductDraft,
  { pictures, ...other }: ProductDraft,
): boolean {
  return samePictures(onePictures, pictures) && JSON.stringify(one) === JSON.stringify(other)
}

/** Returns all pictures of a draft, the featured one first. */
export function picturesOf({ pictures }: ProductDraft): Picture[] {
  return [pictures.featured, ...pictures.others].filter((picture) => picture !== null)
}
