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

/** All shelves, so arranged that neighbours are as different as a shop window's. */
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

/** A product with its place in the market. */
export interface ShelvedProduct {
  number: number
  product_id: string
  product: DemoProduct
  shelf: Shelf
  look: DemoProduct['look']
}

/** As the database makes the id of the number. */
export function productIdOf(number: number): string {
  return `PRD${String(number).padStart(5, '0')}`
}

/** Every product in the order of the numbers: the first of each shelf, then the second of each, and so on. */
export const shelvedProducts: readonly ShelvedProduct[] = inTurns().map(({ product, shelf }, index) => ({
  number: index + 1,
  product_id: productIdOf(index + 1),
  product,
  shelf,
  look: product.look,
}))

function inTurns(): { product: DemoProduct; shelf: Shelf }[] {
  const longest = Math.max(...shelves.map(({ products }) => products.length))
  return Array.from({ length: longest }, (_, place) => place).flatMap((place) =>
    shelves.flatMap((shelf) => {
      const product = shelf.products[place]
      return product ? [{ product, shelf }] : []
    }),
  )
}
