import { useState } from 'react'
import { auditMessages } from '../../../../shared/audit/messages.ts'
import { fulfilmentErrors } from '../../../../shared/fulfilment/errors.ts'
import { unitsLeft } from '../../../../shared/fulfilment/rules.ts'
import { actionMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { formatAmount } from '../../../../shared/kernel/money.ts'
import { paymentMeans } from '../../../../shared/orders/card-messages.ts'
import { adminOrderErrors } from '../../../../shared/orders/errors.ts'
import { orderMessages } from '../../../../shared/orders/messages.ts'
import { orderListMessages } from '../../../../shared/orders/order-list-messages.ts'
import { addressLines, readShippingAddress } from '../../../../shared/orders/rules.ts'
import type { AdminOrder, OrderChange } from '../../../../shared/orders/schema.ts'
import { adminPaymentMessages } from '../../../../shared/payments/admin-messages.ts'
import { paymentWords } from '../../../../shared/payments/messages.ts'
import { heldOf } from '../../../../shared/payments/payment-texts.ts'
import { canRetry, failureText } from '../../../api/failure-text.ts'
import { useSite } from '../../../api/site.ts'
import { LegalVersions } from '../../../session/legal-line.tsx'
import { Button } from '../../../ui/button.tsx'
import { ShortId } from '../../../ui/copy-button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { useFailure } from '../../../ui/form/use-failures.ts'
import { Link } from '../../../ui/link.tsx'
import { DetailPanel, type Details, Fact, Facts, PanelContent } from '../../../ui/list/detail-panel.tsx'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { Price, Sentence, withUnits } from '../../../ui/text.tsx'
import { EmailAddress, LocalDate } from '../../../ui/values.tsx'
import { ChargeRows } from '../../cart/charge-rows.tsx'
import { fulfilmentApi, sellerOrderForAdmin } from '../../fulfilment/fulfilment-api.ts'
import { OrderStateBadge } from '../../orders/order-state-badge.tsx'
import { AddressLines } from '../../orders/shipping-address.tsx'
import { TextLink } from '../activity-texts.tsx'
import { adminOrdersApi } from '../admin-api.ts'
import { PaymentState } from '../payments/payment-state.tsx'
import { OrderStateForm, OrderStates } from './order-state-form.tsx'
import { SellerOrders } from './seller-orders.tsx'

/** The details of one order, with a form to change its state. */
export function OrderPanel({ orderId, details }: { orderId: string; details: Details }) {
  return (
    <DetailPanel
      heading={orderListMessages.orderHeading({ orderId })}
      closeLabel={orderListMessages.closeOrder}
      details={details}
    >
      {orderId ? <FoundOrder orderId={orderId} /> : <p role="alert">{orderListMessages.noOrderId}</p>}
    </DetailPanel>
  )
}

function FoundOrder({ orderId }: { orderId: string }) {
  const result = adminOrdersApi.useGetAdminOrderQuery(orderId, { refetchOnMountOrArgChange: true })
  return (
    <PanelContent
      result={result}
      failure={(error) => orderListMessages.orderFailed({ reason: failureText(error, adminOrderErrors) })}
    >
      {(order) => (order ? <OrderFacts order={order} /> : <p role="alert">{orderListMessages.orderNotFound}</p>)}
    </PanelContent>
  )
}

function OrderFacts({ order }: { order: AdminOrder }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <Facts>
        <Fact term={orderListMessages.buyerId}>
          <ShortId id={order.buyer_id} />
        </Fact>
        <Fact term={orderListMessages.buyer}>
          <TextLink to={userPath(order.buyer_id)}>{order.buyer.name}</TextLink>
          {order.buyer.email && order.buyer.email !== order.buyer.name && (
            <span className="block text-sm text-muted">
              <EmailAddress email={order.buyer.email} />
            </span>
          )}
        </Fact>
        <Fact term={orderListMessages.orderDate}>
          <LocalDate at={order.created_at} precise />
        </Fact>
        <Fact term={orderListMessages.totalAmount}>
          <Price amount={order.total_count} />
        </Fact>
        <Fact term={orderListMessages.currentStatus}>
          <OrderStateBadge state={order.order_state} />
        </Fact>
        <Fact term={orderListMessages.paymentMethod}>
          <OrderPayment order={order} />
        </Fact>
        <Fact term={orderListMessages.shippingAddress}>
          <Address stored={order.shipping_address} />
        </Fact>
      </Facts>
      <LegalVersions agreed={order.agreed} />
      <div>
        <h3 className="mb-2 font-bold">{orderListMessages.products}</h3>
        <Lines lines={order.lines} />
        <div className="pt-2.5 empty:hidden">
          <ChargeRows charges={order.charges} />
        </div>
      </div>
      <SellerOrders orderId={order.order_id} />
      <OrderStateForm order={order} />
      <CancelUnsent order={order} />
      <StateSource order={order} />
      <OrderStates current={order.order_state} />
      <OrderHistory changes={order.history} />
    </div>
  )
}

const userPath = (id: string) => `/admin/users?q=${encodeURIComponent(id)}`

function Address({ stored }: { stored: unknown }) {
  const address = readShippingAddress(stored)
  const lines = address ? addressLines(address) : []
  return lines.length ? <AddressLines lines={lines} /> : orderListMessages.noAddress
}

