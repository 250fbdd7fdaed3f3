import { type ReactElement, useState } from 'react'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { MenuItem } from '../overlay/menu.tsx'
import { showError } from '../overlay/toasts.tsx'
import { OrderHandle } from './order-handle.tsx'

interface OrderedRows<Row> {
  rows: readonly Row[]
  nameOf: (row: Row) => string
  /** Stores the rows in another order; returns the text of a failure. */
  save: (rows: Row[]) => Promise<string | undefined>
}

export interface Order<Row> {
  handleOf: (row: Row) => ReactElement
  /** Returns the entries of a row's menu. */
  entriesOf: (row: Row) => ReactElement
  /** Announces the new place of a row that was moved. */
  announcement: ReactElement
}

/** Lets rows be moved in their list, by a handle and by entries of their menus. */
export function useOrder<Row>({ rows, nameOf, save }: OrderedRows<Row>): Order<Row> {
  const [moved, setMoved] = useState('')

  async function move(row: Row, to: number): Promise<void> {
    const failure = await save(rows.filter((one) => one !== row).toSpliced(to, 0, row))
    if (failure) return showError(failure)
    setMoved(listMessages.moved({ name: nameOf(row), place: to + 1, count: rows.length }))
  }

  return {
    handleOf: (row) => (
      <OrderHandle
        name={nameOf(row)}
        index={rows.indexOf(row)}
        count={rows.length}
        onMove={(to) => void move(row, to)}
      />
    ),
    entriesOf(row) {
      const at = rows.indexOf(row)
      return (
        <>
          {at > 0 && <MenuItem onSelect={() => move(row, at - 1)}>{listMessages.moveUp}</MenuItem>}
          {at < rows.length - 1 && <MenuItem onSelect={() => move(row, at + 1)}>{listMessages.moveDown}</MenuItem>}
        </>
      )
    },
    announcement: (
      <p role="status" className="sr-only">
        {moved}
      </p>
    ),
  }
}
