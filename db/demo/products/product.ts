import type { Category } from '../../../shared/catalog/categories.ts'

/** Which of the demo sellers. */
export type SellerKey = 'north-audio' | 'harbor-tech' | 'fern-home' | 'corner-pantry' | 'ridge-outfit' | 'tinker-yard'

/** A product of the demo marketplace. */
export interface DemoProduct {
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
}

/** The products of one category, from one seller. */
export interface Shelf {
  category: Category
  seller: SellerKey
  /** Information for buyers of all of them: care, delivery, returns. */
  note: string
  products: readonly DemoProduct[]
}
