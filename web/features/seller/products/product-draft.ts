import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'
import type { CreateProduct, SellerProduct } from '../../../../shared/catalog/schema.ts'
import type { GoodsKind } from '../../../../shared/delivery/constants.ts'
import { readWeight, typedWeight } from '../../../../shared/delivery/weight.ts'
import { readAmount } from '../../../../shared/kernel/money.ts'
import type { Stock } from '../../../../shared/stock/schema.ts'
import { stockFormMessages } from '../../../../shared/stock/seller-messages.ts'
import { isSameStock, NO_STOCK, type StockDraft, stockChangeOf, stockDraftOf } from '../stock/stock-draft.ts'
import { describedPicture, type Picture, type Pictures, samePictures, toUpload } from './pictures.ts'

/** The values of the product form. */
export interface ProductDraft extends StockDraft {
  product_name: string
  /** The text as typed. */
  product_price: string
  /** HTML; an empty string when there is no text. */
  product_desc: string
  product_category: string[]
  /** The text as typed, with its unit; empty for none. */
  weight: string
  delivery_kind: GoodsKind
  pictures: Pictures
}

/** The fields compared by value; stock and pictures have comparisons of their own. */
export type EnteredField = Exclude<keyof ProductDraft, keyof StockDraft | 'pictures'>

/** The labels of these fields, in the order of the form. */
export const ENTERED_FIELDS: Readonly<Record<EnteredField, string>> = {
  product_name: productFormMessages.name,
  product_price: productFormMessages.price,
  delivery_kind: productFormMessages.delivery,
  weight: productFormMessages.weight,
  product_desc: productFormMessages.details,
  product_category: productFormMessages.categories,
}
export const ENTERED_FIELD_NAMES = Object.keys(ENTERED_FIELDS) as EnteredField[]

export const EMPTY_DRAFT: ProductDraft = {
  product_name: '',
  product_price: '',
  ...NO_STOCK,
  product_desc: '',
  product_category: [],
  weight: '',
  delivery_kind: 'parcel',
  pictures: { featured: null, others: [] },
}

/** Returns the form's initial values for a product and its stock. */
export function draftOf(product: SellerProduct, stock: Stock): ProductDraft {
  return {
    product_name: product.product_name,
    product_price: product.product_price.toFixed(2),
    ...stockDraftOf(stock),
    product_desc: product.product_desc,
    product_category: product.product_category,
    weight: product.weight_grams === undefined ? '' : typedWeight(product.weight_grams),
    delivery_kind: product.delivery_kind ?? 'parcel',
    pictures: {
      // An admin may have removed it.
      featured: product.featured_image ? describedPicture(product.featured_image, product.picture_texts?.[0]) : null,
      others: readImages(product.other_images).images.map((image, index) =>
        describedPicture(image, product.picture_texts?.[index + 1]),
      ),
    },
  }
}

/** Returns the request for a draft: the product, with its stock if changed, and new files by their field names. */
export function uploadOf(
  draft: ProductDraft,
  initial: StockDraft,
): { product: CreateProduct; files: Map<string, File> } {
  const { product_name, product_desc, product_category, product_price, delivery_kind } = draft
  const { files, ...pictures } = toUpload(draft.pictures)
  const stock = stockChangeOf(initial, draft)
  const product = {
    product_name,
    product_price: readAmount(product_price) ?? Number.NaN,
    product_desc,
    product_category,
    weight_grams: weightOf(draft),
    delivery_kind,
    ...pictures,
    ...(stock && { stock }),
  }
  return { product, files }
}

function weightOf({ weight, delivery_kind }: ProductDraft): number | null {
  return weight.trim() === '' || delivery_kind === 'none' ? null : (readWeight(weight) ?? Number.NaN)
}

/** Returns whether two drafts are equal. */
export function isSameDraft(one: ProductDraft, other: ProductDraft): boolean {
  const isSame = ENTERED_FIELD_NAMES.every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]))
  return isSame && isSameStock(one, other) && samePictures(one.pictures, other.pictures)
}

/** Returns all pictures of a draft, the featured one first. */
export function picturesOf({ pictures }: ProductDraft): Picture[] {
  return [pictures.featured, ...pictures.others].filter((picture) => picture !== null)
}

/** Parses a product's additional pictures, a list or JSON text; `problem` is the error text for anything else. */
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

/** Returns the names of the changes between two drafts, e.g. `Price`, `2 pictures`. */
export function nameChanges(initial: ProductDraft, draft: ProductDraft): string[] {
  const fields = ENTERED_FIELD_NAMES.flatMap((field): [string, unknown, unknown][] => {
    const entered: [string, unknown, unknown] = [ENTERED_FIELDS[field], inOrder(initial[field]), inOrder(draft[field])]
    // In the order of the form.
    return field === 'weight' ? [entered, ...stockFields(initial, draft)] : [entered]
  })
  const names = fields.filter(([, one, other]) => JSON.stringify(one) !== JSON.stringify(other)).map(([name]) => name)
  if (textsChanged(initial, draft)) names.push(productFormMessages.pictureTexts)
  const pictures = countChangedPictures(initial, draft)
  return pictures ? [...names, productFormMessages.picturesCounted({ count: pictures })] : names
}

/** Sorts a list: the order of categories is no change. */
function inOrder(entered: string | readonly string[]): string | readonly string[] {
  return typeof entered === 'string' ? entered : entered.toSorted()
}

function textsChanged(initial: ProductDraft, draft: ProductDraft): boolean {
  const before = new Map(picturesOf(initial).map(({ key, text = '' }) => [key, text]))
  return picturesOf(draft).some(({ key, text = '' }) => text !== (before.get(key) ?? ''))
}

function stockFields(initial: StockDraft, draft: StockDraft): [string, unknown, unknown][] {
  if (!initial.counted || !draft.counted) return [[stockFormMessages.stock, initial.counted, draft.counted]]
  return [
    [stockFormMessages.onHand, initial.on_hand, draft.on_hand],
    [stockFormMessages.lowAt, initial.low_at, draft.low_at],
    [stockFormMessages.maxPerOrder, initial.max_per_order, draft.max_per_order],
    [stockFormMessages.backorderShort, initial.backorder, draft.backorder],
  ]
}

function countChangedPictures(initial: ProductDraft, draft: ProductDraft): number {
  const before = picturesOf(initial).map(({ key }) => key)
  const after = picturesOf(draft).map(({ key }) => key)
  const gone = before.filter((key) => !after.includes(key)).length
  const added = after.filter((key) => !before.includes(key)).length
  const remaining = before.filter((key) => after.includes(key))
  const moved = after.filter((key) => before.includes(key)).filter((key, index) => key !== remaining[index]).length
  // A replaced picture counts once.
  return Math.max(gone, added) + moved
}
