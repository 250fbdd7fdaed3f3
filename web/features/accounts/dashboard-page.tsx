import { type ReactNode, Suspense } from 'react'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { ALL_CATEGORIES_SLUG, categoryPath } from '../../../shared/catalog/categories.ts'
import { conversationMessages } from '../../../shared/conversations/messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import type { OrderList, OrderSummary } from '../../../shared/orders/schema.ts'
import { savedMessages } from '../../../shared/saved/messages.ts'
import { RequireSignedIn } from '../../session/guards.tsx'
import { useAccount, useSession } from '../../session/use-session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote, LoadFailure } from '../../ui/failure-note.tsx'
import { FieldSkeletons, RowSkeletons } from '../../ui/list/list-skeleton.tsx'
import { lazyCode } from '../../ui/load-code.ts'
import { Page } from '../../ui/page.tsx'
import { Drawing } from '../../ui/pictures/drawing.tsx'
import { ProductPicture } from '../../ui/pictures/product-picture.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Price, Sentence } from '../../ui/text.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { RecentlyViewed } from '../catalog/recently-viewed.tsx'
import { WishList } from '../catalog/wish-list/wish-list.tsx'
import { MailSettings } from '../notifications/mail-settings.tsx'
import { OrderHeadline } from '../orders/order-headline.tsx'
import { ordersApi, trackingPath } from '../orders/orders-api.ts'
import { ShippingAddress } from '../orders/shipping-address.tsx'
import { OrderTable } from './order-table.tsx'
import { ProfileHead } from './profile-head.tsx'

const Conversations = lazyCode(async () => (await import('../conversations/conversation-panes.tsx')).BuyerConversations)
const SecurityCard = lazyCode(async () => (await import('../auth/security-card.tsx')).SecurityCard)

const TITLE = accountMessages.dashboard

/** The user's profile; buyers also see their orders. */
export function DashboardPage() {
  return (
    <RequireSignedIn title={TITLE}>
      <Dashboard />
    </RequireSignedIn>
  )
}

function Dashboard() {
  const isBuyer = useSession().userRole === 'buyer'
  const profile = { name: 'profile', text: accountMessages.profile, panel: <ProfilePanel /> }
  const security = {
    name: 'security',
    text: accountMessages.securityTab,
    panel: (
      <Suspense fallback={<FieldSkeletons className="h-356 sm:h-264" />}>
        <SecurityCard />
      </Suspense>
    ),
  }
  const saved = { name: 'wish-list', text: savedMessages.heading, panel: <WishList /> }
  const messages = {
    name: 'messages',
    text: conversationMessages.messages,
    panel: (
      <Suspense fallback={<RowSkeletons className="h-80" />}>
        <Conversations />
      </Suspense>
    ),
  }
  const orders = { name: 'orders', text: accountMessages.ordersTab, panel: <Orders /> }
  return (
    <Page title={TITLE} personal>
      <div className="grid grid-cols-1 gap-6">
        <ProfileHead size={96} />
        <Tabs
          label={accountMessages.dashboardTabs}
          tabs={isBuyer ? [orders, saved, messages, profile, security] : [profile, security]}
        />
      </div>
    </Page>
  )
}

