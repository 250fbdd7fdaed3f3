import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'
import { MAX_MATCHES } from '../../../shared/kernel/list-constants.ts'

interface MatchPage {
  key: RawBuilder<unknown>
  order: RawBuilder<unknown>
  offset: number
  limit: number
}

/**
 * Returns the keys of a sorted page of a query's rows, as text, and their number up to a maximum. Matches beyond it are left
 * out.
 */
export async function readMatches(db: Db, query: RawBuilder<unknown>, { key, order, offset, limit }: MatchPage) {
  // Materialised: read once for both page and count.
  const { rows } = await sql<{ total: number; keys: string[] }>`
    with matches as materialized (${query} limit ${MAX_MATCHES + 1})
    select (select count(*) from matches) as total, array(
      select ${key} from matches order by ${order}
      offset ${offset} limit ${Math.max(0, Math.min(limit, MAX_MATCHES - offset))}
    ) as keys`.execute(db)
  const { total = 0, keys = [] } = rows[0] ?? {}
  return { keys, total: Math.min(total, MAX_MATCHES), total_is_exact: total <= MAX_MATCHES }
}
