import { type PointerEvent, type ReactElement, useRef, useState } from 'react'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { GripVertical } from '../area-icons.ts'
import { FailureNote } from '../failure-note.tsx'
import { MenuItem } from '../overlay/menu.tsx'
import { showErrorOfAlert } from '../overlay/toasts.tsx'

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
  /** Announces the new place of a row that was moved; shows why one was not. */
  announcement: ReactElement
}

/** Lets rows be moved in their list, by a handle and by entries of their menus. */
export function useOrder<Row>({ rows, nameOf, save }: OrderedRows<Row>): Order<Row> {
  const [moved, setMoved] = useState('')
  const [failure, setFailure] = useState<string>()

  async function move(row: Row, to: number): Promise<void> {
    const refusal = await save(rows.filter((one) => one !== row).toSpliced(to, 0, row))
    setFailure(refusal)
    if (refusal) return showErrorOfAlert(refusal)
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
      <>
        <p role="status" className="sr-only">
          {moved}
        </p>
        <FailureNote text={failure} className="mt-3" />
      </>
    ),
  }
}

interface OrderHandleProps {
  /** The name of the row. */
  name: string
  /** The place of the row in its list, from 0. */
  index: number
  count: number
  onMove: (to: number) => void
}

interface Drag {
  row: HTMLElement
  x: number
  y: number
}

function OrderHandle({ name, index, count, onMove }: OrderHandleProps) {
  const handle = useRef<HTMLButtonElement>(null)
  const drag = useRef<Drag | null>(null)

  function move(to: number): void {
    if (to < 0 || to >= count || to === index) return
    onMove(to)
    // The moved element loses the focus.
    requestAnimationFrame(() => handle.current?.focus())
  }

  function follow({ clientX, clientY }: PointerEvent): void {
    if (!drag.current) return
    const { row, x, y } = drag.current
    Object.assign(row.style, {
      translate: `${clientX - x}px ${clientY - y}px`,
      position: 'relative',
      zIndex: '20',
      opacity: '0.8',
      pointerEvents: 'none',
    })
  }

  function placeOf({ clientX, clientY }: PointerEvent, { parentElement }: HTMLElement): number {
    const target = document.elementFromPoint(clientX, clientY)?.closest(ROW)
    return target?.parentElement === parentElement
      ? [...(parentElement?.children ?? [])].indexOf(target as Element)
      : -1
  }

  function end(event: PointerEvent, isDropped: boolean): void {
    if (!drag.current) return
    const { row } = drag.current
    drag.current = null
    const to = isDropped ? placeOf(event, row) : -1
    for (const property of MOVING) row.style.removeProperty(property)
    move(to)
  }

  return (
    <button
      ref={handle}
      type="button"
      aria-label={listMessages.move({ name })}
      title={listMessages.moveHint}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        move(index + (event.key === 'ArrowDown' ? 1 : -1))
      }}
      onPointerDown={(event) => {
        const row = event.currentTarget.closest<HTMLElement>(ROW)
        if (!row || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { row, x: event.clientX, y: event.clientY }
      }}
      onPointerMove={follow}
      onPointerUp={(event) => end(event, true)}
      onPointerCancel={(event) => end(event, false)}
      className="inline-grid size-8 shrink-0 cursor-grab touch-none place-items-center rounded-field text-muted hover:bg-tint-strong active:cursor-grabbing"
    >
      <GripVertical aria-hidden className="size-4.5" />
    </button>
  )
}

/** The rows of a `RowList`. */
const ROW = ':is(tr,li)'
const MOVING = ['translate', 'position', 'z-index', 'opacity', 'pointer-events']
