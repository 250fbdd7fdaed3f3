import type { Category } from '../../../shared/catalog/constants.ts'
import type { SellerKey } from '../accounts.ts'
import type { Look } from '../scenes.ts'

/** A product as the demo market describes it. */
export interface DemoProduct {
  name: string
  /** Dollars. */
  price: number
  look: Look
  /** What it is, in a sentence or two. */
  lead: string
  /** What it is like to use. */
  story: string
  points: readonly string[]
  box: string
  /** Categories besides that of its shelf. */
  also?: readonly Category[]
  flash?: true
}

/** The products of one category, from one seller. */
export interface Shelf {
  category: Category
  seller: SellerKey
  /** What a buyer of any of them should know: care, delivery, returns. */
  note: string
  products: readonly DemoProduct[]
}