function Orders() {
  const { data, error, isFetching, refetch } = ordersApi.useGetOrdersQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  if (error && !data) return <LoadFailure title={orderMessages.fetchFailed} onRetry={refetch} retrying={isFetching} />
  if (data) {
    return (
      <div className="grid grid-cols-1 gap-6">
        <OpenOrder orders={data.orders} />
        <FailureNote text={error ? orderMessages.fetchFailed : null} onRetry={refetch} />
        <TotalSpend total={data.total_spend} reversed={data.reversed_spend} />
        <AllOrders {...data} />
      </div>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <LoadingNote />
      {/* Most buyers who open this page wait for an order. */}
      <Skeleton className="h-52 lines sm:h-31" />
      <TotalSpend />
      <section aria-labelledby="all-orders">
        <OrdersHeading />
        <RowSkeletons className="h-[max(22rem,100dvh-30rem)]" />
      </section>
    </div>
  )
}

/** The rest of the first screen, as the number of orders is unknown while they load. */
const SHOWN_HEIGHT = 'min-h-[max(22rem,100dvh-30rem)]'

function OrdersHeading() {
  return (
    <h2 id="all-orders" className="mb-4 display text-lg">
      {orderMessages.allOrders}
    </h2>
  )
}

/** Reserves its space without a total. */
function TotalSpend({ total, reversed = 0 }: { total?: number; reversed?: number }) {
  return (
    <section
      aria-labelledby="total-spend"
      className="flex flex-wrap items-center gap-x-3 rounded-picture bg-tint px-5 py-4"
    >
      <h2 id="total-spend" className="font-medium text-muted">
        {orderMessages.totalSpend}
      </h2>
      <div className="min-w-0 display text-lg">
        {total === undefined ? <Skeleton className="h-[1lh] w-32" /> : <Price amount={total} />}
      </div>
      {/* The space is reserved while the orders load. */}
      <p className="min-h-5 basis-full text-sm text-muted sm:basis-auto">
        {reversed > 0 && (
          <Sentence message={orderMessages.ofWhichReversed} values={{ amount: <Price amount={reversed} /> }} />
        )}
      </p>
    </section>
  )
}

function AllOrders({ orders, order_count }: OrderList) {
  return (
    <section aria-labelledby="all-orders">
      <OrdersHeading />
      <div className={SHOWN_HEIGHT}>
        {orders.length ? (
          <>
            <OrderTable orders={orders} />
            {orders.length < order_count && (
              <p className="mt-4 text-muted">
                {orderMessages.newestShown({ shown: orders.length, total: order_count })}
              </p>
            )}
          </>
        ) : (
          <EmptyState
            drawing={<Drawing of="bag" />}
            title={orderMessages.noOrdersYet}
            text={orderMessages.noOrdersYetText}
            action={<ButtonLink to={categoryPath(ALL_CATEGORIES_SLUG)}>{orderMessages.browseProducts}</ButtonLink>}
          />
        )}
      </div>
    </section>
  )
}

function OpenOrder({ orders }: { orders: readonly OrderSummary[] }) {
  const open = orders.find(({ order_state }) => order_state === 'pending' || order_state === 'confirmed')
  const { data, error } = ordersApi.useGetOrderQuery(open?.order_id ?? '', { skip: !open })
  if (!open) return null
  return (
    <section aria-label={orderMessages.order({ orderId: open.order_id })} className="receipt max-sm:min-h-52">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <span aria-hidden className="flex gap-2 max-sm:hidden">
          {open.pictures.map((picture, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pictures may repeat and never move
            <span key={index} className="w-16 shrink-0 overflow-hidden rounded-field">
              <ProductPicture src={picture} alt="" sizes="64px" />
            </span>
          ))}
        </span>
        <div className="grid min-w-0 flex-1 basis-[min(15rem,100%)] gap-1">
          {data && <OrderHeadline order={data} />}
          {!data && !error && <Skeleton className="h-[1.3lh] w-full max-w-80 text-xl" />}
          <p className="text-muted max-sm:text-sm">
            {orderMessages.order({ orderId: open.order_id })} ·{' '}
            <Sentence message={orderMessages.placedAt} values={{ time: <LocalDate at={open.created_at} /> }} />
          </p>
        </div>
        <ButtonLink to={trackingPath(open.order_id)} variant="secondary">
          {orderMessages.trackOrder}
        </ButtonLink>
      </div>
    </section>
  )
}

function ProfilePanel() {
  const { userRole } = useSession()
  const account = useAccount()
  const isBuyer = userRole === 'buyer'
  const { currentData } = ordersApi.useGetLastAddressQuery(undefined, { skip: !isBuyer })
  return (
    <div className="grid grid-cols-1 gap-10">
      <section aria-labelledby="account-details">
        <h2 id="account-details" className="mb-4 display text-lg">
          {accountMessages.accountDetails}
        </h2>
        <dl className="grid grid-cols-1 gap-x-8 gap-y-3 rounded-picture border border-line bg-surface p-5 sm:grid-cols-[14rem_1fr] sm:p-6">
          <Detail term={accountMessages.accountType}>{accountMessages.roles[userRole]}</Detail>
          {account?.created_at && (
            <Detail term={accountMessages.memberSince}>
              <LocalDate at={account.created_at} />
            </Detail>
          )}
          {currentData?.shipping_address && (
            <Detail term={accountMessages.lastAddress}>
              <ShippingAddress stored={currentData.shipping_address} />
            </Detail>
          )}
        </dl>
      </section>
      <MailSettings />
      <RecentlyViewed />
    </div>
  )
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 wrap-anywhere max-sm:mb-2">{children}</dd>
    </>
  )
}
