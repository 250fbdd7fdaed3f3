import { idMissing, idsDiffer } from './errors.ts'

/** Returns the id of the row to change, from `id` or the column's own name. Throws AppError 400 unless it is one id. */
export function idOf<Column extends string>(body: { id?: string } & { [column in Column]?: string }, column: Column) {
  const named: string | undefined = body[column]
  const id = body.id ?? named
  if (id === undefined) throw idMissing(column)
  if (named !== undefined && named !== id) throw idsDiffer(column)
  return id
}
