import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from '../link.tsx'

/**
 * Props of a popover in the browser's top layer, which nothing covers or clips. It is placed at the element of class `anchor`
 * in the nearest ancestor of class `anchored`.
 */
export const onTop = {
  popover: 'manual',
  ref: (element: HTMLElement | null) => void element?.togglePopover(true),
} as const

interface MenuProps {
  /** Names the button that opens the menu. */
  label: string
  /** The content of the button. */
  trigger: ReactNode
  /** `MenuLink`s and `MenuItem`s; choosing one closes the menu. */
  children: ReactNode
  /** Shown above the entries. */
  heading?: ReactNode
  /** Shown below the entries; using it does not close the menu. */
  footer?: ReactNode
}

const itemLook = 'flex min-h-10 w-full items-center gap-3 rounded-field px-3 text-start hover:bg-tint-strong'

/**
 * A button that shows a short list of links and actions below it (a disclosure, not an ARIA menu: its entries stay links
 * and buttons that Tab reaches in page order). Escape, a press elsewhere and moving the focus out close the list.
 */
export function Menu({ label, trigger, heading, footer, children }: MenuProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const listId = useId()

  useEffect(() => {
    if (!open) return
    const onPress = ({ target }: PointerEvent) => {
      if (!root.current?.contains(target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [open])

  // The focused entry is removed with the list.
  function close() {
    setOpen(false)
    button.current?.focus()
  }

  function onKeyDown({ key }: KeyboardEvent) {
    if (key !== 'Escape' || !open) return
    close()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles events of the button and the entries inside
    <div
      ref={root}
      className="anchored relative inline-flex"
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        onClick={() => setOpen(!open)}
        className="anchor inline-flex rounded-full hover:opacity-90"
      >
        {trigger}
      </button>
      {open && (
        <div
          id={listId}
          {...onTop}
          className="at-anchor [position-area:block-end_span-inline-start] my-2 max-h-[calc(100dvh-1rem)] min-w-56 rounded-picture border border-line bg-surface p-2 text-ink shadow-float"
        >
          {heading}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: an entry pressed by key is clicked as well */}
          <ul onClick={close}>{children}</ul>
          {footer}
        </div>
      )}
    </div>
  )
}

/** A menu entry that links to a page; `className` is that of its list item. */
export function MenuLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  return (
    <li className={className}>
      <Link to={to} className={itemLook}>
        {children}
      </Link>
    </li>
  )
}

/** A menu entry that runs an action. */
export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <li>
      <button type="button" className={itemLook} onClick={onSelect}>
        {children}
      </button>
    </li>
  )
}
