/** Part of a list, and whether more follows. */
export interface Rows<Row> {
  rows: Row[]
  more: boolean
}
