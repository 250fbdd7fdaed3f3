import { catalogMessages } from './messages.ts'

/** A category of the marketplace. Data has slugs; addresses and programs use names. */
export interface Category {
  slug: string
  name: string
  /** The name in the language of the page, if it has another there. */
  title?: string
  /** The address of its own picture. */
  picture?: string
  /** Left out of tiles, menus, filters and forms. */
  is_hidden?: true
}

/** A former name in lower case, or a former slug; or a slug whose products still move to another category. */
export interface FormerCategory {
  former: string
  kind: 'name' | 'slug' | 'moving'
  /** The slug of the current category. */
  slug: string
}

/** The current categories by what they were, for each kind. */
type Former = Record<FormerCategory['kind'], ReadonlyMap<string, Category>>

const NONE: ReadonlyMap<string, Category> = new Map()
const NO_FORMER: Former = { name: NONE, slug: NONE, moving: NONE }

/** The categories of a marketplace in order, found by what they are and were called. Pages do not know the latter. */
export class CategoryList {
  readonly all: readonly Category[]
  readonly shown: readonly Category[]
  readonly bySlug: ReadonlyMap<string, Category>
  /** By names in lower case. */
  readonly byName: ReadonlyMap<string, Category>
  former = NO_FORMER

  constructor(categories: readonly Category[]) {
    this.all = categories
    this.shown = categories.filter(({ is_hidden }) => !is_hidden)
    this.bySlug = new Map(categories.map((category) => [category.slug, category]))
    this.byName = new Map(categories.map((category) => [category.name.toLowerCase(), category]))
  }
}

/** Returns categories that are also found by what they were called. */
export function withFormer(categories: readonly Category[], former: readonly FormerCategory[]): CategoryList {
  const list = new CategoryList(categories)
  const of = (kind: FormerCategory['kind']) =>
    new Map(
      former.flatMap((one) => {
        const category = one.kind === kind && list.bySlug.get(one.slug)
        return category ? [[one.former, category] as const] : []
      }),
    )
  if (former.length) list.former = { name: of('name'), slug: of('slug'), moving: of('moving') }
  return list
}

let present = new CategoryList([])

/** Returns the categories of the marketplace, as pages and programs are to see them. */
export const categories = (): CategoryList => present

/** Sets the categories, before the first page or response that depends on them, and at each change. */
export function setCategories(list: CategoryList): void {
  present = list
}

export const MAX_CATEGORIES_PER_PRODUCT = 3
export const MAX_CATEGORY_NAME_LENGTH = 40

export const ALL_CATEGORIES_TILE = 'All'
/** The path segment that lists every product: `/category/all`. */
export const ALL_CATEGORIES_SLUG = 'all'

/** The slugs of a list, or `all` for every product. */
export type CategoryFilter = 'all' | readonly string[]

/**
 * Returns the slugs of a `/category/{term}` address: `all`, or those whose name contains the term, ignoring case, or was the
 * term.
 */
export function categoriesMatching(term: string): CategoryFilter {
  const wanted = term.trim().toLowerCase()
  if (wanted === ALL_CATEGORIES_SLUG) return 'all'
  if (wanted === '') return []
  const found = present.all.filter(({ name }) => name.toLowerCase().includes(wanted))
  const former = present.former.name.get(wanted) ?? (found.length ? undefined : present.former.slug.get(wanted))
  return withMoving([...new Set(former ? [...found, former] : found)].map(({ slug }) => slug))
}

/** Returns slugs, with those whose products still move to one of them. */
export function withMoving(slugs: readonly string[]): readonly string[] {
  const moving = Array.from(present.former.moving, ([from, { slug }]) => (slugs.includes(slug) ? from : ''))
  return [...slugs, ...moving.filter(Boolean)]
}

/** Returns the current name for an address that no name matches, if it is a former name or slug. */
export function movedCategory(term: string): string | undefined {
  const wanted = term.trim().toLowerCase()
  if (present.all.some(({ name }) => name.toLowerCase().includes(wanted))) return undefined
  return (present.former.name.get(wanted) ?? present.former.slug.get(wanted))?.name
}

/** Returns the name of a category in data; the slug itself for an unknown one. */
export function categoryOfSlug(slug: string): string {
  return (present.bySlug.get(slug) ?? present.former.moving.get(slug))?.name ?? slug
}

/** Returns a slug, or that of the category to which its products move. */
export function presentSlug(slug: string): string {
  return present.former.moving.get(slug)?.slug ?? slug
}

/** Returns the names of a product's categories, each once. */
export function categoriesOfSlugs(slugs: readonly string[]): string[] {
  const names = slugs.map(categoryOfSlug)
  return present.former.moving.size ? [...new Set(names)] : names
}

/** Returns the slug of a current or former name, ignoring case: the text itself for an unknown one, none for a slug. */
export function slugOfCategory(name: string): string {
  const wanted = name.toLowerCase()
  const category = present.byName.get(wanted) ?? present.former.name.get(wanted)
  return category?.slug ?? (categoryOfSlug(name) === name ? name : '')
}

export function categoryPath(category: string): string {
  return `/category/${encodeURIComponent(category.toLowerCase())}`
}

/** Returns whether the term is that of the shop's own links to a category, or to all. */
export function isCategoryTerm(term: string): boolean {
  return term === ALL_CATEGORIES_SLUG || present.byName.has(term)
}

/** Returns a slug for a name, `home-furniture` for `Home & Furniture`; empty if the name has no Latin letters or digits. */
export function slugOfText(name: string): string {
  const words = name.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')
  return words.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
}

/** Returns the name of a category as pages show it; an unknown one unchanged. */
export function categoryName(name: string): string {
  if (name === ALL_CATEGORIES_TILE) return catalogMessages.allCategories
  const category = categories().byName.get(name.toLowerCase())
  return category?.name === name ? (category.title ?? name) : name
}
