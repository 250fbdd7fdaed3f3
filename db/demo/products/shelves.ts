import { audio } from './audio.ts'
import { automotive } from './automotive.ts'
import { cameras } from './cameras.ts'
import { computers } from './computers.ts'
import { fashion } from './fashion.ts'
import { furniture } from './furniture.ts'
import { gaming } from './gaming.ts'
import { groceries } from './groceries.ts'
import { hardware } from './hardware.ts'
import { lighting } from './lighting.ts'
import { phones } from './phones.ts'
import type { DemoProduct, Shelf } from './product.ts'
import { speakers } from './speakers.ts'
import { toys } from './toys.ts'
import { tvs } from './tvs.ts'
import { wearables } from './wearables.ts'

/** All shelves, in an order in which neighbors differ. */
const shelves: readonly Shelf[] = [
  audio,
  furniture,
  cameras,
  groceries,
  wearables,
  toys,
  computers,
  fashion,
  lighting,
  gaming,
  hardware,
  phones,
  automotive,
  speakers,
  tvs,
]

/** A product with its number and shelf. */
export interface ShelvedProduct {
  number: number
  product_id: string
  product: DemoProduct
  shelf: Shelf
}

/** Returns the id of a product number, as the database generates it. */
export function productIdOf(number: number): string {
  return `PRD${String(number).padStart(5, '0')}`
}

/** All products, ordered by number: the first of each shelf, then the second of each, and so on. */
export const shelvedProducts: readonly ShelvedProduct[] = interleaved().map(({ product, shelf }, index) => ({
  number: index + 1,
  product_id: productIdOf(index + 1),
  product,
  shelf,
}))

function interleaved(): { product: DemoProduct; shelf: Shelf }[] {
  const longest = Math.max(...shelves.map(({ products }) => products.length))
  return Array.from({ length: longest }, (_, index) => index).flatMap((place) =>
    shelves.flatMap((shelf) => {
      const product = shelf.products[place]
      return product ? [{ product, shelf }] : []
    }),
  )
}
