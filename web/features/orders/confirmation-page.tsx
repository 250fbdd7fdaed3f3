import { useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import { cartMessages } from '../../../shared/cart/messages.ts'
import type { TrackedOrder } from '../../../shared/fulfilment/schema.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { ORDER_ID_PATTERN } from '../../../shared/orders/constants.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { lineTotal } from '../../../shared/pricing/line-total.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { useSite } from '../../api/site.ts'
import { BuyersAndVisitors } from '../../session/guards.tsx'
import { TestMode } from '../../session/test-mode.tsx'
import { useSession } from '../../session/use-session.ts'
import { CircleCheckBig, Clock } from '../../ui/area-icons.ts'
import { Awning } from '../../ui/awning.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote, LoadFailure } from '../../ui/failure-note.tsx'
import { useFailure } from '../../ui/form/use-failures.ts'
import { PackageSearch } from '../../ui/icons.tsx'
import { LoadingSkeletons } from '../../ui/loading-skeletons.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { ProductPicture } from '../../ui/pictures/product-picture.tsx'
import { Price, Sentence, withUnits } from '../../ui/text.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { clearCartAfterOrder } from '../cart/change-cart.ts'
import { ChargeRows } from '../cart/charge-rows.tsx'
import { AddAddress } from './address-form.tsx'
import { explainOrderFailure, type OrderWithSellerOrders, ordersApi, trackingPath } from './orders-api.ts'
import { DeliveryFacts, TransferNote } from './payment-fact.tsx'

const TITLE = orderMessages.confirmationTitle

/** The page after placing an order. It also clears the ordered cart. */
export function ConfirmationPage() {
  const { orderId = '' } = useParams()
  return (
    <BuyersAndVisitors title={TITLE} width="narrow">
      {ORDER_ID_PATTERN.test(orderId) ? (
        <OrderConfirmation key={orderId} orderId={orderId} />
      ) : (
        <OrderNotFound text={orderMessages.invalidId} />
      )}
    </BuyersAndVisitors>
  )
}

function OrderConfirmation({ orderId }: { orderId: string }) {
  const { isLoggedIn } = useSession()
  const { payments } = useSite()
  const {
    currentData: order,
    error,
    isFetching,
    refetch,
  } = ordersApi.useGetOrderQuery(orderId, {
    skip: !isLoggedIn,
    // The payment of a new order may not be known yet.
    refetchOnMountOrArgChange: payments !== undefined,
  })
  const isTransferKnown = order?.payment_method !== 'bank_transfer' || order.seller_orders !== undefined
  if (!isLoggedIn) return <Confirmed orderId={orderId} />
  if (order && (isTransferKnown || !payments)) return <Confirmed orderId={orderId} order={order} />
  if (!error) return <ConfirmationSkeleton />
  const { text, final } = explainOrderFailure(error)
  if (final) return <OrderNotFound text={text} />
  return (
    <Page title={TITLE} personal width="narrow">
      <LoadFailure title={text} onRetry={refetch} retrying={isFetching} />
    </Page>
  )
}

function Confirmed({ orderId, order }: { orderId: string; order?: OrderWithSellerOrders }) {
  const notCleared = useClearedCart(orderId)
  const [Icon, look] = order?.payment?.transfer
    ? ([Clock, 'bg-info-tint text-info'] as const)
    : ([CircleCheckBig, 'bg-good-tint text-good'] as const)
  return (
    <Page title={TITLE} heading="own" personal width="narrow">
      <div className="receipt relative grid grid-cols-1 justify-items-center gap-3 text-center print:justify-items-start print:gap-2 print:text-start">
        <Awning form="edge" className="absolute inset-x-0 top-0" />
        <span className={`grid size-14 place-items-center rounded-full print:hidden ${look}`}>
          <Icon aria-hidden className="size-7" />
        </span>
        <PageHeading>{orderMessages.confirmed}</PageHeading>
        <p className="text-muted text-balance">{orderMessages.thanks}</p>
        {order && <TransferNote order={order} />}
        <div className="grid w-full grid-cols-1 gap-3 sm:flex sm:flex-wrap sm:justify-center print:hidden">
          <ButtonLink to={trackingPath(orderId)}>{orderMessages.trackYourOrder}</ButtonLink>
          <ButtonLink to="/" variant="secondary">
            {orderMessages.backToHome}
          </ButtonLink>
        </div>
        <FailureNote {...notCleared} className="w-full" />
        {order && <AddAddress order={order} />}
        {order && (
          <p className="hidden print:block">
            <Sentence message={orderMessages.placedAt} values={{ time: <LocalDate at={order.created_at} precise /> }} />
          </p>
        )}
        <p className="leader mt-3 w-full">
          <span>{orderMessages.orderNumber}</span> <span className="font-bold">{orderId}</span>
        </p>
        {order && <OrderedItems order={order} />}
        <TestMode className="print:hidden" />
      </div>
      <div className="mt-8 grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2 print:mt-6">
        <NextSteps sellerOrders={order?.seller_orders} />
        {order && <DeliveryFacts order={order} withDeliveries className="content-start" />}
      </div>
    </Page>
  )
}

function OrderedItems({ order }: { order: OrderWithSellerOrders }) {
  return (
    <section aria-label={orderMessages.itemsOrdered} className="mb-2 w-full text-start">
      <ul className="mb-3 divide-y divide-line border-y border-line">
        {order.lines.map(({ product_id, product_name, quantity, unit_price, featured_image }) => (
          <li key={product_id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <span className="w-14 shrink-0 overflow-hidden rounded-field bg-tile">
              <ProductPicture src={featured_image} alt="" sizes="56px" />
            </span>
            <span className="min-w-0 flex-1 basis-24">
              <span title={product_name} className="line-clamp-3 font-medium wrap-anywhere">
                {withUnits(product_name)}
              </span>
              <span className="text-sm text-muted">
                {quantity} × <Price amount={unit_price} />
              </span>
            </span>
            <Price amount={lineTotal(unit_price, quantity)} className="ms-auto font-medium" />
          </li>
        ))}
      </ul>
      <ChargeRows charges={order.charges} />
      <p className="leader text-lg font-bold">
        <span>{orderMessages.total}</span> <Price amount={order.total_count} />
      </p>
    </section>
  )
}

function NextSteps({ sellerOrders }: { sellerOrders: TrackedOrder['seller_orders'] | undefined }) {
  const { mail, shipment, preparation, tracking } = orderMessages.nextSteps
  const isSent = sellerOrders?.some(({ delivery }) => !delivery || delivery.kind === 'parcel') ?? true
  return (
    <section aria-labelledby="next" className="print:hidden">
      <h2 id="next" className="mb-3 display text-lg">
        {orderMessages.whatHappensNext}
      </h2>
      <ol className="grid gap-2">
        {[mail, isSent ? shipment : preparation, tracking].map((text, index) => (
          <li key={text} className="flex items-center gap-3">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-full bg-brand-tint text-sm font-semibold text-brand-strong"
            >
              {index + 1}
            </span>
            <p className="text-sm text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function useClearedCart(orderId: string): ReturnType<typeof useFailure>['note'] {
  const dispatch = useAppDispatch()
  const { report, clear, note } = useFailure()
  const begun = useRef(false)

  async function clearCart(): Promise<void> {
    clear()
    if (await dispatch(clearCartAfterOrder(orderId))) return
    report({ text: cartMessages.clearFailed, retry: clearCart }, checkoutMessages.clearServerCartFailedToast)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each order
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void clearCart()
  }, [orderId])
  return note
}

function OrderNotFound({ text }: { text: string }) {
  return (
    <Page title={TITLE} personal width="narrow">
      <EmptyState
        role="alert"
        icon={<PackageSearch aria-hidden />}
        title={text}
        action={
          <ButtonLink to="/" variant="secondary">
            {orderMessages.backToHome}
          </ButtonLink>
        }
      />
    </Page>
  )
}

function ConfirmationSkeleton() {
  return (
    <Page title={TITLE} heading="hidden" personal width="narrow">
      <LoadingSkeletons looks={['h-128 lines sm:h-117.25', 'mt-8 h-99 rounded-picture sm:h-47.5']} />
    </Page>
  )
}
