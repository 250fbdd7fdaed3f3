import type { ReactNode } from 'react'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { formatNumber } from '../../../shared/kernel/locale.ts'
import { classNames } from '../class-names.ts'
import { Link } from '../link.tsx'

interface View {
  to: string
  text: string
  isShown: boolean
  /** Null while it is loading. */
  count?: number | null | undefined
  /** A formatted sum. */
  sum?: string | undefined
  isUrgent?: boolean
}

interface ViewTabsProps {
  label: string
  views: readonly View[]
  /** The server counts no further. */
  maxCount?: number
  /** At the end of the line, such as the search. */
  children?: ReactNode
}

/** Where the line scrolls, the shown view is in sight; as it snaps, it stays so when texts grow. */
export function scrollInto(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Links to the views of a list, each with the number of entries that it has. On phones they are one line that scrolls. */
export function ViewTabs({ label, views, maxCount = Number.POSITIVE_INFINITY, children }: ViewTabsProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line lg:flex-nowrap lg:border-b print:hidden">
      <nav aria-label={label} className="min-w-0 max-sm:-mx-4 max-sm:w-[calc(100%+2rem)] lg:-mb-px">
        <ul
          className={classNames(
            'no-scrollbar flex gap-x-1 max-sm:snap-x max-sm:scroll-px-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:max-lg:flex-wrap sm:max-lg:gap-x-0',
            children ? 'lg:overflow-x-auto' : 'lg:flex-wrap',
          )}
        >
          {views.map(({ to, text, isShown, count, sum, isUrgent }) => (
            <li key={to} className={classNames('shrink-0', isShown && 'snap-end')}>
              <Link
                ref={isShown ? scrollInto : undefined}
                to={to}
                aria-current={isShown ? 'page' : undefined}
                className={classNames(
                  'inline-flex min-h-9 items-center gap-1.5 px-2.5 text-sm font-medium whitespace-nowrap transition-colors sm:px-2 max-lg:rounded-full lg:min-h-12 lg:border-b-2',
                  isShown
                    ? 'border-brand text-brand max-lg:bg-brand-tint'
                    : 'border-transparent text-muted hover:text-ink max-lg:hover:bg-tint',
                )}
              >
                {text} {sum && <span className="font-semibold text-ink">{sum}</span>}
                {count !== undefined && count !== 0 && (
                  <span
                    className={classNames(
                      'min-w-6.5 rounded-full px-1.5 text-center text-xs leading-5',
                      isUrgent ? 'bg-danger-tint text-danger' : 'bg-tint-strong text-ink',
                      count === null && 'invisible',
                    )}
                  >
                    {count !== null &&
                      (count < maxCount ? formatNumber(count) : listMessages.more({ count: maxCount }))}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children && (
        <div className="flex min-w-0 flex-[1_1_16rem] items-center gap-2 lg:min-w-72 lg:justify-end lg:pb-1">
          {children}
        </div>
      )}
    </div>
  )
}
