import type { Db } from '../../../db/tables.ts'
import type { Banner } from '../../../shared/banners/banner.ts'
import type { Market } from '../../../shared/market/schema.ts'
import type { PreviewCategory } from '../../../shared/previews/schema.ts'
import type { SitePage } from '../../../shared/site-pages/schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { draftBanner } from '../banners/running.ts'
import { columnsOf } from '../market/change-market.ts'
import { marketOf, type ReadMarket } from '../market/market.ts'
import { readMarketRow } from '../market/queries.ts'
import { listPages } from '../site-pages/queries.ts'
import { type Draft, findDraft } from './queries.ts'

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
      const readOthers = draft.category ? withNewName(read, market, draft.category) : read
      const shown = (body: unknown) => ({ status: 200, body, tags: [] })
      return async (path) => {
        if (path === '/api/market') return shown(await draftedMarket(market, draft, db))
        return draft.page && path === `/api/pages/${draft.page.slug}` ? shown(draft.page) : readOthers(path)
      }
    }
  }
}

async function draftedMarket(market: Market, draft: Draft, db: Db): Promise<Market> {
  const { market: form, region, page, banner, category, banner_order, category_order, page_order } = draft
  const settings = form ? columnsOf(form) : region && { ...region, country: region.country || null }
  return {
    ...market,
    ...(settings && (await marketOf({ ...(await readMarketRow(db)), ...settings }))),
    ...(page && { pages: await withPage(db, market.pages ?? [], page) }),
    ...(banner && { banners: withBanner(market.banners, await draftBanner(db, banner)) }),
    ...(category && { categories: withCategory(market.categories, category) }),
    ...(banner_order && { banners: inOrder(market.banners, 'banner_number', banner_order) }),
    ...(category_order && { categories: inOrder(market.categories, 'slug', category_order) }),
    ...(page_order && market.pages && { pages: inOrder(market.pages, 'slug', page_order) }),
  }
}

/** In its place, also before it is published. */
async function withPage(db: Db, shown: NonNullable<Market['pages']>, { slug, title }: SitePage) {
  return (await listPages(db)).flatMap((page) =>
    page.slug === slug ? { slug, title, in_footer: page.in_footer } : shown.filter((one) => one.slug === page.slug),
  )
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

/** Reads the products at the address of a category's new name, and replaces the stored name in responses. */
function withNewName(read: Read, { categories }: Market, { of, name }: PreviewCategory): Read {
  const before = categories.find(({ slug }) => slug === of)?.name ?? name
  const addressOf = (category: string) => `/api/categories/${encodeURIComponent(category.toLowerCase())}/`
  return async (path) => {
    const { body, ...response } = await read(path.replace(addressOf(name), addressOf(before)))
    // Names of categories are elements of arrays, or the filters that a search offers.
    const renamed = (key: string, value: unknown) => (value === before && /^(\d+|category)$/.test(key) ? name : value)
    return { ...response, body: JSON.parse(JSON.stringify(body), renamed) }
  }
}

function inOrder<Key extends string, Row extends Record<Key, unknown>>(
  rows: readonly Row[],
  key: Key,
  order: readonly Row[Key][],
): Row[] {
  return order.flatMap((wanted) => rows.filter((row) => row[key] === wanted))
}
