import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import type { PageLink } from '../../../shared/site-pages/page-link.ts'
import type { AdminPageRow, SitePage } from '../../../shared/site-pages/schema.ts'
import { withIsoTimes } from '../../platform/data/columns.ts'

type PublishedVersion = SitePage['versions'][number]

/** Returns a published version of a page, by default the one in the shop; undefined when there is none. */
export async function findPublished(db: Db, slug: string, version?: number): Promise<SitePage | undefined> {
  const { rows } = await sql<Omit<SitePage, 'published_at' | 'versions'> & { published_at: Date }>`
    select slug, title, body, version, published_at, shown_version
    from site_pages join site_page_versions using (slug)
    where slug = ${slug} and version = ${version ?? sql`shown_version`} and published_at is not null`.execute(db)
  const [found] = rows
  return found && { ...withIsoTimes(found), versions: await listPublishedVersions(db, slug) }
}

/** Returns the published versions of a page, newest first, at most 100. */
export async function listPublishedVersions(
  db: Db | Tx,
  slug: string,
): Promise<(PublishedVersion & { title: string })[]> {
  const { rows } = await sql<{ version: number; title: string; published_at: Date }>`
    select version, title, published_at from site_page_versions
    where slug = ${slug} and published_at is not null order by version desc limit 100`.execute(db)
  return rows.map(withIsoTimes)
}

/** Returns the pages in the shop in the order of the footer, with the times of their versions. */
export async function listShown(db: Db | Tx): Promise<(PageLink & { published_at: string })[]> {
  const { rows } = await sql<PageLink & { published_at: Date }>`
    select slug, title, in_footer, published_at
    from site_pages join site_page_versions using (slug)
    where version = shown_version order by place, slug`.execute(db)
  return rows.map(withIsoTimes)
}

/** SQL for the versions of these pages that are in the shop; null for one that is not published. */
export const SHOWN_VERSIONS = {
  terms_version: sql<number | null>`(select shown_version from site_pages where slug = 'terms')`,
  privacy_version: sql<number | null>`(select shown_version from site_pages where slug = 'privacy')`,
}

/** Returns all pages for admins, or one of them. */
export async function listPages(db: Db | Tx, slug?: string): Promise<AdminPageRow[]> {
  const { rows } = await sql<Omit<AdminPageRow, 'published_at'> & { published_at: Date | null }>`
    select page.slug, coalesce(shown.title, newest.title, '') as title, in_footer, shown_version, shown.published_at,
      newest.version is not null and newest.published_at is null as has_draft, revision
    from site_pages page
    left join site_page_versions shown on shown.slug = page.slug and shown.version = shown_version
    left join lateral (
      select version, title, published_at from site_page_versions own where own.slug = page.slug order by version desc limit 1
    ) newest on true
    ${slug === undefined ? sql`` : sql`where page.slug = ${slug}`}
    order by place, page.slug`.execute(db)
  return rows.map(withIsoTimes)
}

interface Version {
  version: number
  title: string
  body: string
}

/** Returns the draft of a page, else its newest version. */
export async function findNewest(db: Db | Tx, slug: string): Promise<Version | undefined> {
  const { rows } = await sql<Version>`
    select version, title, body from site_page_versions where slug = ${slug} order by version desc limit 1`.execute(db)
  return rows[0]
}

/** Locks the list of pages until the transaction ends, and returns the slugs in order. */
export async function lockPages(tx: Tx): Promise<string[]> {
  // guard: site-pages-lock
  await sql`lock table site_pages in share row exclusive mode`.execute(tx)
  const { rows } = await sql<{ slug: string }>`select slug from site_pages order by place, slug`.execute(tx)
  return rows.map(({ slug }) => slug)
}

/** Adds a page after the others. */
export async function insertPage(tx: Tx, slug: string): Promise<void> {
  await sql`
    insert into site_pages (slug, place) select ${slug}, max(place) + 1 from site_pages`.execute(tx)
}

export async function deletePage(tx: Tx, slug: string): Promise<void> {
  await tx.deleteFrom('site_pages').where('slug', '=', slug).execute()
}

/** Changes a page and raises its revision. */
export async function updatePage(
  tx: Tx,
  slug: string,
  change: { in_footer?: boolean; shown_version?: number | null },
): Promise<void> {
  await tx
    .updateTable('site_pages')
    .set({ ...change, revision: sql`revision + 1` })
    .where('slug', '=', slug)
    .execute()
}

/** Puts the pages in the order of these slugs. */
export async function orderPages(tx: Tx, slugs: readonly string[]): Promise<void> {
  await sql`
    update site_pages set place = wanted.place
    from unnest(${[...slugs]}::text[]) with ordinality as wanted (slug, place) where wanted.slug = site_pages.slug`.execute(
    tx,
  )
}

/** Stores the draft of a page in place of the one before. */
export async function putDraft(
  tx: Tx,
  { slug, title, body, admin_id }: { slug: string; title: string; body: string; admin_id: string },
): Promise<void> {
  await sql`
    insert into site_page_versions (slug, version, title, body, admin_id)
    select ${slug}, coalesce(max(version), 0) + 1, ${title}, ${body}, ${admin_id}::uuid
    from site_page_versions where slug = ${slug} and published_at is not null
    on conflict (slug, version) do update set title = excluded.title, body = excluded.body, admin_id = excluded.admin_id`.execute(
    tx,
  )
}

/** Publishes the draft of a page. */
export async function publishDraft(tx: Tx, slug: string, now: Date): Promise<void> {
  await sql`
    update site_page_versions set published_at = ${now} where slug = ${slug} and published_at is null`.execute(tx)
}
