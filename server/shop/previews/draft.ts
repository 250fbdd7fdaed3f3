import type { Db } from '../../../db/tables.ts'
import type { Banner } from '../../../shared/banners/banner.ts'
import { categoriesMatching, withMoving } from '../../../shared/catalog/categories.ts'
import { FULL_WIDTH } from '../../../shared/catalog/constants.ts'
import {
  type CategoryPage,
  categoryPageSchema,
  type SearchResult,
  searchResultSchema,
} from '../../../shared/catalog/schema.ts'
import { type SearchQuery, searchQuerySchema } from '../../../shared/catalog/search-schema.ts'
import type { Market } from '../../../shared/market/schema.ts'
import type { PreviewCategory, PreviewPages } from '../../../shared/previews/schema.ts'
import type { SitePage } from '../../../shared/site-pages/schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { bannerWithPicture, draftBanner } from '../banners/running.ts'
import { uncachedTotals } from '../catalog/products/totals.ts'
import { readCategoryPage, readFilters } from '../catalog/public-reads.ts'
import { mostFirst, searchProducts } from '../catalog/searches/search-products.ts'
import { columnsOf } from '../market/change-market.ts'
import { marketOf, type ReadMarket } from '../market/market.ts'
import { readMarketRow } from '../market/queries.ts'
import { listPages } from '../site-pages/queries.ts'
import { type Draft, type DraftPicture, findDraft } from './queries.ts'

interface Deps {
  db: Db
  clock: Clock
  readMarket: ReadMarket
}

/** Returns the response to a public read. */
type Read = (path: string) => Promise<{ status: number; body: unknown; tags: readonly string[] }>

/** Returns a function that finds the draft of a token, and returns another one, which makes public reads answer with it. */
export function draftOpener({ db, clock, readMarket }: Deps) {
  return async (token: string) => {
    const draft = await findDraft(db, token, clock())
    if (!draft) return undefined
    const market = await readMarket(db)
    return (read: Read): Read => {
      const readOthers = draft.category
        ? withNewName(read, market, draft.category)
        : draft.merge
          ? withMerged(read, market, draft.merge, db)
          : read
      const shown = (body: unknown) => ({ status: 200, body, tags: [] })
      return async (path) => {
        if (path === '/api/market') return shown(await draftedMarket(market, draft, { db, token }))
        const [, slug] = /^\/api\/pages\/([^/?]+)$/.exec(path) ?? []
        if (slug && draft.page?.slug === slug) return shown(draft.page)
        const isLeftOut = slug && draft.pages?.slugs.includes(slug) === false
        return isLeftOut ? { status: 404, body: null, tags: [] } : readOthers(path)
      }
    }
  }
}

async function draftedMarket(market: Market, draft: Draft, { db, token }: { db: Db; token: string }): Promise<Market> {
  const { market: form, region, page, banner, category, picture, merge } = draft
  const { banner_order, category_order, pages } = draft
  const settings = form ? columnsOf(form) : region && { ...region, country: region.country || null }
  return {
    ...market,
    ...(settings && (await marketOf({ ...(await readMarketRow(db)), ...settings }))),
    ...(page && { pages: await withPage(db, market.pages ?? [], page) }),
    ...(banner && { banners: withBanner(market.banners, await draftBanner(db, banner)) }),
    ...(category && { categories: withCategory(market.categories, category) }),
    ...(picture && (await withPicture(market, picture, { db, token }))),
    ...(merge && { categories: market.categories.filter(({ slug }) => slug !== merge.slug) }),
    ...(banner_order && { banners: inOrder(market.banners, 'banner_number', banner_order) }),
    ...(category_order && { categories: inOrder(market.categories, 'slug', category_order) }),
    ...(pages && market.pages && { pages: draftedPages(market.pages, pages) }),
  }
}

/** In its place, also before it is published. */
async function withPage(db: Db, shown: NonNullable<Market['pages']>, { slug, title }: SitePage) {
  return (await listPages(db)).flatMap((page) =>
    page.slug === slug ? { slug, title, in_footer: page.in_footer } : shown.filter((one) => one.slug === page.slug),
  )
}

function draftedPages(shown: NonNullable<Market['pages']>, { slugs, in_footer }: PreviewPages) {
  const pages = inOrder(shown, 'slug', slugs)
  return in_footer ? pages.map((page) => ({ ...page, in_footer: in_footer.includes(page.slug) })) : pages
}

/** First, as the pages of a preview have no scripts that move on to the others. */
function withBanner(banners: readonly Banner[], draft: Banner): Banner[] {
  return [draft, ...banners.filter(({ banner_number }) => banner_number !== draft.banner_number)]
}

