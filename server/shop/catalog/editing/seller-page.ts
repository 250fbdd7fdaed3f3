import { inTransaction } from '../../../../db/connect.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import { MAX_ABOUT_LENGTH, MAX_HANDLES_PER_SELLER } from '../../../../shared/catalog/handles.ts'
import type { OwnSellerPage, SaveSellerPage } from '../../../../shared/catalog/seller-schema.ts'
import { isVisible } from '../../../../shared/kernel/visible.ts'
import { cleanHtml, isWithinBounds } from '../../../platform/rich-text/clean-html.ts'
import { isStoredAvatar } from '../../../programs/storage/avatar-queries.ts'
import { indexProductsOf } from '../../search/tasks.ts'
import { catalogChanged, sellerChange } from '../products/catalog-changes.ts'
import { sellerError, sellerPageError } from '../products/errors.ts'
import * as queries from '../products/seller-page-queries.ts'

/** Returns a seller's own page for editing. Throws AppError 404. */
export async function readOwnPage(db: Db, sellerId: string): Promise<OwnSellerPage> {
  const page = await queries.findOwnPage(db, sellerId)
  if (!page) throw sellerError('seller_not_found')
  return page
}

/**
 * Changes a seller's page and returns it; the old handle still leads there. Throws AppError 409 when it was changed
 * since, when another seller has the handle, and after too many handles; 400 for a text that is too long, and for a
 * banner that is not one of the seller's stored pictures.
 */
export function savePage(
  { db, siteUrl }: { db: Db; siteUrl: string },
  { sellerId, page, now }: { sellerId: string; page: SaveSellerPage; now: Date },
): Promise<OwnSellerPage> {
  const about = cleanAbout(page.about)
  const { about: _written, revision, ...written } = page
  const { handle, banner } = written
  return inTransaction(db, async (tx) => {
    const before = await queries.lockOwnPage(tx, sellerId)
    if (!before) throw sellerError('seller_not_found')
    if (before.revision !== revision) throw sellerPageError('newer_page')
    const isNewBanner = banner !== '' && banner !== before.banner
    if (isNewBanner && !(await isStoredAvatar(tx, siteUrl, { user_id: sellerId, address: banner })))
      throw sellerPageError('banner_not_stored')
    if (handle !== before.handle) await takeHandle(tx, sellerId, handle)
    await queries.updatePage(tx, sellerId, { ...written, about, updated_at: now })
    await catalogChanged(tx, sellerChange(before.handle, handle))
    return { ...before, ...written, about, revision: revision + 1 }
  })
}

async function takeHandle(tx: Tx, sellerId: string, handle: string): Promise<void> {
  if (!(await queries.claimHandle(tx, sellerId, handle))) throw sellerPageError('handle_taken')
  if ((await queries.countHandles(tx, sellerId)) > MAX_HANDLES_PER_SELLER) throw sellerPageError('too_many_handles')
}

function cleanAbout(html: string): string {
  if (!isWithinBounds(html)) throw sellerPageError('about_too_long')
  const clean = cleanHtml(html).trim()
  const text = clean.replace(/<[^<>]*>/g, '').replace(/&[a-z0-9#]+;/gi, ' ')
  if (text.length > MAX_ABOUT_LENGTH || clean.length > 10 * MAX_ABOUT_LENGTH) throw sellerPageError('about_too_long')
  return isVisible(text) || /<img\b/.test(clean) ? clean : ''
}

/** Invalidates caches after a change of a user's name, picture or suspension, if the user has a page in the shop. */
export async function sellerChanged(tx: Tx, userId: string, { isRenamed = false } = {}): Promise<void> {
  const page = await queries.findOwnPage(tx, userId)
  if (!page) return
  if (isRenamed) await indexProductsOf(tx, userId)
  await catalogChanged(tx, sellerChange(page.handle))
}

/** Removes a banner from a seller's page if `isRemoved` returns true for its address. */
export async function forgetBanner(tx: Tx, userId: string, isRemoved: (address: string) => boolean): Promise<void> {
  const page = await queries.lockOwnPage(tx, userId)
  if (!page?.banner || !isRemoved(page.banner)) return
  await queries.updatePage(tx, userId, { banner: '', updated_at: new Date() })
  await catalogChanged(tx, sellerChange(page.handle))
}
