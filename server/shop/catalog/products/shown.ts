import type { CategoryFilter } from '../../../../shared/catalog/categories.ts'
import type { CatalogChange, ProductChange, SellerChange } from './product-change.ts'
import { productNumberOf } from './product-ids.ts'

/** A part of the catalog that a response shows, or that decides what it shows. */
export type Part =
  | { kind: 'products'; numbers: ReadonlySet<number> }
  /** Which products have the lowest numbers, up to this one; in the shop, or on flash sale. */
  | { kind: 'first' | 'flash-sale'; upTo: number }
  /** Which products these categories have, in the order of their names; with `byPrice` their prices as well. */
  | { kind: 'lists'; categories: CategoryFilter; byPrice: boolean }
  | { kind: 'seller-products'; seller: string }
  /** How the products of a seller are rated. */
  | { kind: 'seller-rating'; seller: string }
  | { kind: 'sellers'; handles: ReadonlySet<string> }
  | { kind: 'seller-names' }
  /** Which products have prices in these ranges, both ends included. */
  | { kind: 'prices'; ranges: readonly PriceRangeOf[] }

/** A range of prices in a category, in dollars. */
export interface PriceRangeOf {
  category: string
  from: number
  to: number
}

/** What a response depends on. A change of anything may affect one that depends on everything. */
export type Dependence = 'everything' | readonly Part[]

/** A value read from the catalog, and what it depends on. */
export interface Shown<T> {
  value: T
  dependsOn: Dependence
}

/** Returns what shows all these. */
export function union(dependences: readonly Dependence[]): Dependence {
  const parts: Part[] = []
  for (const dependence of dependences) {
    if (dependence === 'everything') return 'everything'
    parts.push(...dependence)
  }
  return parts
}

/** Returns the part of the catalog that is these products. */
export function shownProducts(ids: readonly string[]): Part {
  return { kind: 'products', numbers: new Set(ids.map(productNumberOf)) }
}

/** Returns whether a change may affect what depends on this. */
export function touches(change: CatalogChange, dependence: Dependence): boolean {
  if (change === 'all' || dependence === 'everything') return true
  return change.some((one) =>
    dependence.some((part) => ('handles' in one ? touchesSellers(one, part) : touchesPart(one, part))),
  )
}

function touchesSellers({ handles }: SellerChange, part: Part): boolean {
  if (part.kind === 'seller-names') return true
  return part.kind === 'sellers' && handles.some((handle) => part.handles.has(handle))
}

function touchesPart(change: ProductChange, part: Part): boolean {
  const { number, places, isRelisted, entersFlashSale } = change
  switch (part.kind) {
    case 'products':
      return part.numbers.has(number)
    case 'first':
      return isRelisted && number <= part.upTo
    case 'flash-sale':
      return entersFlashSale && number <= part.upTo
    case 'lists': {
      const { categories, byPrice } = part
      if (!(isRelisted || (byPrice && places.length))) return false
      return categories === 'all' || places.some((place) => place.categories.some((name) => categories.includes(name)))
    }
    case 'seller-products':
      return places.length > 0 && (change.seller ?? part.seller) === part.seller
    case 'seller-rating':
      return change.rated === part.seller
    case 'sellers':
    case 'seller-names':
      return false
    case 'prices':
      return places.some(({ categories, price }) =>
        part.ranges.some(({ category, from, to }) => price >= from && price <= to && categories.includes(category)),
      )
  }
}
