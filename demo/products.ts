import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FULL_WIDTH } from '../shared/catalog/constants.ts'
import type { CategorySlug } from '../shared/catalog/standard-categories.ts'
import type { SellerKey } from './accounts.ts'

export const RATINGS = ['1', '2', '3', '4', '5'] as const
export type Rating = (typeof RATINGS)[number]

/** A product in `products/*.json`. */
interface DemoProduct {
  name: string
  /** Dollars. */
  price: number
  lead: string
  story: string
  points: readonly string[]
  box: string
  also?: readonly CategorySlug[]
  flash?: true
  stock?: { on_hand: number; backorder: boolean }
  /** Texts of reviews, by the rating that comes with them. */
  reviews: Partial<Record<Rating, readonly string[]>>
}

/** The products of one category, from one seller. */
interface Shelf {
  category: CategorySlug
  seller: SellerKey
  note: string
  /** To critical reviews. */
  answers: readonly string[]
  products: readonly DemoProduct[]
}

export interface ShelvedProduct {
  number: number
  product_id: string
  product: DemoProduct
  shelf: Shelf
}

/** Ordered so that neighbors differ. */
const SHELVES = `audio furniture cameras groceries wearables toys computers fashion lighting gaming hardware phones
  automotive speakers tvs`.split(/\s+/)

const shelves = SHELVES.map(
  (name): Shelf => JSON.parse(readFileSync(join(import.meta.dirname, 'products', `${name}.json`), 'utf8')),
)
const longest = Math.max(...shelves.map(({ products }) => products.length))

/** All products by number: the first of each shelf, then the second of each, and so on. */
export const shelvedProducts: readonly ShelvedProduct[] = Array.from({ length: longest }, (_, place) => place)
  .flatMap((place) =>
    shelves.flatMap((shelf) => {
      const product = shelf.products[place]
      return product ? [{ product, shelf }] : []
    }),
  )
  .map((one, index) => ({ number: index + 1, product_id: productIdOf(index + 1), ...one }))

/** Returns a product id as the database generates it. */
export function productIdOf(number: number): string {
  return `PRD${String(number).padStart(5, '0')}`
}

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

/** Ready pictures: `PRD00001/featured_image.webp`. */
export const READY_PICTURES = join(import.meta.dirname, 'pictures')
/** In pixels; they are 1200 high: four to five, like the pictures on cards. */
export const PICTURE_WIDTH = 960

/** Additional pictures per product, in rotation. */
const OTHER_PICTURE_COUNTS = [1, 2, 1, 3, 1, 1]

/** Returns a product's picture names, the featured one first: `PRD00001/featured_image`. */
export function pictureNames({ product_id, number }: ShelvedProduct): string[] {
  const count = OTHER_PICTURE_COUNTS[number % OTHER_PICTURE_COUNTS.length] ?? 1
  const others = Array.from({ length: count }, (_, index) => `other_image_${index + 1}`)
  return ['featured_image', ...others].map((name) => `${product_id}/${name}`)
}

/** Returns a product's picture URLs, the featured one first. */
export function pictureUrls(shelved: ShelvedProduct): string[] {
  return pictureNames(shelved).map(
    (name) => `/storage/v1/object/public/products/${name}?${FULL_WIDTH}=${PICTURE_WIDTH}`,
  )
}
