import { MAX_VIEW_COUNT, type SellerOrderView } from '../../../../shared/fulfilment/constants.ts'
import { workMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { listMessages } from '../../../../shared/kernel/list-messages.ts'
import { formatNumber } from '../../../../shared/kernel/locale.ts'
import { statsMessages } from '../../../../shared/stats/messages.ts'
import { stockListMessages } from '../../../../shared/stock/seller-messages.ts'
import { Link } from '../../../ui/link.tsx'
import { useGetSellerOrdersQuery } from '../seller-api.ts'
import { scarcePath, useGetScarceQuery } from '../stock/stock-api.ts'

const WORK: readonly SellerOrderView[] = ['accept', 'send', 'returns', 'problem']

/** The seller's open work: a link to each kind with its number. Reserves its space while loading. */
export function WorkList() {
  const { data, isError } = useGetSellerOrdersQuery({ view: 'send' }, { refetchOnMountOrArgChange: true })
  const { data: scarce } = useGetScarceQuery(undefined, { refetchOnMountOrArgChange: true })
  if (isError) return null
  const orders = WORK.map((view) => ({
    to: `/seller/orders?view=${view}`,
    text: workMessages.views[view],
    count: data?.counts[view] ?? 0,
  }))
  const stock = { to: scarcePath('all'), text: stockListMessages.lowStock, count: scarce?.products.length ?? 0 }
  const open = data ? [...orders, stock].filter(({ count }) => count > 0) : []
  return (
    <section aria-labelledby="work" className="mb-6">
      <h2 id="work" className="mb-2 display text-lg">
        {statsMessages.work}
      </h2>
      <div className="min-h-22">
        {data && open.length === 0 && <p className="text-muted">{statsMessages.noWork}</p>}
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
          {open.map(({ to, text, count }) => (
            <li key={to}>
              <Link
                to={to}
                className="block min-h-22 rounded-picture border border-line bg-surface px-4 py-3 hover:border-line-strong"
              >
                <span className="block display text-xl">{countText(count)}</span>
                <span className={text === workMessages.views.problem ? 'font-medium text-danger' : 'text-muted'}>
                  {text}
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
