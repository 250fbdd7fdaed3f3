import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { formatNumber } from '../../../shared/kernel/locale.ts'
import { classNames } from '../class-names.ts'
import { Link } from '../link.tsx'

interface View {
  to: string
  text: string
  isShown: boolean
  count?: number | undefined
  /** A formatted sum. */
  sum?: string | undefined
  isUrgent?: boolean
}

interface ViewTabsProps {
  label: string
  views: readonly View[]
  /** The server counts no further. */
  maxCount?: number
}

/** Links to the views of a list, each with its number of entries. */
export function ViewTabs({ label, views, maxCount = Number.POSITIVE_INFINITY }: ViewTabsProps) {
  return (
    <nav aria-label={label} className="mb-4 border-line lg:border-b print:hidden">
      <ul className="flex flex-wrap gap-x-1">
        {views.map(({ to, text, isShown, count = 0, sum, isUrgent }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={isShown ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-9 items-center gap-2 px-3 font-medium transition-colors lg:whitespace-nowrap max-lg:rounded-full lg:-mb-px lg:min-h-11 lg:border-b-2',
                isShown
                  ? 'border-brand text-brand max-lg:bg-brand-tint'
                  : 'border-transparent text-muted hover:text-ink max-lg:hover:bg-tint',
              )}
            >
              {text} {sum && <span className="text-sm font-normal text-muted">{sum}</span>}
              {count > 0 && (
                <span
                  className={classNames(
                    'rounded-full px-2 text-sm',
                    isUrgent ? 'bg-danger-tint text-danger' : 'bg-tint-strong text-ink',
                  )}
                >
                  {count < maxCount ? formatNumber(count) : listMessages.more({ count: maxCount })}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
