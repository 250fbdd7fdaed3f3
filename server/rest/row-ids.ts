import { idMissing, idsDiffer } from './errors.ts'

/** Returns the id of the row to change, from `id` or the column's own name. Throws AppError 400 unless it is one id. */
export function idOf<Column extends string>(body: { id?: string } & { [column in Column]?: string }, column: Column) {
  const named: string | undefined = body[column]
  const id = body.id ?? named
  if (id === undefined) throw idMissing()
  if (named !== undefined && named !== id) throw idsDiffer(column)
  return id
}

/** Parses a filter: returns `{ by: 'eq', id: 'PRD00042' }` for `eq.PRD00042`. */
export function readFilter(filter: string | undefined): { by: 'eq' | 'beyond'; id: string } | undefined {
  if (filter === undefined) return undefined
  return { by: filter.startsWith('eq.') ? 'eq' : 'beyond', id: filter.slice(3) }
}
