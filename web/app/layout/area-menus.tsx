import { useState } from 'react'
import { useLocation } from 'react-router'
import { areaMessages } from '../../../shared/app/area-messages.ts'
import { shopName } from '../../../shared/app/name.ts'
import { Ellipsis } from '../../ui/area-icons.ts'
import type { Icon as IconType } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Brand, Logo } from './layout-parts.tsx'

export interface AreaEntry {
  to: string
  text: string
  Icon: IconType
  /** An alias of `to`. */
  also?: string
  /** Paths below this one belong to other entries. */
  exact?: boolean
  /** Set apart from the daily work. */
  isSetting?: boolean
}

interface AreaMenuProps {
  /** E.g. `Seller area`. */
  name: string
  entries: readonly AreaEntry[]
}

/** Returns whether an entry leads to the page at a path, or to one above it. */
export function leadsTo({ to, also, exact }: AreaEntry, pathname: string): boolean {
  const path = to.replace(/\?.*/, '')
  return pathname === path || pathname === also || (!exact && pathname.startsWith(`${path}/`))
}

/** The menu beside the pages of an area. */
export function SideMenu({ name, entries, collapsed }: AreaMenuProps & { collapsed: boolean }) {
  return (
    <aside
      id="side-menu"
      className={`shrink-0 border-e border-line bg-surface transition-[width] print:hidden ${collapsed ? 'w-14' : 'w-40 lg:w-56'}`}
    >
      <div className="sticky top-0 flex max-h-dvh flex-col gap-4 overflow-y-auto px-2 pb-4">
        <Link to="/" className="flex h-14 items-center gap-2.5 px-1 display text-lg text-brand lg:text-xl">
          {collapsed ? (
            <>
              <Logo className="size-8 shrink-0" />
              <span className="sr-only">{shopName()}</span>
            </>
          ) : (
            <Brand />
          )}
        </Link>
        <nav aria-label={name}>
          <EntryList entries={entries} collapsed={collapsed} />
        </nav>
      </div>
    </aside>
  )
}

interface EntryListProps {
  entries: readonly AreaEntry[]
  collapsed?: boolean
  onFollow?: () => void
}

const APART = 'mt-2 border-t border-line pt-2'

function EntryList({ entries, collapsed = false, onFollow }: EntryListProps) {
  const { pathname } = useLocation()
  return (
    <ul className="grid gap-1">
      {entries.map((entry, index) => (
        <li
          key={entry.to}
          className={index > 0 && entry.isSetting && !entries[index - 1]?.isSetting ? APART : undefined}
        >
          <Link
            to={entry.to}
            aria-current={leadsTo(entry, pathname) ? 'page' : undefined}
            title={collapsed ? entry.text : undefined}
            onClick={onFollow}
            className="flex min-h-10 max-sm:min-h-12 items-center gap-3 rounded-field px-2.5 text-sm font-medium text-muted hover:bg-tint hover:text-ink aria-[current=page]:bg-brand-tint aria-[current=page]:text-brand-strong"
          >
            <entry.Icon aria-hidden className="size-5 shrink-0" />
            <span className={collapsed ? 'sr-only' : 'truncate'}>{entry.text}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The number of links in the bar at the lower edge; the others are behind "More". */
const LINKS_IN_BAR = 4

const itemLook =
  'grid h-14 w-full content-center justify-items-center gap-0.5 border-t-2 border-transparent px-1 text-xs font-medium whitespace-nowrap text-muted focus-visible:-outline-offset-2 aria-[current]:border-brand aria-[current]:text-brand-strong [&>svg]:size-5'

/** The menu of an area on narrow screens: a bar that sticks to the lower edge and covers nothing at the page's end. */
export function BottomBar({ name, entries }: AreaMenuProps) {
  const { pathname } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const others = entries.slice(LINKS_IN_BAR)
  return (
    <nav
      aria-label={name}
      data-action-bar
      className="area-bar sticky bottom-0 low:static z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      <ul className="no-scrollbar -mt-px flex overflow-x-auto">
        {entries.slice(0, LINKS_IN_BAR).map((entry) => (
          <li key={entry.to} className="flex-auto">
            <Link to={entry.to} aria-current={leadsTo(entry, pathname) ? 'page' : undefined} className={itemLook}>
              <entry.Icon aria-hidden />
              {entry.text}
            </Link>
          </li>
        ))}
        <li hidden={!others.length} className="flex-auto">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            aria-current={others.some((entry) => leadsTo(entry, pathname)) || undefined}
            className={itemLook}
            onClick={() => setIsOpen(true)}
          >
            <Ellipsis aria-hidden />
            {areaMessages.more}
          </button>
        </li>
      </ul>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={name} place="bottom">
        <EntryList entries={others} onFollow={() => setIsOpen(false)} />
      </Dialog>
    </nav>
  )
}
