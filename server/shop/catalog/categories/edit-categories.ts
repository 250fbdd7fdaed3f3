import { randomUUID } from 'node:crypto'
import { inTransaction } from '../../../../db/connect.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import type { SETTINGS_ACTIONS } from '../../../../shared/audit/constants.ts'
import { MAX_CATEGORIES } from '../../../../shared/categories/constants.ts'
import type { CategoryForm, OrderCategories, SaveCategory } from '../../../../shared/categories/schema.ts'
import { isOrderOf } from '../../../../shared/kernel/revision.ts'
import { type Acting, type Difference, recordSettings } from '../../../people/audit/queries.ts'
import { EVERYTHING } from '../../../platform/data/cache.ts'
import type { StagedBlob, Storage } from '../../../programs/storage/storage.ts'
import { marketPictureName, setMarketPicture, unusedIfShown } from '../../../programs/storage/store-picture.ts'
import { catalogChanged } from '../products/catalog-changes.ts'
import { categoryError } from './errors.ts'
import { moveLater } from './move-products.ts'
import * as queries from './queries.ts'

interface Recorded extends Difference {
  action: (typeof SETTINGS_ACTIONS)[number]
  target: string
  discarded?: string[]
}

/**
 * Changes the list of categories in a transaction that records it. Every response may show names of categories. Returns the files
 * that are no longer used; `apply` returns only these when nothing changes.
 */
function change(
  db: Db,
  by: Acting,
  apply: (tx: Tx, list: queries.CategoryRow[]) => Promise<Recorded | string[]>,
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const changed = await apply(tx, await queries.lockCategoryList(tx))
    if (Array.isArray(changed)) return changed
    const { action, discarded = [], ...recorded } = changed
    await recordSettings(tx, by, action, recorded)
    await catalogChanged(tx, [EVERYTHING])
    return discarded
  })
}

interface Change {
  slug: string
  /** The revision that the change is based on. */
  revision: number
}

function found(list: readonly queries.CategoryRow[], slug: string): queries.CategoryRow {
  const category = list.find((one) => one.slug === slug)
  if (!category) throw categoryError('category_not_found')
  return category
}

/** Returns the category of a change. Throws AppError 404; 409 when it was changed since. */
function required(list: readonly queries.CategoryRow[], { slug, revision }: Change): queries.CategoryRow {
  const category = found(list, slug)
  if (category.revision !== revision) throw categoryError('newer_revision')
  return category
}

/** Throws AppError 409 when another category has the name, or any the slug. */
async function requireFree(
  tx: Tx,
  { name, slug }: CategoryForm,
  { others, before }: { others: readonly queries.CategoryRow[]; before?: string },
): Promise<void> {
  const isSame = others.some((one) => one.name.toLowerCase() === name.toLowerCase())
  if (isSame || (await queries.isNameTaken(tx, name, before))) throw categoryError('name_taken')
  if (slug !== before && (await queries.isSlugTaken(tx, slug))) throw categoryError('slug_taken')
}

export interface RoomCheck {
  /** Throws AppError 409 when every page would carry too much of the marketplace. */
  requireRoom: (tx: Tx) => Promise<void>
}

interface Named extends RoomCheck {
  db: Db
}

/** Adds a category. Throws AppError 409. */
export function addCategory({ db, requireRoom }: Named, by: Acting, form: CategoryForm): Promise<unknown> {
  return change(db, by, async (tx, list) => {
    if (list.length >= MAX_CATEGORIES) throw categoryError('too_many_categories')
    await requireFree(tx, form, { others: list })
    await queries.insertCategory(tx, form)
    await requireRoom(tx)
    await queries.deleteFormer(tx, form)
    return { action: 'add_category', target: form.slug, before: null, after: { ...form } }
  })
}

