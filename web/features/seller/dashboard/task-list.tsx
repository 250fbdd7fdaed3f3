import type { OwnSellerPage } from '../../../../shared/catalog/seller-schema.ts'
import { sellerTaskMessages } from '../../../../shared/sellers/messages.ts'
import type { OwnShop } from '../../../../shared/sellers/schema.ts'
import type { SellerStats } from '../../../../shared/stats/schema.ts'
import { CircleCheck } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { useGetOwnPageQuery } from '../seller-api.ts'
import { useGetOwnShopQuery } from '../shop/shop-api.ts'

interface TaskFacts {
  page: OwnSellerPage | undefined
  shop: OwnShop | undefined
}

/** Returns what the tasks follow from, with whether it is still loading. */
export function useTaskFacts(): TaskFacts & { isLoading: boolean } {
  const page = useGetOwnPageQuery()
  const shop = useGetOwnShopQuery(undefined, { refetchOnMountOrArgChange: true })
  return { page: page.data, shop: shop.data, isLoading: page.isLoading || shop.isLoading }
}

/** The tasks of a seller before the first sale; nothing once all are done. */
export function TaskList({ stats, page, shop }: TaskFacts & { stats: SellerStats }) {
  if (!page || !shop) return null
  const { approval, facts } = shop
  const tasks = [
    { text: sellerTaskMessages.page, to: '/seller/settings', isDone: page.about !== '' || page.banner !== '' },
    { text: sellerTaskMessages.product, to: '/seller/add-product', isDone: shop.product_count > 0 },
    {
      text: sellerTaskMessages.delivery,
      to: '/seller/delivery',
      isDone: shop.delivers === true || page.dispatch_days !== null,
    },
    {
      text: sellerTaskMessages.paid,
      to: '/seller/settings/shop',
      isDone: facts.is_trader !== null && facts.legal_name !== '',
    },
    ...(approval
      ? [
          {
            text: sellerTaskMessages.approval,
            to: '/seller/settings/shop',
            isDone: approval.approval_state === 'approved',
          },
        ]
      : []),
  ]
  const { units, reversed_units, awaited_units } = stats.sold
  const isNew = units + reversed_units + awaited_units === 0
  const isWaiting = approval !== null && approval.approval_state !== 'approved'
  if (tasks.every(({ isDone }) => isDone) || !(isNew || isWaiting)) return null
  return (
    <section aria-labelledby="tasks" className="mb-6 rounded-picture border border-line bg-surface p-4 sm:p-6">
      <h2 id="tasks" className="mb-3 display text-lg">
        {sellerTaskMessages.heading}
      </h2>
      <ul className="grid gap-1">
        {tasks.map(({ text, to, isDone }) => (
          <li key={text} className="flex min-h-11 items-center gap-3">
            {isDone ? (
              <CircleCheck aria-hidden className="size-5 shrink-0 text-good" />
            ) : (
              <span aria-hidden className="mx-0.5 size-4 shrink-0 rounded-full border-2 border-line-strong" />
            )}
            <span className="sr-only">{isDone ? sellerTaskMessages.done : sellerTaskMessages.open}</span>
            {isDone ? (
              <span className="text-muted">{text}</span>
            ) : (
              <Link to={to} className="py-1 font-medium underline underline-offset-2">
                {text}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
