import { useState } from 'react'
import { formatCalendarDay } from '../../../../shared/kernel/calendar.ts'
import { formatDollars } from '../../../../shared/kernel/money.ts'
import { orderMessages } from '../../../../shared/orders/messages.ts'
import { adminPaymentMessages } from '../../../../shared/payments/admin-messages.ts'
import { adminPaymentErrors } from '../../../../shared/payments/errors.ts'
import type { AdminPayment } from '../../../../shared/payments/schema.ts'
import { failureText } from '../../../api/failure-text.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Link } from '../../../ui/link.tsx'
import { DetailPanel, type Details, Fact, Facts } from '../../../ui/list/detail-panel.tsx'
import { Price } from '../../../ui/text.tsx'
import { LocalDate } from '../../../ui/values.tsx'
import { PanelContent } from '../panel-content.tsx'
import { DisputeList } from './dispute-list.tsx'
import { PaymentState } from './payment-state.tsx'
import {
  useApplyEventAgainMutation,
  useGetAdminPaymentQuery,
  useNoteSurplusReturnedMutation,
  useRefreshPaymentMutation,
} from './payments-api.ts'
import { ReceiveDialog } from './receive-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { CallButton, RefundList } from './refund-list.tsx'

/** The details of one payment, with its refunds, disputes, receipts, events and actions. */
export function PaymentPanel({ paymentId, details }: { paymentId: string; details: Details }) {
  const result = useGetAdminPaymentQuery(paymentId, { refetchOnMountOrArgChange: true })
  return (
    <DetailPanel heading={headingOf(result.data)} closeLabel={adminPaymentMessages.close} details={details}>
      <PanelContent
        result={result}
        failure={(error) => failureText(error, adminPaymentErrors, adminPaymentMessages.paymentFailed)}
        loading={adminPaymentMessages.loading}
      >
        {(payment) => <PaymentFacts payment={payment} />}
      </PanelContent>
    </DetailPanel>
  )
}

function headingOf(payment: AdminPayment | undefined): string {
  if (!payment) return adminPaymentMessages.payment
  return payment.order_id === null
    ? adminPaymentMessages.headingWithout
    : adminPaymentMessages.heading({ order: payment.order_id })
}

function PaymentFacts({ payment }: { payment: AdminPayment }) {
  const { order_id, provider_ref, pay_by, paid_at, refunded, released, refundable } = payment
  const amounts = [
    [adminPaymentMessages.amount, payment.amount, true],
    [adminPaymentMessages.captured, payment.captured, true],
    [adminPaymentMessages.refunded, refunded, refunded > 0],
    [adminPaymentMessages.released, released, released > 0],
    [adminPaymentMessages.stillReserved, refundable, payment.payment_state === 'authorized'],
    [adminPaymentMessages.refundable, refundable, refunded > 0 && refundable > 0],
  ] as const
  const times = [
    [adminPaymentMessages.date, payment.created_at],
    [adminPaymentMessages.paidAt, paid_at],
    [adminPaymentMessages.payBy, paid_at ? null : pay_by],
  ] as const
  return (
    <div className="grid grid-cols-1 gap-6">
      <Facts>
        <Fact term={adminPaymentMessages.state}>
          <PaymentState payment={payment} />
        </Fact>
        {order_id && (
          <Fact term={adminPaymentMessages.order}>
            <Link to={`/admin/orders?track=${order_id}`} className="underline underline-offset-2">
              {order_id}
            </Link>
          </Fact>
        )}
        <Fact term={adminPaymentMessages.buyer}>
          <Link to={`/admin/users?q=${payment.buyer_id}`} className="underline underline-offset-2">
            {payment.buyer_name}
          </Link>
        </Fact>
        <Fact term={adminPaymentMessages.method}>{orderMessages.paymentMethods[payment.payment_method]}</Fact>
        {amounts.map(
          ([term, amount, isShown]) =>
            isShown && (
              <Fact key={term} term={term}>
                <Price amount={amount} />
              </Fact>
            ),
        )}
        {payment.surplus > 0 && (
          <Fact term={adminPaymentMessages.surplus}>
            <Surplus payment={payment} />
          </Fact>
        )}
        {times.map(
          ([term, time]) =>
            time && (
              <Fact key={term} term={term}>
                <LocalDate at={time} precise />
              </Fact>
            ),
        )}
        {provider_ref && (
          <Fact term={adminPaymentMessages.provider}>
            <span className="font-mono text-xs">{provider_ref}</span> <CopyButton text={provider_ref} />
          </Fact>
        )}
      </Facts>
      <PaymentActions payment={payment} />
      <DisputeList payment={payment} />
      <RefundList payment={payment} />
      <Receipts payment={payment} />
      <PaymentEvents payment={payment} />
    </div>
  )
}

