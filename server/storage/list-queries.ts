import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import type { Actor } from './actor.ts'
import { USERS_BUCKET } from './constants.ts'
import { isKey } from './object-name.ts'
import type { StoredObject } from './object-queries.ts'

/** One list looks at no more entries of a folder than this. */
export const MAX_LISTED = 10_000
export const LIST_SORT_COLUMNS = ['name', 'updated_at', 'created_at', 'last_accessed_at'] as const
export type ListSort = { column: (typeof LIST_SORT_COLUMNS)[number]; order: 'asc' | 'desc' }

/** A folder, or a file with its row; `name` is what follows the folder that is listed. */
export type Entry = { name: string; object: StoredObject | undefined }

type EntryRow = { entry: string; is_folder: boolean } & Partial<StoredObject>

/** Names from `from` up to, but not including, `to`; null for the end. */
interface Range {
  from: string
  to: string | null
}

/**
 * What stands directly in a folder. By name, a folder stands where the files in it would: as if its name ended with a
 * slash. By a time, folders come before files when ascending, else after them. Folders are stepped over, whatever is in
 * them: the cost grows with the entries of this folder only, of which the first ten thousand by name are looked at.
 */
export async function listFolder(
  db: Db,
  actor: Actor,
  folder: { bucket_id: string; prefix: string; search: string },
  page: { limit: number; offset: number; sort: ListSort },
): Promise<Entry[]> {
  const range = visibleRange(actor, folder.bucket_id, folder.prefix)
  if (!range || (folder.search && !isKey(folder.search))) return []
  const { bucket_id, prefix, search } = folder
  const inOrder = page.sort.column === 'name' && page.sort.order === 'asc' && !search
  const steps = inOrder ? Math.min(page.limit + page.offset, MAX_LISTED) : MAX_LISTED
  const below = range.to === null ? sql`true` : sql`name < ${range.to}`
  const skip = prefix.length + 1
  // As the steps go: another order would repeat entries on the next page, and lose others.
  const place = sql`case when is_folder then entry || '/' else entry end`
  const column = page.sort.column === 'name' ? place : sql.ref(sortColumn(page.sort.column))
  const { rows } = await sql<EntryRow>`
    with recursive steps(name, step) as (
      (select name, 1 from storage_objects
        where bucket_id = ${bucket_id} and name >= ${range.from} and ${below} order by bucket_id, name limit 1)
      union all
      select (
        select name from storage_objects
        where bucket_id = ${bucket_id} and ${below} and name >= case
            when strpos(substr(steps.name, ${skip}), '/') > 0
              then ${prefix} || split_part(substr(steps.name, ${skip}), '/', 1) || '0'
            else steps.name || chr(1) end collate "C"
        order by bucket_id, name limit 1
      ), step + 1 from steps where steps.name is not null and step < ${steps}
    ), entries as (
      select name, split_part(substr(name, ${skip}), '/', 1) as entry, strpos(substr(name, ${skip}), '/') > 0 as is_folder
      from steps where name is not null
    )
    select entry, is_folder, storage_objects.*
    from entries left join storage_objects
      on not is_folder and bucket_id = ${bucket_id} and storage_objects.name = entries.name
    where starts_with(lower(entry), ${search.toLowerCase()})
    order by ${column} ${page.sort.order === 'asc' ? sql`asc nulls first` : sql`desc nulls last`}, ${place}
    limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows.map(({ entry, is_folder, ...object }) => ({
    name: entry,
    object: is_folder ? undefined : (object as StoredObject),
  }))
}

/** Every object below a prefix, by name, after the one named `after`. */
export async function listAll(
  db: Db,
  actor: Actor,
  area: { bucket_id: string; prefix: string; after: string },
  limit: number,
): Promise<StoredObject[]> {
  const range = visibleRange(actor, area.bucket_id, area.prefix)
  if (!range || (area.after && !isKey(area.after))) return []
  const { rows } = await sql<StoredObject>`
    select * from storage_objects
    where bucket_id = ${area.bucket_id} and name >= ${range.from} and name > ${area.after}
      and ${range.to === null ? sql`true` : sql`name < ${range.to}`}
    order by name limit ${limit}`.execute(db)
  return rows
}

/**
 * Which names an actor may see listed: of the pictures of people only the own ones, because the others would be a list
 * of all accounts.
 */
function visibleRange(actor: Actor, bucketId: string, prefix: string): Range | undefined {
  const whole: Range = { from: prefix, to: afterAllOf(prefix) }
  if (prefix && !isKey(prefix)) return undefined
  if (bucketId !== USERS_BUCKET || actor.kind === 'service') return whole
  if (actor.kind !== 'person') return undefined
  const own = `${actor.user_id}-`
  if (own.startsWith(prefix)) return { from: own, to: afterAllOf(own) }
  return prefix.startsWith(own) ? whole : undefined
}

/** The first name that does not begin with `prefix`, in the order of bytes; null when there is none. */
function afterAllOf(prefix: string): string | null {
  if (prefix === '') return null
  const last = prefix.length - 1
  return prefix.slice(0, last) + String.fromCharCode(prefix.charCodeAt(last) + 1)
}

/** When a file was read last is not written down: its last change stands for it. */
function sortColumn(column: Exclude<ListSort['column'], 'name'>): 'updated_at' | 'created_at' {
  return column === 'last_accessed_at' ? 'updated_at' : column
}
