import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Category } from '../shared/catalog/categories.ts'
import { FULL_WIDTH } from '../shared/catalog/constants.ts'
import type { SellerKey } from './accounts.ts'

/** A product of the demo marketplace, as `products/*.json` has it. */
interface DemoProduct {
  name: string
  /** Dollars. */
  price: number
  /** What it is, in one or two sentences. */
  lead: string
  /** What it is like to use. */
  story: string
  points: readonly string[]
  box: string
  /** Categories besides the one of its shelf. */
  also?: readonly Category[]
  flash?: true
  /** What is left of it, where that is little. */
  stock?: { on_hand: number; backorder: boolean }
}

/** The products of one category, from one seller. */
interface Shelf {
  category: Category
  seller: SellerKey
  /** Information for buyers of all of them: care, delivery, returns. */
  note: string
  products: readonly DemoProduct[]
}

/** A product with its number and shelf. */
export interface ShelvedProduct {
  number: number
  product_id: string
  product: DemoProduct
  shelf: Shelf
}

/** The files of the shelves, in an order in which neighbors differ. */
const SHELVES = `audio furniture cameras groceries wearables toys computers fashion lighting gaming hardware phones
  automotive speakers tvs`.split(/\s+/)

const shelves = SHELVES.map(
  (name): Shelf => JSON.parse(readFileSync(join(import.meta.dirname, 'products', `${name}.json`), 'utf8')),
)
const longest = Math.max(...shelves.map(({ products }) => products.length))

/** All products, ordered by number: the first of each shelf, then the second of each, and so on. */
export const shelvedProducts: readonly ShelvedProduct[] = Array.from({ length: longest }, (_, place) => place)
  .flatMap((place) =>
    shelves.flatMap((shelf) => {
      const product = shelf.products[place]
      return product ? [{ product, shelf }] : []
    }),
  )
  .map((one, index) => ({ number: index + 1, product_id: productIdOf(index + 1), ...one }))

/** Returns the id of a product number, as the database generates it. */
export function productIdOf(number: number): string {
  return `PRD${String(number).padStart(5, '0')}`
}

/** Returns the description of a product as HTML. */
export function describe({ product, shelf }: ShelvedProduct, sellerName: string): string {
  const points = product.points.map((point) => `<li>${inHtml(point)}</li>`)
  return [
    `<p>${inHtml(product.lead)}</p>`,
    `<p>${inHtml(product.story)}</p>`,
    '<p><strong>Good to know</strong></p>',
    `<ul>${points.join('')}</ul>`,
    `<p><strong>In the box:</strong> ${inHtml(product.box)}.</p>`,
    `<p><em>${inHtml(shelf.note)} Sold and shipped by ${inHtml(sellerName)}.</em></p>`,
  ].join('\n')
}

function inHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/**
 * The ready-made pictures: `PRD00001/featured_image.webp`, and 320 pixels wide `PRD00001/featured_image.w320.webp`.
 * `npm run demo:pictures` renders them from the scenes in `tools/demo-scenes`.
 */
export const READY_PICTURES = join(import.meta.dirname, 'pictures')
/** In pixels; four to five, as the cards show pictures. */
export const PICTURE_WIDTH = 960
export const PICTURE_HEIGHT = 1200
/** The width of a small picture in pixels. */
export const SMALL_PICTURE_WIDTH = 320

/** Numbers of pictures besides the featured one, by turns. */
const OTHER_PICTURE_COUNTS = [1, 2, 1, 3, 1, 1]

/** Returns the names of all pictures of a product, the featured one first: `PRD00001/featured_image`. */
export function pictureNames({ product_id, number }: ShelvedProduct): string[] {
  const count = OTHER_PICTURE_COUNTS[number % OTHER_PICTURE_COUNTS.length] ?? 1
  const others = Array.from({ length: count }, (_, index) => `other_image_${index + 1}`)
  return ['featured_image', ...others].map((name) => `${product_id}/${name}`)
}

/** Returns the URLs of all pictures of a product, the featured one first. */
export function pictureUrls(shelved: ShelvedProduct): string[] {
  return pictureNames(shelved).map(
    (name) => `/storage/v1/object/public/products/${name}?${FULL_WIDTH}=${PICTURE_WIDTH}`,
  )
}
