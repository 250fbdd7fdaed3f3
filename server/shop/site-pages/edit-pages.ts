import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import type { SETTINGS_ACTIONS } from '../../../shared/audit/constants.ts'
import { isOrderOf } from '../../../shared/kernel/revision.ts'
import { isVisible } from '../../../shared/kernel/visible.ts'
import { FIXED_PAGES } from '../../../shared/site-pages/constants.ts'
import { differing } from '../../../shared/site-pages/differing.ts'
import { MAX_OWN_PAGES, MAX_PAGE_BYTES, MAX_PAGE_TAGS } from '../../../shared/site-pages/limits.ts'
import type {
  AddPage,
  AdminPage,
  AdminPageRow,
  OrderPages,
  PageText,
  SavePage,
  SitePage,
} from '../../../shared/site-pages/schema.ts'
import { type Acting, type Difference, recordSettings } from '../../people/audit/queries.ts'
import { cleanHtml, isWithinBounds } from '../../platform/rich-text/clean-html.ts'
import { catalogChanged, tagOf } from '../catalog/products/catalog-changes.ts'
import { marketChanged } from '../market/market.ts'
import { requireRoom } from '../market/page-room.ts'
import { sitePageError } from './public-reads.ts'
import * as queries from './queries.ts'

/** Returns a page for editing. Throws AppError 404. */
export async function readPage(db: Db | Tx, slug: string): Promise<AdminPage> {
  const page = await findPage(db, slug)
  return { ...page, draft: await readDraft(db, slug), versions: await queries.listPublishedVersions(db, slug) }
}

async function findPage(db: Db | Tx, slug: string): Promise<AdminPageRow> {
  const [page] = await queries.listPages(db, slug)
  if (!page) throw sitePageError('page_not_found')
  return page
}

async function readDraft(db: Db | Tx, slug: string): Promise<AdminPage['draft']> {
  const { title = '', body = '' } = (await queries.findNewest(db, slug)) ?? {}
  return { title, body }
}

/** Returns a text as a page would show it, published at a time. Throws AppError 400 or 404, or 409 for an empty one. */
export async function pageWith(db: Db, slug: string, { title, body: html }: PageText, now: Date): Promise<SitePage> {
  await findPage(db, slug)
  const body = cleanBody(html)
  if (!hasText(body)) throw sitePageError('page_empty')
  const { version = 1 } = (await queries.findNewest(db, slug)) ?? {}
  return { slug, title, body, version, published_at: now.toISOString(), shown_version: version, versions: [] }
}

interface Change {
  slug: string
  /** The revision that the change is based on. */
  revision: number
}

interface Recorded extends Difference {
  action: (typeof SETTINGS_ACTIONS)[number]
  /** The shop shows the change. */
  isShown?: boolean
}

/** Changes a page in a transaction and returns it. Throws AppError 404; 409 when it was changed since. */
function change(
  db: Db,
  by: Acting,
  { slug, revision }: Change,
  apply: (tx: Tx, page: AdminPageRow) => Promise<Recorded>,
): Promise<AdminPage> {
  return inTransaction(db, async (tx) => {
    await queries.lockPages(tx)
    const page = await findPage(tx, slug)
    if (page.revision !== revision) throw sitePageError('newer_revision')
    await record(tx, by, slug, await apply(tx, page))
    return readPage(tx, slug)
  })
}

async function record(tx: Tx, by: Acting, target: string, { action, before, after, isShown }: Recorded): Promise<void> {
  await recordSettings(tx, by, action, { target, before, after })
  if (!isShown) return
  await catalogChanged(tx, [tagOf.sitePages])
  // The footer of every page has links to them.
  await marketChanged(tx)
}

/** Saves the draft of a page, which the shop does not show. Throws AppError 400, 404 or 409. */
export function savePage(db: Db, by: Acting, slug: string, { revision, title, body: html }: SavePage) {
  const body = cleanBody(html)
  return change(db, by, { slug, revision }, async (tx) => {
    const before = await readDraft(tx, slug)
    await queries.putDraft(tx, { slug, title, body, admin_id: by.admin_id })
    await queries.updatePage(tx, slug, {})
    const [former, later] = differing(before.body, body)
    return { action: 'save_page', before: { ...before, body: former }, after: { title, body: later } }
  })
}

