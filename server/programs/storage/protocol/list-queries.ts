import { sql } from 'kysely'
import type { Db } from '../../../../db/tables.ts'
import { USERS_BUCKET } from '../constants.ts'
import { isKey } from '../object-name.ts'
import type { Actor } from './deps.ts'
import type { StoredObject } from './object-queries.ts'

/** The limit of entries of a folder that a list reads. */
export const MAX_LISTED = 10_000
export const LIST_SORT_COLUMNS = ['name', 'updated_at', 'created_at', 'last_accessed_at'] as const
type ListSort = { column: (typeof LIST_SORT_COLUMNS)[number]; order: 'asc' | 'desc' }

/** The position of an entry in a list: its sort key, and its name among those with the same key. */
export interface Position {
  key: string
  place: string
}

interface Folder {
  bucket_id: string
  /** Empty, or the folder's name and a slash. */
  prefix: string
  /** Only entries that start with this, case-sensitive. */
  beginning?: string
  /** Only entries that start with this, in any letter case. */
  search?: string
}

/** A folder, or a file with its row; `name` is relative to the listed folder. */
export interface Entry {
  name: string
  object: StoredObject | undefined
  position: Position
}

interface Page {
  limit: number
  sort: ListSort
  /** Starts after this position, whatever was added or removed before it. */
  after?: Position | undefined
}

type Placed = { place: string; sort_key: string }
type EntryRow = Placed & { entry: string; is_folder: boolean } & Partial<StoredObject>

/** Names from `from` up to, but not including, `to`; null for the end. */
interface Range {
  from: string
  to: string | null
}

/**
 * Returns the direct entries of a folder. By name, a folder sorts as if its name ended with a slash, where its files would
 * be; by time, folders come before files when ascending, otherwise after them. Subfolders are skipped without reading their
 * files: the cost depends on the entries of this folder only, of which the first ten thousand by name are read.
 */
export async function listFolder(
  db: Db,
  actor: Actor,
  { bucket_id, prefix, beginning = '', search = '' }: Folder,
  page: Page & { offset?: number },
): Promise<Entry[]> {
  const range = visibleRange(actor, bucket_id, prefix + beginning)
  if (!range || (search && !isKey(search))) return []
  const { limit, offset = 0, sort, after } = page
  const inOrder = sort.column === 'name' && sort.order === 'asc' && !search
  const steps = inOrder ? Math.min(limit + offset, MAX_LISTED) : MAX_LISTED
  const from = inOrder && after ? laterOf(range.from, prefix + behind(after.place)) : range.from
  const skip = prefix.length + 1
  const { rows } = await sql<EntryRow>`
    with recursive steps(name, step) as (
      (select name, 1 from storage_objects
        where bucket_id = ${bucket_id} and name >= ${from} and ${below(range)} order by bucket_id, name limit 1)
      union all
      select (
        select name from storage_objects
        where bucket_id = ${bucket_id} and ${below(range)} and name >= case
            when strpos(substr(steps.name, ${skip}), '/') > 0
              then ${prefix} || split_part(substr(steps.name, ${skip}), '/', 1) || '0'
            else steps.name || chr(1) end collate "C"
        order by bucket_id, name limit 1
      ), step + 1 from steps where steps.name is not null and step < ${steps}
    ), entries as (
      select name, split_part(substr(name, ${skip}), '/', 1) as entry, strpos(substr(name, ${skip}), '/') > 0 as is_folder
      from steps where name is not null
    ), placed as (
      -- In the order of the steps: another order would repeat entries on the next page, and lose others.
      select *, case when is_folder then entry || '/' else entry end as place from entries
      where starts_with(lower(entry), ${search.toLowerCase()})
    ), listed as (
      select entry, is_folder, place, ${sortKey(sort)} as sort_key, storage_objects.*
      from placed left join storage_objects
        on not is_folder and bucket_id = ${bucket_id} and storage_objects.name = placed.name
    )
    select * from listed where ${isAfter(page)} order by ${ordering(sort)} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ entry, is_folder, place, sort_key, ...object }) => ({
    name: entry,
    object: is_folder ? undefined : (object as StoredObject),
    position: { key: sort_key, place },
  }))
}

/** Returns every object below a prefix; by time, of the first ten thousand by name. */
export async function listAll(db: Db, actor: Actor, { bucket_id, prefix }: Folder, page: Page): Promise<Entry[]> {
  const range = visibleRange(actor, bucket_id, prefix)
  if (!range) return []
  const { limit, sort, after } = page
  const byName = sort.column === 'name'
  const beyond = after && sort.order === 'asc' ? sql`name > ${after.place}` : after && sql`name < ${after.place}`
  const { rows } = await sql<StoredObject & Placed>`
    with candidates as (
      select *, name as place from storage_objects
      where bucket_id = ${bucket_id} and name >= ${range.from} and ${below(range)}
        and ${(byName && beyond) || sql`true`}
      order by bucket_id, name ${byName && sort.order === 'desc' ? sql`desc` : sql`asc`}
      limit ${byName ? limit : MAX_LISTED}
    ), listed as (
      select *, ${sortKey(sort)} as sort_key from candidates
    )
    select * from listed where ${isAfter(page)} order by ${ordering(sort)} limit ${limit}`.execute(db)
  return rows.map(({ place, sort_key, ...object }) => ({
    name: object.name,
    object,
    position: { key: sort_key, place },
  }))
}

/**
 * Returns SQL for the sort key of entries, as text; folders have no time. The time of the last change stands in for that of
 * the last access, which is not recorded.
 */
function sortKey({ column }: ListSort) {
  if (column === 'name') return sql`place`
  const time = column === 'created_at' ? sql`created_at` : sql`updated_at`
  return sql`coalesce(to_char(${time} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), '') collate "C"`
}

function ordering({ order }: ListSort) {
  return order === 'asc' ? sql`sort_key, place` : sql`sort_key desc, place`
}

function isAfter({ sort, after }: Page) {
  if (!after) return sql`true`
  const further = sort.order === 'asc' ? sql`sort_key > ${after.key}` : sql`sort_key < ${after.key}`
  return sql`(${further} or (sort_key = ${after.key} and place > ${after.place}))`
}

const below = ({ to }: Range) => (to === null ? sql`true` : sql`name < ${to}`)
const laterOf = (one: string, other: string) => (one > other ? one : other)

function behind(place: string): string {
  return place.endsWith('/') ? `${place.slice(0, -1)}0` : `${place}\u0001`
}

/**
 * Returns the range of names that an actor may list: of avatars only the user's own, as the others would reveal all accounts.
 * Undefined when there is nothing to list.
 */
function visibleRange(actor: Actor, bucketId: string, prefix: string): Range | undefined {
  const whole: Range = { from: prefix, to: afterAllOf(prefix) }
  if (prefix && !isKey(prefix)) return undefined
  if (bucketId !== USERS_BUCKET || actor.kind === 'service') return whole
  if (actor.kind !== 'user') return undefined
  const own = `${actor.user_id}-`
  if (own.startsWith(prefix)) return { from: own, to: afterAllOf(own) }
  return prefix.startsWith(own) ? whole : undefined
}

/** Returns the first name after those that start with `prefix`, in byte order; null when there is none. */
function afterAllOf(prefix: string): string | null {
  if (prefix === '') return null
  const last = prefix.length - 1
  return prefix.slice(0, last) + String.fromCharCode(prefix.charCodeAt(last) + 1)
}
