import { z } from 'zod'
import { productNumberOf } from './product-ids.ts'

/** NOTIFY takes less than 8,000 bytes. */
const MAX_MESSAGE_BYTES = 7_999

const placeSchema = z.object({ categories: z.array(z.string()), price: z.number() })
const productChangeSchema = z.object({
  number: z.number(),
  /** Where it was and is in the lists of the shop, when that changed. */
  places: z.array(placeSchema),
  /** Whether lists by name changed: by its name, its categories, or its coming or going. */
  isRelisted: z.boolean(),
  /** Whether it may be in the list of the flash sale and was not. */
  entersFlashSale: z.boolean(),
  /** The id of its seller, when its places changed. */
  seller: z.optional(z.string()),
  /** The id of the seller whose rating changed with the product's. */
  rated: z.optional(z.string()),
})
/** What a seller says of themselves changed: the name, the picture, the page. */
const sellerChangeSchema = z.object({
  /** The handles of the seller's page before and after. */
  handles: z.array(z.string()),
})
export type ProductChange = z.infer<typeof productChangeSchema>
export type SellerChange = z.infer<typeof sellerChangeSchema>
/** What a change of the catalog touches; `all` when it is unknown or too much for a message. */
export type CatalogChange = 'all' | readonly (ProductChange | SellerChange)[]

export interface ListedFacts {
  seller_id: string
  product_name: string
  product_price: number
  product_category: string[]
  flash_sale: boolean
}
export interface ListedProduct extends ListedFacts {
  product_id: string
}

/** Returns the change of a product between two states; undefined where it is not in the shop. */
export function productChange(
  product_id: string,
  before: ListedFacts | undefined,
  after: ListedFacts | undefined,
): ProductChange {
  const isSamePrice = before?.product_price === after?.product_price
  const isRelisted =
    !before ||
    !after ||
    before.product_name !== after.product_name ||
    before.product_category.join() !== after.product_category.join()
  const places = isSamePrice && !isRelisted ? [] : [before, after].flatMap((facts) => (facts ? [placeOf(facts)] : []))
  const entersFlashSale = after?.flash_sale === true && before?.flash_sale !== true
  const seller = places.length ? (after ?? before)?.seller_id : undefined
  return { number: productNumberOf(product_id), places, isRelisted, entersFlashSale, ...(seller && { seller }) }
}

/** Returns the changes of products that enter the shop. */
export function productsEnter(products: readonly ListedProduct[]): ProductChange[] {
  return products.map((product) => productChange(product.product_id, undefined, product))
}

/** Returns the changes of products that leave the shop. */
export function productsLeave(products: readonly ListedProduct[]): ProductChange[] {
  return products.map((product) => productChange(product.product_id, product, undefined))
}

/** Returns the changes of products that stay where they are in all lists, except perhaps the flash sale's. */
export function productsChange(productIds: readonly string[], { entersFlashSale = false } = {}): ProductChange[] {
  return productIds.map((id) => ({ number: productNumberOf(id), places: [], isRelisted: false, entersFlashSale }))
}

/** Returns the changes of products whose reviews changed. */
export function productsRated(products: readonly { product_id: string; seller_id: string }[]): ProductChange[] {
  return products.flatMap(({ product_id, seller_id }) =>
    productsChange([product_id]).map((change) => ({ ...change, rated: seller_id })),
  )
}

function placeOf({ product_category, product_price }: ListedFacts) {
  return { categories: product_category, price: product_price }
}

/** A change with the id of its message, which its own process gets twice. */
const messageSchema = z.object({
  id: z.string(),
  change: z.union([z.literal('all'), z.array(z.union([productChangeSchema, sellerChangeSchema]))]),
})
export type ChangeMessage = z.infer<typeof messageSchema>

/** Returns the text of a message; a change that is too long for it becomes `all`. */
export function toMessage(message: { id: string; change: CatalogChange }): string {
  const text = JSON.stringify(message)
  return Buffer.byteLength(text) > MAX_MESSAGE_BYTES ? JSON.stringify({ ...message, change: 'all' }) : text
}

/** Returns a message; a change of `all` for a text that is not understood, such as an operator's or another version's. */
export function fromMessage(text: string): ChangeMessage {
  try {
    return messageSchema.parse(JSON.parse(text))
  } catch {
    return { id: '', change: 'all' }
  }
}
