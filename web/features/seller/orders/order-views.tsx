import { MAX_VIEW_COUNT, SELLER_ORDER_VIEWS, type SellerOrderView } from '../../../../shared/fulfilment/constants.ts'
import type { ViewCounts } from '../../../../shared/fulfilment/schema.ts'
import { workMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { formatNumber } from '../../../../shared/kernel/locale.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Link } from '../../../ui/link.tsx'

const PATH = '/seller/orders'

interface OrderViewsProps {
  /** The one shown; undefined for all orders. */
  shown: SellerOrderView | undefined
  /** Undefined until they are loaded. */
  counts: ViewCounts | undefined
}

/** Links to all orders and to what is to be done, with how many orders each has. */
export function OrderViews({ shown, counts }: OrderViewsProps) {
  return (
    <nav aria-label={workMessages.viewsLabel} className="mb-4 border-line lg:border-b print:hidden">
      <ul className="flex flex-wrap gap-x-1">
        <ViewLink to={PATH} text={workMessages.all} isShown={shown === undefined} />
        {SELLER_ORDER_VIEWS.map((view) => (
          <ViewLink
            key={view}
            to={`${PATH}?view=${view}`}
            text={workMessages.views[view]}
            isShown={view === shown}
            count={counts?.[view]}
            isUrgent={view === 'problem'}
          />
        ))}
      </ul>
    </nav>
  )
}

interface ViewLinkProps {
  to: string
  text: string
  isShown: boolean
  count?: number | undefined
  isUrgent?: boolean
}

function ViewLink({ to, text, isShown, count, isUrgent }: ViewLinkProps) {
  return (
    <li>
      <Link
        to={to}
        aria-current={isShown ? 'page' : undefined}
        className={classNames(
          'inline-flex min-h-9 items-center gap-2 px-3 font-medium whitespace-nowrap transition-colors max-lg:rounded-full lg:-mb-px lg:min-h-11 lg:border-b-2',
          isShown
            ? 'border-brand text-brand max-lg:bg-brand-tint'
            : 'border-transparent text-muted hover:text-ink max-lg:hover:bg-tint',
        )}
      >
        {text}{' '}
        {count !== undefined && count > 0 && (
          <span
            className={classNames(
              'rounded-full px-2 text-sm tabular-nums',
              isUrgent ? 'bg-danger-tint text-danger' : 'bg-tint-strong text-ink',
            )}
          >
            {count < MAX_VIEW_COUNT ? formatNumber(count) : workMessages.more(formatNumber(MAX_VIEW_COUNT))}
          </span>
        )}
      </Link>
    </li>
  )
}