/** In its place; a new one comes last. */
function withCategory(shown: Market['categories'], { of, is_hidden, ...names }: PreviewCategory): Market['categories'] {
  const drafted = { ...names, ...(is_hidden && { is_hidden }) }
  if (!shown.some(({ slug }) => slug === of)) return [...shown, drafted]
  return shown.map((one) => (one.slug === of ? { ...drafted, picture: one.picture } : one))
}

async function withPicture(
  { banners, categories }: Market,
  { kind, of, file }: DraftPicture,
  { db, token }: { db: Db; token: string },
): Promise<Partial<Market>> {
  const address = file ? `/preview/${token}/picture?${FULL_WIDTH}=${file.width}` : ''
  if (kind === 'category') {
    const picture = address || undefined
    return { categories: categories.map((one) => (one.slug === of ? { ...one, picture } : one)) }
  }
  if (kind !== 'banner') return marketOf({ ...(await readMarketRow(db)), [kind]: address })
  const banner = await bannerWithPicture(db, of, address)
  return banner ? { banners: withBanner(banners, banner) } : {}
}

/** Reads the products at the address of a category's new name, and replaces the stored name in responses. */
function withNewName(read: Read, { categories }: Market, { of, name }: PreviewCategory): Read {
  const before = categories.find(({ slug }) => slug === of)?.name ?? name
  const addressOf = (category: string) => `/api/categories/${encodeURIComponent(category.toLowerCase())}/`
  return async (path) => {
    const { body, ...response } = await read(path.replace(addressOf(name), addressOf(before)))
    return { ...response, body: renamed(body, before, name) }
  }
}

const CATEGORY_PAGE = /^\/api\/categories\/([^/]+)\/products\?page=(\d+)$/

/** Finds the products of a category with those of the one that it is merged into, under its name. */
function withMerged(read: Read, { categories }: Market, { slug, into }: NonNullable<Draft['merge']>, db: Db): Read {
  const [from, to] = [slug, into].map((wanted) => categories.find((one) => one.slug === wanted)?.name)
  // One of them has been merged.
  if (from === undefined || to === undefined) return read
  const both = withMoving([slug, into])
  const isFormer = (term: string) => term.trim().toLowerCase() === from.toLowerCase()
  const othersOf = (found: readonly string[]) => found.filter((one) => one !== slug)
  const matching: typeof categoriesMatching = (term) => {
    const found = categoriesMatching(term)
    if (found === 'all') return found
    const others = othersOf(found)
    return isFormer(term) || others.includes(into) ? [...new Set([...others, ...both])] : others
  }

  async function readPage(term: string, page: number, body: unknown) {
    const found = categoriesMatching(term)
    if (found === 'all' || !(isFormer(term) || found.some((one) => both.includes(one)))) return body
    const isMoved = isFormer(term) && !othersOf(found).length
    const shown = await readCategoryPage(db, matching(term), page)
    return categoryPageSchema.parse({ ...shown, moved_to: isMoved ? to : (body as CategoryPage).moved_to })
  }

  async function search(query: SearchQuery, { sellers }: SearchResult) {
    const filters = await readFilters(db, query, matching)
    const ofBoth = { filters: { ...filters, categories: both }, totals: uncachedTotals }
    const { categories: counts, ...found } = await searchProducts(db, query, { filters, totals: uncachedTotals })
    // A product may be in both.
    const { total: count } = await searchProducts(db, { ...query, page: 1 }, ofBoth)
    const others = counts.filter(({ category }) => category !== from && category !== to)
    return searchResultSchema.parse({
      ...found,
      sellers,
      categories: mostFirst(count ? [...others, { category: to ?? '', count }] : others),
    })
  }

  return async (path) => {
    const { body, ...response } = await read(path)
    const { pathname, searchParams } = new URL(path, 'https://site.example')
    const [, term, page] = CATEGORY_PAGE.exec(path) ?? []
    const isSearch = pathname === '/api/search' && response.status === 200
    const merged = isSearch
      ? await search(searchQuerySchema.parse(Object.fromEntries(searchParams)), body as SearchResult)
      : term
        ? await readPage(decodeURIComponent(term), Number(page), body)
        : body
    return { ...response, body: renamed(merged, from, to) }
  }
}

/** Replaces the name of a category in a response: names are elements of arrays, or the filters that a search offers. */
function renamed(body: unknown, before: string, name: string): unknown {
  return JSON.parse(JSON.stringify(body), (key, value) => {
    // After a merge two of them may have one name.
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return [...new Set(value)]
    return value === before && /^(\d+|category)$/.test(key) ? name : value
  })
}

function inOrder<Key extends string, Row extends Record<Key, unknown>>(
  rows: readonly Row[],
  key: Key,
  order: readonly Row[Key][],
): Row[] {
  return order.flatMap((wanted) => rows.filter((row) => row[key] === wanted))
}
