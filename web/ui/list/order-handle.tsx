import { type PointerEvent, useRef } from 'react'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { GripVertical } from '../area-icons.ts'

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

/** The handle of a row that is moved in its list, by dragging or with the up and down keys. */
export function OrderHandle({ name, index, count, onMove }: OrderHandleProps) {
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

  /** Returns the place of the row under the pointer. */
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
