import type { Category } from '../../../shared/catalog/categories.ts'

/** Which of the demo sellers. */
export type SellerKey = 'north-audio' | 'harbor-tech' | 'fern-home' | 'corner-pantry' | 'ridge-outfit' | 'tinker-yard'

/** Recolors a picture: `hue` shifts its colors by that many degrees, `tint` colors gray parts. */
interface Paint {
  hue?: number
  tint?: string
}

/** What a product looks like in its pictures. */
interface Look {
  emoji: string
  paint?: Paint
  /** Another emoji that fits the product, shown in some of its pictures. */
  companion?: string
}

/** A product of the demo marketplace. */
export interface DemoProduct {
  name: string
  /** Dollars. */
  price: number
  look: Look
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