function Surplus({ payment: { payment_id, surplus } }: { payment: AdminPayment }) {
  const [note] = useNoteSurplusReturnedMutation()
  return (
    <span className="grid justify-items-start gap-2">
      <span>
        <Price amount={surplus} /> <span className="text-muted">{adminPaymentMessages.surplusText}</span>
      </span>
      <CallButton
        text={adminPaymentMessages.sentBack}
        call={() => note(payment_id)}
        success={adminPaymentMessages.sentBackDone}
      />
    </span>
  )
}

function PaymentActions({ payment }: { payment: AdminPayment }) {
  const [open, setOpen] = useState<'refund' | 'receive' | null>(null)
  const [refresh] = useRefreshPaymentMutation()
  const { payment_id, order_id, payment_method, provider_ref, refundable, payment_state } = payment
  const isTransfer = payment_method === 'bank_transfer' && order_id !== null && provider_ref === null

  return (
    <div className="flex flex-wrap gap-2">
      {order_id !== null && refundable > 0 && (payment_state === 'paid' || payment_state === 'authorized') && (
        <Button size="small" variant="secondary" onClick={() => setOpen('refund')}>
          {adminPaymentMessages.refund}
        </Button>
      )}
      {isTransfer && (
        <Button size="small" variant="secondary" onClick={() => setOpen('receive')}>
          {adminPaymentMessages.receive}
        </Button>
      )}
      {!isTransfer && (
        <CallButton
          text={adminPaymentMessages.look}
          call={() => refresh(payment_id)}
          success={adminPaymentMessages.looked}
          className="w-full"
        />
      )}
      {open === 'refund' && <RefundDialog payment={payment} onClose={() => setOpen(null)} />}
      {open === 'receive' && <ReceiveDialog payment={payment} onClose={() => setOpen(null)} />}
    </div>
  )
}

function Receipts({ payment: { receipts } }: { payment: AdminPayment }) {
  if (!receipts.length) return null
  return (
    <section>
      <h3 className="mb-2 font-bold">{adminPaymentMessages.receipts}</h3>
      <ul className="divide-y divide-line border-y border-line">
        {receipts.map(({ amount, received_on, reference, created_at }) => (
          <li key={created_at} className="flex flex-wrap justify-between gap-x-4 py-2 text-sm">
            <span className="min-w-0 wrap-anywhere">
              <time dateTime={received_on}>{formatCalendarDay(received_on)}</time>
              {reference && <span className="text-muted"> · {reference}</span>}
            </span>
            <span className="font-medium">{formatDollars(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function PaymentEvents({ payment: { events } }: { payment: AdminPayment }) {
  const [applyAgain] = useApplyEventAgainMutation()
  if (!events.length) return null
  return (
    <details>
      <summary className="min-h-6 cursor-pointer font-bold">
        {adminPaymentMessages.events} ({events.length})
      </summary>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {events.map(({ event_id, event_type, received_at, times_received, outcome, failure }) => (
          <li key={event_id} className="grid gap-1 py-2 text-sm">
            <p className="font-mono text-xs wrap-anywhere">{event_type}</p>
            <p className="text-muted wrap-anywhere">
              {outcome ? adminPaymentMessages.outcomes[outcome] : adminPaymentMessages.waiting} ·{' '}
              {adminPaymentMessages.times({ times: times_received })} · <LocalDate at={received_at} precise />
              {failure && ` · ${failure}`}
            </p>
            {outcome === null && (
              <div className="grid justify-items-start gap-2">
                <CallButton text={adminPaymentMessages.again} call={() => applyAgain(event_id)} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
