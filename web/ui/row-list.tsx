import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { ScrollFrame, stayingCell } from './scroll-frame.tsx'
import { SelectBox } from './select-box.tsx'
import { NARROW_FOR_TABLES_PX, useNarrowScreen } from './use-narrow-screen.ts'

export interface Column<Row> {
  text: string
  cell: (row: Row) => ReactNode
  /** A number or an amount: stands at the right. */
  isAmount?: boolean
  /** Stays on one line. */
  isShort?: boolean
}

export interface Selection<Row> {
  /** Names a row, e.g. the product's name. */
  nameOf: (row: Row) => string
  has: (row: Row) => boolean
  toggle: (row: Row) => void
  /** Of the rows shown. */
  state: 'none' | 'some' | 'all'
  toggleAll: () => void
}

interface RowListProps<Row> {
  /** Names the list. */
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The first one names the row. */
  columns: readonly [Column<Row>, ...Column<Row>[]]
  actions: (row: Row) => ReactNode
  selection?: Selection<Row>
}

/** Rows with columns: a table, and on narrow screens one card below the other. */
export function RowList<Row>(props: RowListProps<Row>) {
  return useNarrowScreen(NARROW_FOR_TABLES_PX) ? <Cards {...props} /> : <Table {...props} />
}

const cell = 'px-3 py-2.5'

function Table<Row>({ label, rows, keyOf, columns, actions, selection }: RowListProps<Row>) {
  const [first, ...others] = columns
  const align = ({ isAmount, isShort }: Column<Row>) =>
    classNames(isAmount && 'text-right', isShort && 'whitespace-nowrap')
  return (
    <ScrollFrame label={label}>
      <table className="w-full border-collapse text-left tabular-nums">
        <thead className="border-b border-line text-sm text-muted">
          <tr>
            {selection && (
              <td className="w-10 pl-3">
                <SelectAll selection={selection} />
              </td>
            )}
            {columns.map((column) => (
              <th key={column.text} scope="col" className={classNames('px-3 py-3 font-medium', align(column))}>
                {column.text}
              </th>
            ))}
            <th scope="col" className={`px-3 py-3 font-medium ${stayingCell}`}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line last:border-0">
              {selection && (
                <td className="w-10 pl-3">
                  <SelectRow selection={selection} row={row} />
                </td>
              )}
              <th scope="row" className={`${cell} font-semibold`}>
                {first.cell(row)}
              </th>
              {others.map((column) => (
                <td key={column.text} className={classNames(cell, align(column))}>
                  {column.cell(row)}
                </td>
              ))}
              <td className={`${cell} ${stayingCell}`}>
                <span className="flex gap-2">{actions(row)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}

function Cards<Row>({ label, rows, keyOf, columns, actions, selection }: RowListProps<Row>) {
  return (
    <>
      {selection && (
        <div className="mb-2 px-3">
          <SelectAll selection={selection} labelShown />
        </div>
      )}
      <ul aria-label={label} className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {rows.map((row) => (
          <li key={keyOf(row)} className="rounded-2xl border border-line bg-surface p-3">
            <div className="flex items-start gap-3">
              {selection && <SelectRow selection={selection} row={row} />}
              <dl className="grid min-w-0 flex-1 gap-1.5 tabular-nums">
                {columns.map((column) => (
                  <div key={column.text} className="flex flex-wrap items-center justify-between gap-x-4">
                    <dt className="text-sm text-muted">{column.text}</dt>
                    <dd className="min-w-0 font-medium wrap-anywhere">{column.cell(row)}</dd>
                  </div>
                ))}
              </dl>
            </div>
            <div className="mt-2 flex flex-wrap justify-end gap-2 border-t border-line pt-2">{actions(row)}</div>
          </li>
        ))}
      </ul>
    </>
  )
}

function SelectAll<Row>({ selection, labelShown }: { selection: Selection<Row>; labelShown?: boolean }) {
  return (
    <SelectBox
      label="Select all on this page"
      labelShown={labelShown}
      checked={selection.state === 'all'}
      partly={selection.state === 'some'}
      onChange={selection.toggleAll}
    />
  )
}

function SelectRow<Row>({ selection, row }: { selection: Selection<Row>; row: Row }) {
  return (
    <SelectBox
      label={`Select ${selection.nameOf(row)}`}
      checked={selection.has(row)}
      onChange={() => selection.toggle(row)}
    />
  )
}
