import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { Link } from './link.tsx'

interface MenuProps {
  /** Names the button that opens the menu. */
  label: string
  /** What the button shows. */
  trigger: ReactNode
  children: ReactNode
  /** Open at once: for a menu whose code was fetched by the press that asked for it. */
  defaultOpen?: boolean
}

const itemLook =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-3 outline-none select-none data-highlighted:bg-tint-strong'

/** A button with a menu of `MenuLink` and `MenuItem`; arrow keys, Escape and typing a first letter work. */
export function Menu({ label, trigger, children, defaultOpen = false }: MenuProps) {
  return (
    <Base.Root defaultOpen={defaultOpen} modal={false}>
      <Base.Trigger aria-label={label} className="inline-flex rounded-full hover:opacity-90">
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={8} className="z-50 outline-none">
          <Base.Popup className="min-w-56 rounded-2xl border border-line bg-surface p-2 text-ink shadow-lg transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 motion-reduce:transition-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** A menu entry that leads to a page. */
export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Base.LinkItem closeOnClick className={itemLook} render={<Link to={to} />}>
      {children}
    </Base.LinkItem>
  )
}

/** A menu entry that does something. */
export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <Base.Item className={itemLook} onClick={onSelect}>
      {children}
    </Base.Item>
  )
}
