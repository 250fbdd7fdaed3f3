import type { Db, Tx } from '../../../db/tables.ts'
import type { Banner } from '../../../shared/banners/banner.ts'
import type { AdminBanner } from '../../../shared/banners/schema.ts'
import type { PreviewBanner } from '../../../shared/previews/schema.ts'
import { type BannerRow, listBanners } from './queries.ts'

/**
 * Returns a function that returns the banners that run at a time, so that they can be cached beyond its change: the same array
 * as long as the same ones run.
 */
export async function readBanners(db: Db | Tx): Promise<(now: Date) => Banner[]> {
  const rows = await listBanners(db)
  let last = { rows: [] as BannerRow[], banners: [] as Banner[] }
  return (now) => {
    const running = rows.filter((row) => stateOf(row, now) === 'running')
    const isSame = running.length === last.rows.length && running.every((row, index) => row === last.rows[index])
    if (!isSame) last = { rows: running, banners: running.map(shownOf) }
    return last.banners
  }
}

/** Returns the state of a banner at a time. */
export function stateOf({ picture, built_in, shown_from, shown_to }: BannerRow, now: Date): AdminBanner['state'] {
  if (shown_to && shown_to <= now) return 'ended'
  if (!picture && !built_in) return 'no_picture'
  return shown_from && shown_from > now ? 'planned' : 'running'
}

/** Returns the banner that pages would get if the form were saved; without a number, a new banner. */
export async function draftBanner(db: Db, { banner_number = 0, ...form }: PreviewBanner): Promise<Banner> {
  const row = (await listBanners(db)).find((banner) => banner.banner_number === banner_number)
  return shownOf({ picture: '', built_in: null, ...row, ...form, banner_number })
}

/** Returns the banner that pages would get with this picture; undefined when there is no such banner. */
export async function bannerWithPicture(db: Db, number: unknown, picture: string): Promise<Banner | undefined> {
  const row = (await listBanners(db)).find(({ banner_number }) => banner_number === number)
  return row && shownOf({ ...row, picture })
}

type Shown = Pick<BannerRow, 'banner_number' | 'path' | 'picture' | 'built_in'> &
  Pick<BannerRow, 'title' | 'text' | 'action' | 'focus_x' | 'focus_y'>

/** Returns a banner as pages get it. */
function shownOf({ banner_number, path, picture, built_in, title, text, action, ...row }: Shown): Banner {
  return {
    banner_number,
    path,
    ...(built_in && { built_in: built_in as Banner['built_in'] }),
    ...(title && { title, ...(text && { text }), action: action ?? '' }),
    ...(picture && { picture, focus: [row.focus_x, row.focus_y] }),
  }
}
