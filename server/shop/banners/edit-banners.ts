import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { type BuiltInBanner, MAX_BANNERS } from '../../../shared/banners/constants.ts'
import { bannerErrors } from '../../../shared/banners/errors.ts'
import type { AdminBanner, BannerForm, OrderBanners, SaveBanner } from '../../../shared/banners/schema.ts'
import { standardBannerMessages } from '../../../shared/banners/standard-messages.ts'
import { isOrderOf } from '../../../shared/kernel/revision.ts'
import { type Acting, type Difference, recordSettings } from '../../people/audit/queries.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import type { StagedBlob, Storage } from '../../programs/storage/storage.ts'
import { setMarketPicture, unusedIfShown } from '../../programs/storage/store-picture.ts'
import { marketChanged } from '../market/market.ts'
import { lockMarketRow } from '../market/queries.ts'
import * as queries from './queries.ts'
import { stateOf } from './running.ts'

export const bannerError = errorsOf(bannerErrors)

/** Returns all banners in their order, as admins edit them, with their states at a time. */
export async function listForAdmins(db: Db | Tx, now: Date): Promise<AdminBanner[]> {
  return (await queries.listBanners(db)).map((row) => adminBanner(row, now))
}

/** Returns a banner for editing. Throws AppError 404. */
export async function readBanner(db: Db | Tx, number: number, now: Date): Promise<AdminBanner> {
  return found(await listForAdmins(db, now), number)
}

function found<Row extends { banner_number: number }>(rows: readonly Row[], number: number): Row {
  const row = rows.find(({ banner_number }) => banner_number === number)
  if (!row) throw bannerError('banner_not_found')
  return row
}

function adminBanner(row: queries.BannerRow, now: Date): AdminBanner {
  const { banner_number, revision, path, picture, focus_x, focus_y, from_minute, to_minute } = row
  const built_in = row.built_in as BuiltInBanner | null
  return {
    banner_number,
    revision,
    built_in,
    ...textsOf(row),
    path,
    picture,
    focus_x,
    focus_y,
    shown_from: from_minute,
    shown_to: to_minute,
    state: stateOf(row, now),
  }
}

function textsOf({ built_in, title, text, action }: queries.BannerRow) {
  const standard = title === null && built_in ? standardBannerMessages.texts[built_in as BuiltInBanner] : undefined
  return {
    title: standard?.title ?? title ?? '',
    text: standard?.text ?? text ?? '',
    action: standard?.action ?? action ?? '',
  }
}

function formOf({ title, text, action, path, focus_x, focus_y, shown_from, shown_to }: AdminBanner): BannerForm {
  return { title, text, action, path, focus_x, focus_y, shown_from, shown_to }
}

/** Returns the columns of a form. Throws AppError 400 when the clocks' change turns its times around. */
async function columnsOf(tx: Tx, form: BannerForm, built_in: BuiltInBanner | null) {
  const { title, text, action, shown_from, shown_to, ...others } = form
  const times = await queries.timesOf(tx, { shown_from, shown_to })
  if (times.shown_from && times.shown_to && times.shown_from >= times.shown_to) throw bannerError('ends_before_start')
  const standard = built_in && standardBannerMessages.texts[built_in]
  const isStandard = standard && standard.title === title && standard.text === text && standard.action === action
  return { ...others, ...times, ...(isStandard ? NO_TEXTS : { title, text, action }) }
}

const NO_TEXTS = { title: null, text: null, action: null }

const MAX_TARGET = 40

async function record(
  tx: Tx,
  by: Acting,
  action: Parameters<typeof recordSettings>[2],
  { target, before, after }: Difference & { target: string },
): Promise<void> {
  await recordSettings(tx, by, action, { target: target.slice(0, MAX_TARGET).toWellFormed(), before, after })
  await marketChanged(tx)
}

