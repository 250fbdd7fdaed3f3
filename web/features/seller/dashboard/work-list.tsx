import { MAX_VIEW_COUNT, type SellerOrderView } from '../../../../shared/fulfilment/constants.ts'
import { workMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { listMessages } from '../../../../shared/kernel/list-messages.ts'
import { formatNumber } from '../../../../shared/kernel/locale.ts'
import { statsMessages } from '../../../../shared/stats/messages.ts'
import { Link } from '../../../ui/link.tsx'
import { useGetSellerOrdersQuery } from '../seller-api.ts'

const WORK: readonly SellerOrderView[] = ['accept', 'send', 'returns', 'problem']

/** The seller's open work: a link to each kind with its number of orders. Reserves its space while loading. */
export function WorkList() {
  const { data, isError } = useGetSellerOrdersQuery({ view: 'send' }, { refetchOnMountOrArgChange: true })
  if (isError) return null
  const open = data ? WORK.filter((view) => data.counts[view] > 0) : []
  return (
    <section aria-labelledby="work" className="mb-6">
      <h2 id="work" className="mb-2 display text-lg">
        {statsMessages.work}
      </h2>
      <div className="min-h-22">
        {data && open.length === 0 && <p className="text-muted">{statsMessages.noWork}</p>}
        <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          {open.map((view) => (
            <li key={view}>
              <Link
                to={`/seller/orders?view=${view}`}
                className="block min-h-22 rounded-picture border border-line bg-surface px-4 py-3 hover:border-line-strong"
              >
                <span className="block display text-xl">{countText(data?.counts[view] ?? 0)}</span>
                <span className={view === 'problem' ? 'font-medium text-danger' : 'text-muted'}>
                  {workMessages.views[view]}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const countText = (count: number) =>
  count < MAX_VIEW_COUNT ? formatNumber(count) : listMessages.more({ count: MAX_VIEW_COUNT })