/** Throws AppError 400. */
function cleanBody(html: string): string {
  if (!isWithinBounds(html, MAX_PAGE_TAGS)) throw sitePageError('page_too_long')
  const body = cleanHtml(html, MAX_PAGE_TAGS).trim()
  if (Buffer.byteLength(body) > MAX_PAGE_BYTES) throw sitePageError('page_too_long')
  return body
}

/** Publishes the draft of a page, or its newest version again. Throws AppError 404 or 409. */
export function publishPage(db: Db, by: Acting, changed: Change): Promise<AdminPage> {
  return change(db, by, changed, async (tx, { slug, shown_version }) => {
    const newest = await queries.findNewest(tx, slug)
    if (!newest || newest.version === shown_version || !hasText(newest.body)) throw sitePageError('page_empty')
    await queries.publishDraft(tx, slug, by.now)
    await queries.updatePage(tx, slug, { shown_version: newest.version })
    await requireRoom(tx, queries.listShown)
    const [before, after] = [{ version: shown_version }, { version: newest.version }]
    return { action: 'publish_page', before, after, isShown: true }
  })
}

/** Takes a page out of the shop; its versions stay. Throws AppError 404 or 409. */
export function unpublishPage(db: Db, by: Acting, changed: Change): Promise<AdminPage> {
  return change(db, by, changed, async (tx, { slug, shown_version }) => {
    await queries.updatePage(tx, slug, { shown_version: null })
    return { action: 'unpublish_page', before: { version: shown_version }, after: { version: null }, isShown: true }
  })
}

/** Puts a page into the footer, or takes it out. Throws AppError 404 or 409. */
export function changeFooter(db: Db, by: Acting, { in_footer, ...changed }: Change & { in_footer: boolean }) {
  return change(db, by, changed, async (tx, page) => {
    await queries.updatePage(tx, page.slug, { in_footer })
    await requireRoom(tx, queries.listShown)
    const [before, after] = [{ in_footer: page.in_footer }, { in_footer }]
    return { action: 'page_footer', before, after, isShown: true }
  })
}

/** Saves the order of all pages. Throws AppError 409 when another was saved, or some were added or removed, meanwhile. */
export function orderPages(db: Db, by: Acting, { slugs, from }: OrderPages): Promise<AdminPageRow[]> {
  return inTransaction(db, async (tx) => {
    const before = await queries.lockPages(tx)
    if (!isOrderOf(before, { order: slugs, from })) throw sitePageError('newer_revision')
    await queries.orderPages(tx, slugs)
    const [order, ordered] = [before.join(', '), slugs.join(', ')]
    await record(tx, by, 'pages', {
      action: 'order_pages',
      before: { order },
      after: { order: ordered },
      isShown: true,
    })
    return queries.listPages(tx)
  })
}

/** Adds an empty page with its draft. Throws AppError 409. */
export function addPage(db: Db, by: Acting, { slug, title }: AddPage): Promise<AdminPage> {
  return inTransaction(db, async (tx) => {
    const slugs = await queries.lockPages(tx)
    if (slugs.includes(slug)) throw sitePageError('slug_taken')
    if (slugs.length >= FIXED_PAGES.length + MAX_OWN_PAGES) throw sitePageError('too_many_pages')
    await queries.insertPage(tx, slug)
    await queries.putDraft(tx, { slug, title, body: '', admin_id: by.admin_id })
    await record(tx, by, slug, { action: 'add_page', before: null, after: { title } })
    return readPage(tx, slug)
  })
}

/** Deletes an added page that is not published, with all its versions. Throws AppError 404 or 409. */
export function deletePage(db: Db, by: Acting, slug: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await queries.lockPages(tx)
    const { title, shown_version } = await findPage(tx, slug)
    if (FIXED_PAGES.includes(slug) || shown_version !== null) throw sitePageError('page_stays')
    await queries.deletePage(tx, slug)
    await catalogChanged(tx, [tagOf.sitePages])
    await record(tx, by, slug, { action: 'delete_page', before: { title }, after: null })
  })
}

function hasText(body: string): boolean {
  return /<img\b/.test(body) || isVisible(body.replace(/<[^<>]*>/g, ''))
}
