import type { CartLine } from './use-cart-lines.ts'

/** Lines that were just removed and can be brought back. */
export interface Removal {
  /** Identifies the removal. */
  id: number
  lines: readonly CartLine[]
  /** The ids of the rows that stood before them, removed ones as well. */
  before: readonly string[]
}

/** A row of the list: a line, or the gap where one was. */
export interface CartRow {
  line: CartLine
  removal?: Removal
}

/** Returns the rows of a cart: its lines, and those that were just removed where they were. */
export function rowsOf(lines: readonly CartLine[], removals: readonly Removal[]): CartRow[] {
  const rows: CartRow[] = lines.map((line) => ({ line }))
  for (const removal of removals) {
    const [line] = removal.lines
    if (!line || removal.lines.length > 1 || lines.some(({ product_id }) => product_id === line.product_id)) continue
    const at = rows.findLastIndex((row) => removal.before.includes(row.line.product_id))
    rows.splice(at + 1, 0, { line, removal })
  }
  return rows
}
