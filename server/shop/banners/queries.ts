import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import { timeZone } from '../../../shared/kernel/locale.ts'

export type BannerRow = Selectable<Tables['banners']> & { from_minute: string; to_minute: string }

const minuteOf = (time: RawBuilder<Date | null>) =>
  sql<string>`coalesce(to_char(${time} at time zone ${timeZone()}, 'YYYY-MM-DD"T"HH24:MI'), '')`

/** Returns all banners in their order, with their times in the marketplace's time zone. */
export function listBanners(db: Db | Tx): Promise<BannerRow[]> {
  return db
    .selectFrom('banners')
    .selectAll()
    .select([minuteOf(sql`shown_from`).as('from_minute'), minuteOf(sql`shown_to`).as('to_minute')])
    .orderBy('place')
    .orderBy('banner_number')
    .execute()
}

/** Returns the columns of a banner for its first and last minute, in the marketplace's time zone; '' for no limit. */
export async function timesOf(tx: Tx, minutes: { shown_from: string; shown_to: string }) {
  const timeOf = (minute: string) => sql<Date | null>`nullif(${minute}, '')::timestamp at time zone ${timeZone()}`
  return tx
    .selectNoFrom([timeOf(minutes.shown_from).as('shown_from'), timeOf(minutes.shown_to).as('shown_to')])
    .executeTakeFirstOrThrow()
}

type Change = Omit<Insertable<Tables['banners']>, 'place'>

/** Adds a banner after the others and returns its number. */
export async function insertBanner(tx: Tx, banner: Change): Promise<number> {
  const place = sql<number>`(select coalesce(max(place), 0) + 1 from banners)`
  const { banner_number } = await tx
    .insertInto('banners')
    .values({ ...banner, place })
    .returning('banner_number')
    .executeTakeFirstOrThrow()
  return banner_number
}

export async function updateBanner(tx: Tx, number: number, change: Partial<Change>): Promise<void> {
  await tx.updateTable('banners').set(change).where('banner_number', '=', number).execute()
}

export async function deleteBanner(tx: Tx, number: number): Promise<void> {
  await tx.deleteFrom('banners').where('banner_number', '=', number).execute()
}

/** Puts the banners in the order of these numbers. */
export async function orderBanners(tx: Tx, numbers: readonly number[]): Promise<void> {
  await sql`
    update banners set place = wanted.place
    from unnest(${[...numbers]}::bigint[]) with ordinality as wanted (banner_number, place)
    where wanted.banner_number = banners.banner_number`.execute(tx)
}