function Lines({ lines }: Pick<AdminOrder, 'lines'>) {
  if (!lines.length) return <p className="text-muted">{orderListMessages.noLines}</p>
  return (
    <ul className="divide-y divide-line border-y border-line">
      {lines.map(({ product_id, product_name, unit_price, quantity, seller_id, seller_name }) => (
        <li key={product_id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2.5">
          <span className="min-w-0 flex-1 basis-32 wrap-anywhere">
            <span title={product_name} className="line-clamp-3">
              {withUnits(product_name)}
            </span>
            <span className="block text-sm text-muted">
              <Sentence
                message={orderListMessages.soldBy}
                values={{
                  seller: (
                    <Link to={userPath(seller_id)} className="underline underline-offset-2">
                      {seller_name}
                    </Link>
                  ),
                }}
              />
            </span>
          </span>
          <span className="ms-auto">
            <Price amount={unit_price} className="font-medium" />
            {quantity > 1 && <span className="text-muted"> × {quantity}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

function OrderPayment({ order }: { order: AdminOrder }) {
  const { payments } = useSite()
  const { payment, order_id, order_state, payment_method } = order
  const isEnded = order_state === 'cancelled' || order_state === 'returned'
  const held = payment ? heldOf(payment) : 0
  return (
    <div className="grid gap-1">
      <bdi>{paymentMeans(payment_method, payment)}</bdi>
      {payment ? <PaymentState payment={payment} /> : <span>{paymentWords.notPaidHere}</span>}
      {isEnded && held > 0 && (
        <span className="text-danger">{adminPaymentMessages.held({ amount: formatAmount(held) })}</span>
      )}
      {payment && payments && (
        <Link to={`/admin/payments?q=${order_id}`} className="underline underline-offset-2">
          {adminPaymentMessages.open}
        </Link>
      )}
    </div>
  )
}

function StateSource({ order }: { order: AdminOrder }) {
  const [follow, { isLoading }] = adminOrdersApi.useFollowSellerOrdersMutation()
  const { report, clear, note } = useFailure()
  if (order.state_source !== 'admin') return null

  async function goBack() {
    clear()
    const { error } = await follow(order.order_id)
    if (!error) return showSuccess(actionMessages.automatic)
    const reason = failureText(error, adminOrderErrors, orderListMessages.unknownStateReason)
    const retry = canRetry(error, adminOrderErrors) ? goBack : undefined
    report({ text: orderListMessages.stateFailed({ reason }), retry })
  }

  return (
    <div className="grid justify-items-start gap-3 rounded-picture bg-info-tint p-4">
      <p>{actionMessages.setByHand({ state: orderMessages.states[order.derived_state].toLowerCase() })}</p>
      <Button size="small" variant="secondary" busy={isLoading} onClick={goBack}>
        {actionMessages.goBack}
      </Button>
      <FailureNote {...note} className="w-full" />
    </div>
  )
}

function OrderHistory({ changes }: { changes: readonly OrderChange[] }) {
  return (
    <div>
      <h3 className="mb-2 font-bold">{orderListMessages.history}</h3>
      {changes.length === 0 && <p className="text-muted">{orderListMessages.noHistory}</p>}
      <ol aria-label={orderListMessages.history} className="grid gap-2">
        {changes.map((change) => (
          <li key={change.created_at + change.to} className="flex flex-wrap justify-between gap-x-6">
            <StateChange change={change} />
            <span className="text-sm text-muted wrap-anywhere">
              <Sentence
                message={orderListMessages.changedBy}
                values={{ name: change.admin_name, time: <LocalDate at={change.created_at} precise /> }}
              />
            </span>
            {change.reason && (
              <span className="w-full text-sm wrap-anywhere">
                {auditMessages.reasonGiven({ reason: change.reason })}
              </span>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

function StateChange({ change }: { change: OrderChange }) {
  const { [change.from]: from, [change.to]: to } = orderMessages.states
  return (
    <span className="font-medium">
      <span aria-hidden>{orderListMessages.stateChange({ from, to })}</span>
      <span className="sr-only">{orderListMessages.stateChangeSpoken({ from, to })}</span>
    </span>
  )
}

/** Cancels and refunds the unsent units of an order that an admin has ended; renders nothing for other orders. */
function CancelUnsent({ order }: { order: AdminOrder }) {
  const { data } = adminOrdersApi.useGetSellerOrdersOfQuery(order.order_id)
  const [cancel, { isLoading }] = fulfilmentApi.useCancelSellerOrderMutation()
  const [failure, setFailure] = useState<string>()
  const isEnded = order.order_state === 'cancelled' || order.order_state === 'returned'
  if (!isEnded || !data?.unsent.units) return null
  const { seller_orders, unsent } = data

  async function press() {
    setFailure(undefined)
    const note = order.history[0]?.reason
    for (const { order_id, number, revision, lines } of seller_orders) {
      const left = lines.map((line) => ({ line_number: line.line_number, quantity: unitsLeft(line) }))
      const some = left.filter(({ quantity }) => quantity > 0)
      if (!some.length) continue
      const body = { revision, lines: some, reason: 'other' as const, ...(note && { note }) }
      const { error } = await cancel({ base: sellerOrderForAdmin(order_id, number), cancel: body })
      if (error) return setFailure(failureText(error, fulfilmentErrors, actionMessages.failed))
    }
    showSuccess(actionMessages.cancelled({ units: unsent.units }))
  }

  const { units, refund } = unsent
  const withAmount =
    order.payment?.payment_state === 'authorized' ? actionMessages.cancelAndTakeLess : actionMessages.cancelAndRefund
  return (
    <div className="grid justify-items-start gap-3 rounded-picture bg-info-tint p-4">
      <Button size="small" variant="secondary" busy={isLoading} onClick={press}>
        {refund > 0 ? withAmount({ units, amount: formatAmount(refund) }) : actionMessages.cancelUnsent({ units })}
      </Button>
      <FailureNote text={failure} className="w-full" />
    </div>
  )
}