/** Adds a banner after the others; without a picture it is not shown. Throws AppError 400 or 409. */
export function addBanner(db: Db, by: Acting, form: BannerForm): Promise<AdminBanner> {
  return inTransaction(db, async (tx) => {
    await lockMarketRow(tx)
    if ((await queries.listBanners(tx)).length >= MAX_BANNERS) throw bannerError('too_many_banners')
    const number = await queries.insertBanner(tx, await columnsOf(tx, form, null))
    await record(tx, by, 'add_banner', { target: form.title, before: null, after: { ...form } })
    return readBanner(tx, number, by.now)
  })
}

/** Changes a banner. Throws AppError 400 or 404; 409 when it was changed since. */
export function saveBanner(
  db: Db,
  by: Acting,
  number: number,
  { revision, ...form }: SaveBanner,
): Promise<AdminBanner> {
  return inTransaction(db, async (tx) => {
    await lockMarketRow(tx)
    const before = await readBanner(tx, number, by.now)
    if (before.revision !== revision) throw bannerError('newer_revision')
    const columns = await columnsOf(tx, form, before.built_in)
    await queries.updateBanner(tx, number, { ...columns, revision: revision + 1 })
    await record(tx, by, 'change_banner', { target: before.title, before: { ...formOf(before) }, after: { ...form } })
    return readBanner(tx, number, by.now)
  })
}

/** Saves the order of all banners. Throws AppError 409 when another was saved, or some were added or removed, meanwhile. */
export function orderBanners(
  db: Db,
  by: Acting,
  { banner_numbers: numbers, from }: OrderBanners,
): Promise<AdminBanner[]> {
  return inTransaction(db, async (tx) => {
    await lockMarketRow(tx)
    const banners = await listForAdmins(tx, by.now)
    const present = banners.map(({ banner_number }) => banner_number)
    if (!isOrderOf(present, { order: numbers, from })) throw bannerError('newer_revision')
    await queries.orderBanners(tx, numbers)
    const orderOf = (ordered: readonly number[]) => ({
      // Titles may be the same.
      order: ordered.map((number) => `${found(banners, number).title} (${number})`).join(', '),
    })
    await record(tx, by, 'order_banners', { target: 'banners', before: orderOf(present), after: orderOf(numbers) })
    return listForAdmins(tx, by.now)
  })
}

interface Files {
  db: Db
  storage: Storage
}

/** Deletes a banner with its picture. Throws AppError 404, or 409 for the last one. */
export async function deleteBanner({ db, storage }: Files, by: Acting, number: number): Promise<void> {
  const discarded = await inTransaction(db, async (tx) => {
    await lockMarketRow(tx)
    const banners = await listForAdmins(tx, by.now)
    const banner = found(banners, number)
    if (banners.length === 1) throw bannerError('last_banner')
    const { discarded } = await setMarketPicture(tx, pictureName(number), undefined)
    await queries.deleteBanner(tx, number)
    await record(tx, by, 'delete_banner', { target: banner.title, before: { ...formOf(banner) }, after: null })
    return discarded
  })
  await storage.discard(discarded)
}

/** Replaces the picture of a banner, or removes it without a new one. Throws AppError 404; 409 when it was changed since. */
export async function setPicture(
  { db, storage }: Files,
  by: Acting,
  { banner_number: number, from }: { banner_number: number; from: string },
  staged: StagedBlob | undefined,
): Promise<void> {
  const discarded = await inTransaction(db, async (tx) => {
    await lockMarketRow(tx)
    const { title, picture } = await readBanner(tx, number, by.now)
    const unused = unusedIfShown(picture, staged)
    if (unused) return unused
    if (picture !== from) throw bannerError('newer_revision')
    const { address, discarded } = await setMarketPicture(tx, pictureName(number), staged)
    await queries.updateBanner(tx, number, { picture: address })
    await record(tx, by, 'change_banner', { target: title, before: { picture }, after: { picture: address } })
    return discarded
  })
  await storage.discard(discarded)
}

function pictureName(number: number): string {
  return `banner/${number}`
}