/** Changes the name, the slug, or whether a category is hidden. Throws AppError 404 or 409. */
export function saveCategory(
  { db, requireRoom }: Named,
  by: Acting,
  slug: string,
  { revision, ...form }: SaveCategory,
): Promise<unknown> {
  return change(db, by, async (tx, list) => {
    const before = required(list, { slug, revision })
    await requireFree(tx, form, { others: list.filter((one) => one !== before), before: slug })
    await queries.updateCategory(tx, slug, { ...form, revision: revision + 1 })
    await requireRoom(tx)
    await queries.deleteFormer(tx, form)
    const former = { slug: form.slug, ended_at: by.now }
    // Also for another case of letters: programs send names as they were.
    if (form.name !== before.name) await queries.insertFormer(tx, { ...former, former: before.name, is_slug: false })
    if (form.slug !== slug) {
      await queries.insertFormer(tx, { ...former, former: slug, is_slug: true })
      await queries.insertMoving(tx, before, form.slug)
      await moveLater(tx, slug, by.now)
    }
    const { name, is_hidden } = before
    return { action: 'change_category', target: form.slug, before: { name, slug, is_hidden }, after: { ...form } }
  })
}

/** Saves the order of all categories. Throws AppError 409 when another was saved, or some were added or removed, meanwhile. */
export function orderCategories(db: Db, by: Acting, { slugs, from }: OrderCategories): Promise<unknown> {
  return change(db, by, async (tx, list) => {
    const before = list.map(({ slug }) => slug)
    if (!isOrderOf(before, { order: slugs, from })) throw categoryError('newer_revision')
    await queries.orderCategories(tx, slugs)
    const names = (order: readonly string[]) =>
      order.map((slug) => list.find((one) => one.slug === slug)?.name).join(' · ')
    return {
      action: 'order_categories',
      target: 'categories',
      before: { order: names(before) },
      after: { order: names(slugs) },
    }
  })
}

interface Stored {
  db: Db
  storage: Pick<Storage, 'discard'>
}

/** Merges a category into another: reads show its products there from the commit on, and a task moves them. Throws AppError 404 or 409. */
export async function mergeCategory(
  { db, storage }: Stored,
  by: Acting,
  { into, ...changed }: Change & { into: string },
): Promise<void> {
  const discarded = await change(db, by, async (tx, list) => {
    const { name, slug, picture } = required(list, changed)
    if (slug === into) throw categoryError('merged_into_itself')
    const target = list.find((one) => one.slug === into)
    if (!target) throw categoryError((await queries.isSlugTaken(tx, into)) ? 'category_moves' : 'category_not_found')
    await queries.startMoving(tx, slug, into)
    const former = { slug: into, ended_at: by.now }
    await queries.insertFormer(tx, { ...former, former: name, is_slug: false })
    await queries.insertFormer(tx, { ...former, former: slug, is_slug: true })
    await moveLater(tx, slug, by.now)
    const difference = { before: { name }, after: { name: null, merged_into: target.name } }
    const discarded = await dropPicture(tx, picture)
    return { action: 'merge_category', target: slug, discarded, ...difference }
  })
  await storage.discard(discarded)
}

/** Replaces the picture of a category, or removes it without a new one. Throws AppError 404 or 409. */
export async function setPicture(
  { db, storage }: Stored,
  by: Acting,
  { slug, from }: { slug: string; from: string },
  staged: StagedBlob | undefined,
): Promise<void> {
  const discarded = await change(db, by, async (tx, list) => {
    const before = found(list, slug).picture
    const unused = unusedIfShown(before, staged)
    if (unused) return unused
    if (before !== from) throw categoryError('newer_revision')
    const discarded = await dropPicture(tx, from)
    const picture = staged ? (await setMarketPicture(tx, `category/${randomUUID()}`, staged)).address : ''
    await queries.updateCategory(tx, slug, { picture })
    return { action: 'change_category', target: slug, discarded, before: { picture: from }, after: { picture } }
  })
  await storage.discard(discarded)
}

/** Removes the picture at an address, if there is one; returns the unused files. */
async function dropPicture(tx: Tx, address: string): Promise<string[]> {
  return address ? (await setMarketPicture(tx, marketPictureName(address), undefined)).discarded : []
}
