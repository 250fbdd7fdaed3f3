import { MAX_VIEW_COUNT } from '../../../shared/fulfilment/constants.ts'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { formatNumber } from '../../../shared/kernel/locale.ts'
import { statsMessages } from '../../../shared/stats/messages.ts'
import { classNames } from '../class-names.ts'
import { Link } from '../link.tsx'

interface Work {
  to: string
  text: string
  /** Undefined while it loads, and when that failed. */
  count: number | undefined
  isUrgent?: boolean
}

/** The first part of a dashboard: a link to each kind of open work, with its count. */
export function WorkStrip({ work }: { work: readonly Work[] }) {
  return (
    <section aria-labelledby="work" className="mb-6">
      <h2 id="work" className="mb-2 display text-lg">
        {statsMessages.work}
      </h2>
      {/* Between phones and wide screens six do not fit into one row: three and three. */}
      <ul className="flex flex-wrap gap-px overflow-clip rounded-picture border border-line bg-line sm:max-lg:has-[>:nth-child(6)]:*:basis-3/10">
        {work.map(({ to, text, count, isUrgent }) => (
          <li key={to} className="flex-[1_1_6rem]">
            <Link
              to={to}
              className="block h-full bg-surface px-3 py-3 sm:px-4 hover:bg-tint focus-visible:-outline-offset-2 forced-colors:border"
            >
              <span
                className={classNames(
                  'block display text-xl',
                  !count ? 'text-muted' : isUrgent ? 'text-danger' : undefined,
                )}
              >
                {count === undefined ? '–' : countText(count)}
              </span>
              <span className="block text-sm text-muted max-sm:text-xs">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const countText = (count: number) =>
  count < MAX_VIEW_COUNT ? formatNumber(count) : listMessages.more({ count: MAX_VIEW_COUNT })
