import { productListMessages } from '../../../../shared/catalog/product-list-messages.ts'
import type { SellerProductRow } from '../../../../shared/catalog/schema.ts'
import type { OwnSellerPage } from '../../../../shared/catalog/seller-schema.ts'
import { conversationMessages } from '../../../../shared/conversations/messages.ts'
import type { SellerOrderView } from '../../../../shared/fulfilment/constants.ts'
import { workMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { formatNumber } from '../../../../shared/kernel/locale.ts'
import { uiMessages } from '../../../../shared/kernel/messages.ts'
import { formatAmount, toCents, toDollars } from '../../../../shared/kernel/money.ts'
import { sellerTaskMessages } from '../../../../shared/sellers/messages.ts'
import type { OwnShop } from '../../../../shared/sellers/schema.ts'
import { statsMessages } from '../../../../shared/stats/messages.ts'
import type { SellerStats } from '../../../../shared/stats/schema.ts'
import { stockListMessages } from '../../../../shared/stock/seller-messages.ts'
import { NoPayments } from '../../../session/test-mode.tsx'
import { useSession } from '../../../session/use-session.ts'
import { TrendingUp } from '../../../ui/area-icons.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ChartRangeLinks, Figure, FigureStrip, Reconciled, useChartRange } from '../../../ui/chart/figure.tsx'
import { SalesSection } from '../../../ui/chart/sales-section.tsx'
import { WorkStrip } from '../../../ui/chart/work-strip.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote, LoadFailure } from '../../../ui/failure-note.tsx'
import { CircleCheck } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { RowSkeletons } from '../../../ui/list/list-skeleton.tsx'
import { Page, PageHeading } from '../../../ui/page.tsx'
import { Drawing } from '../../../ui/pictures/drawing.tsx'
import { ProductPicture } from '../../../ui/pictures/product-picture.tsx'
import { LoadingNote } from '../../../ui/skeleton.tsx'
import { Price, withUnits } from '../../../ui/text.tsx'
import { conversationsApi } from '../../conversations/conversations-api.ts'
import { sellerApi } from '../seller-api.ts'
import { shopApi } from '../shop/shop-api.ts'
import { scarcePath, stockApi } from '../stock/stock-api.ts'
import { Notices } from './notices.tsx'

function BestSellers({ products }: { products: readonly SellerProductRow[] | undefined }) {
  return (
    <Card id="best-sellers" title={statsMessages.bestSellers}>
      {products?.length === 0 && (
        <p className="grid justify-items-center gap-3 py-10 text-center text-muted">
          <TrendingUp aria-hidden className="size-9" />
          {statsMessages.nothingSold}
        </p>
      )}
      {!products && <RowSkeletons className="h-82.75 sm:h-84" />}
      <ol className="grid grid-cols-1 gap-1">
        {products?.map((product) => (
          <li key={product.product_id}>
            <Link
              to={`/product/${product.product_id}`}
              className="-mx-2 flex items-center gap-3 rounded-field p-2 hover:bg-tint"
            >
              <span className="w-12 shrink-0">
                <ProductPicture src={product.featured_image} alt="" sizes="48px" className="rounded-field" />
              </span>
              <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
                <span className="line-clamp-2 font-medium wrap-anywhere max-sm:col-span-2">
                  {withUnits(product.product_name)}
                </span>
                <Price
                  amount={product.sales_amount}
                  className="font-semibold max-sm:order-last sm:row-span-2 sm:self-center"
                />
                <span className="text-sm text-muted">
                  {statsMessages.sold({ units: product.total_sales - product.reversed_units })}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** The seller's totals, the sales in the period that the address names, and best sellers. */
export function SellerDashboardPage() {
  const { displayName } = useSession()
  const range = useChartRange()
  const {
    currentData: data,
    error,
    isFetching,
    refetch,
  } = sellerApi.useGetSellerStatsQuery(range, { refetchOnMountOrArgChange: true })
  const notices = sellerApi.useGetNoticesQuery(undefined, { refetchOnMountOrArgChange: true })
  const page = sellerApi.useGetOwnPageQuery()
  const shop = shopApi.useGetOwnShopQuery(undefined, { refetchOnMountOrArgChange: true })
  const parts = [notices, page, shop]
  return (
    <Page title={statsMessages.sellerHeading} heading="own" personal>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <PageHeading>{statsMessages.sellerHeading}</PageHeading>
          <p className="mt-1 text-muted wrap-anywhere">{statsMessages.welcome({ name: displayName })}</p>
        </div>
        <ChartRangeLinks />
      </div>
      <NoPayments text={statsMessages.notReceived} className="mb-6" />
      <WorkList />
      {data && parts.every((part) => part.data || part.error) ? (
        <>
          <FailureNote text={error ? uiMessages.unexpectedError : null} onRetry={refetch} className="mb-6" />
          <FailureNote
            text={parts.some((part) => part.error) ? statsMessages.partFailed : null}
            onRetry={() => parts.map((part) => part.refetch())}
            className="mb-6"
          />
          {notices.data && <Notices {...notices.data} />}
          <TaskList stats={data} page={page.data} shop={shop.data} />
          <SellerFigures stats={data} hasHidden={(shop.data?.product_count ?? 0) > 0} />
        </>
      ) : error ? (
        <LoadFailure title={uiMessages.unexpectedError} onRetry={refetch} retrying={isFetching} />
      ) : (
        <>
          <LoadingNote />
          <SellerFigures />
        </>
      )}
    </Page>
  )
}

/** Reserves its space without `stats`. */
function SellerFigures({ stats, hasHidden = false }: { stats?: SellerStats; hasHidden?: boolean }) {
  return (
    <>
      <Figures stats={stats} />
      <Reconciled amounts={stats && amountsOf(stats)}>
        <Link to="/seller/orders" className="text-brand-strong underline underline-offset-2">
          {statsMessages.viewOrders}
        </Link>
      </Reconciled>
      {stats && isNew(stats) && !hasHidden ? (
        <div className="mt-2">
          <EmptyState
            drawing={<Drawing of="stall" />}
            title={productListMessages.noProductsYet}
            text={productListMessages.noProductsYetText}
            action={<ButtonLink to="/seller/add-product">{productListMessages.addFirstProduct}</ButtonLink>}
          />
        </div>
      ) : (
        <div className="mt-2 grid grid-cols-1 items-start gap-6 xl:grid-cols-[1fr_24rem]">
          <SalesSection chart={stats && chartOf(stats)} counted="units" color="brand" />
          <BestSellers products={stats?.best_sellers} />
        </div>
      )}
    </>
  )
}

const isNew = ({ product_count, sold }: SellerStats) =>
  product_count + sold.units + sold.reversed_units + sold.awaited_units === 0

const amountsOf = ({ sold: { amount, reversed_amount, awaited_amount } }: SellerStats) => ({
  sold: toDollars(toCents(amount) + toCents(reversed_amount)),
  reversed: reversed_amount,
  awaited: awaited_amount,
})

function Figures({ stats }: { stats?: SellerStats }) {
  return (
    <FigureStrip>
      <Figure term={statsMessages.totalProducts} hint={statsMessages.sellerProductsHint}>
        {stats && formatNumber(stats.product_count)}
      </Figure>
      <Figure term={statsMessages.totalSales} hint={statsMessages.sellerSalesHint}>
        {stats && formatAmount(stats.total_sales)}
      </Figure>
      <Figure term={statsMessages.totalProfit} hint={statsMessages.sellerProfitHint()}>
        {stats && formatAmount(stats.total_profit)}
      </Figure>
      <Figure term={statsMessages.unitsSold} hint={statsMessages.unitsSoldHint}>
        {stats && formatNumber(stats.units_sold)}
      </Figure>
    </FigureStrip>
  )
}

function chartOf({ range, last_30_days_sales, previous_30_days_sales }: SellerStats) {
  return range
    ? { days: range.sales, previous: range.previous }
    : { days: last_30_days_sales, previous: previous_30_days_sales }
}

const WORK: readonly SellerOrderView[] = ['accept', 'send', 'returns', 'problem']
const UNREAD = { side: 'seller', show: 'unread', page_size: 1 } as const
const anew = { refetchOnMountOrArgChange: true }

function WorkList() {
  const { data } = sellerApi.useGetSellerOrdersQuery({ view: 'send' }, anew)
  const { data: unread } = conversationsApi.useGetConversationsQuery(UNREAD, anew)
  const { data: scarce } = stockApi.useGetScarceQuery(undefined, anew)
  return (
    <WorkStrip
      work={[
        ...WORK.map((view) => ({
          to: `/seller/orders?view=${view}`,
          text: workMessages.views[view],
          count: data?.counts[view],
          isUrgent: view === 'problem',
        })),
        { to: '/seller/messages?show=unread', text: conversationMessages.messages, count: unread?.total },
        { to: scarcePath('all'), text: stockListMessages.lowStock, count: scarce?.products.length },
      ]}
    />
  )
}

interface TaskFacts {
  page: OwnSellerPage | undefined
  shop: OwnShop | undefined
}

function TaskList({ stats, page, shop }: TaskFacts & { stats: SellerStats }) {
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
