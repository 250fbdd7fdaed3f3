import type { Db } from '../../../db/tables.ts'
import type { Banner } from '../../../shared/banners/banner.ts'
import type { Market } from '../../../shared/market/schema.ts'
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

/**
 * Returns a function that finds the draft of a token, and returns another one for what public reads would answer with it:
 * undefined for reads that it does not change.
 */
export function draftOpener({ db, clock, readMarket }: Deps) {
  return async (token: string) => {
    const draft = await findDraft(db, token, clock())
    if (!draft) return undefined
    return async (path: string): Promise<unknown> => {
      if (path === '/api/market') return draftedMarket(await readMarket(db), draft, db)
      return draft.page && path === `/api/pages/${draft.page.slug}` ? draft.page : undefined
    }
  }
}

async function draftedMarket(market: Market, draft: Draft, db: Db): Promise<Market> {
  const { market: form, region, page, banner, banner_order, category_order, page_order } = draft
  const settings = form ? columnsOf(form) : region && { ...region, country: region.country || null }
  return {
    ...market,
    ...(settings && (await marketOf({ ...(await readMarketRow(db)), ...settings }))),
    ...(page && { pages: await withPage(db, market.pages ?? [], page) }),
    ...(banner && { banners: withBanner(market.banners, await draftBanner(db, banner)) }),
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

function inOrder<Key extends string, Row extends Record<Key, unknown>>(
  rows: readonly Row[],
  key: Key,
  order: readonly Row[Key][],
): Row[] {
  return order.flatMap((wanted) => rows.filter((row) => row[key] === wanted))
}
