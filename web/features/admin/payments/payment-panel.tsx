import { useState } from 'react'
import { formatCalendarDay } from '../../../../shared/kernel/calendar.ts'
import { paymentMeans } from '../../../../shared/orders/card-messages.ts'
import { adminPaymentMessages } from '../../../../shared/payments/admin-messages.ts'
import { adminPaymentErrors } from '../../../../shared/payments/errors.ts'
import { paymentWords } from '../../../../shared/payments/messages.ts'
import type { AdminPayment } from '../../../../shared/payments/schema.ts'
import { failureText } from '../../../api/failure-text.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { DetailPanel, type Details, Fact, Facts, PanelContent } from '../../../ui/list/detail-panel.tsx'
import { Price } from '../../../ui/text.tsx'
import { LocalDate } from '../../../ui/values.tsx'
import { TextLink } from '../activity-texts.tsx'
import { DisputeList } from './dispute-list.tsx'
import { PaymentState } from './payment-state.tsx'
import { paymentsApi } from './payments-api.ts'
import { ReceiveDialog } from './receive-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { CallButton, RefundList } from './refund-list.tsx'

/** The details of one payment, with its parts, refunds, disputes, timeline, events and actions. */
export function PaymentPanel({ paymentId, details }: { paymentId: string; details: Details }) {
  const result = paymentsApi.useGetAdminPaymentQuery(paymentId, { refetchOnMountOrArgChange: true })
  return (
    <DetailPanel heading={headingOf(result.data)} closeLabel={adminPaymentMessages.close} details={details}>
      <PanelContent
        result={result}
        failure={(error) => failureText(error, adminPaymentErrors, adminPaymentMessages.paymentFailed)}
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
    [adminPaymentMessages.captured, payment.captured, true],
    [adminPaymentMessages.refunded, refunded, refunded > 0],
    [adminPaymentMessages.released, released, released > 0],
    [adminPaymentMessages.stillReserved, refundable, payment.payment_state === 'authorized'],
    [adminPaymentMessages.refundable, refundable, refunded > 0 && refundable > 0],
  ] as const
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <Price amount={payment.amount} className="display text-xl" />
        <PaymentState payment={payment} />
      </p>
      <Facts>
        {order_id && (
          <Fact term={adminPaymentMessages.order}>
            <TextLink to={`/admin/orders?track=${order_id}`}>{order_id}</TextLink>
          </Fact>
        )}
        <Fact term={adminPaymentMessages.buyer}>
          <TextLink to={`/admin/users?q=${payment.buyer_id}`}>{payment.buyer_name}</TextLink>
        </Fact>
        <Fact term={adminPaymentMessages.method}>
          <bdi>{paymentMeans(payment.payment_method, payment)}</bdi>
        </Fact>
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
        {pay_by && !paid_at && (
          <Fact term={adminPaymentMessages.payBy}>
            <LocalDate at={pay_by} precise />
          </Fact>
        )}
        {provider_ref && (
          <Fact term={adminPaymentMessages.provider}>
            <span className="flex min-w-0 items-center gap-0.5">
              <span title={provider_ref} dir="ltr" className="truncate font-mono text-xs">
                {provider_ref}
              </span>
              <CopyButton text={provider_ref} />
            </span>
          </Fact>
        )}
      </Facts>
      <PaymentActions payment={payment} />
      <DisputeList payment={payment} />
      <PartsBySeller payment={payment} />
      <RefundList payment={payment} />
      <Timeline payment={payment} />
      <PaymentEvents payment={payment} />
    </div>
  )
}

function Surplus({ payment: { payment_id, surplus } }: { payment: AdminPayment }) {
  const [note] = paymentsApi.useNoteSurplusReturnedMutation()
  return (
    <span className="grid justify-items-start gap-2">
      <span>
        <Price amount={surplus} /> <span className="text-muted">{adminPaymentMessages.surplusText}</span>
      </span>
      <CallButton
        text={adminPaymentMessages.sentBack}
        call={() => note({ paymentId: payment_id, amount: surplus })}
        success={adminPaymentMessages.sentBackDone}
      />
    </span>
  )
}

const canRefund = ({ order_id, refundable, payment_state }: AdminPayment) =>
  order_id !== null && refundable > 0 && (payment_state === 'paid' || payment_state === 'authorized')

function PaymentActions({ payment }: { payment: AdminPayment }) {
  const [open, setOpen] = useState<'refund' | 'receive' | null>(null)
  const [refresh] = paymentsApi.useRefreshPaymentMutation()
  const { payment_id, order_id, payment_method, provider_ref } = payment
  const isTransfer = payment_method === 'bank_transfer' && order_id !== null && provider_ref === null

  return (
    <div className="flex flex-wrap gap-2">
      {canRefund(payment) && (
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

/** The refundable amount of each seller's part of an order, with a button to refund it; empty for a single seller. */
function PartsBySeller({ payment }: { payment: AdminPayment }) {
  const [seller, setSeller] = useState<string>()
  if (payment.sellers.length < 2) return null
  return (
    <section>
      <h3 className="mb-2 font-bold">{adminPaymentMessages.leftBySeller}</h3>
      <ul aria-label={adminPaymentMessages.leftBySeller} className="divide-y divide-line border-y border-line">
        {payment.sellers.map(({ seller_id, name, left }) => (
          <li key={seller_id} className="flex min-h-11 items-center gap-3 py-1 text-sm">
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            <Price amount={left} className="font-medium" />
            {canRefund(payment) && left > 0 && (
              <Button
                size="row"
                variant="quiet"
                aria-label={adminPaymentMessages.refundOf({ seller: name })}
                onClick={() => setSeller(seller_id)}
              >
                {adminPaymentMessages.refund}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {seller && <RefundDialog payment={payment} seller={seller} onClose={() => setSeller(undefined)} />}
    </section>
  )
}

function Timeline({ payment }: { payment: AdminPayment }) {
  const { created_at, paid_at, amount, captured, receipts, refunds, releases, disputes, sellers } = payment
  const steps = [
    { id: 'started', at: created_at, text: adminPaymentMessages.started, amount },
    ...(paid_at && !receipts.length
      ? [{ id: 'paid', at: paid_at, text: adminPaymentMessages.paidAt, amount: captured }]
      : []),
    ...receipts.map(({ created_at: at, received_on, reference, amount }) => ({
      id: at,
      at,
      text: [adminPaymentMessages.receipts, formatCalendarDay(received_on), reference].filter(Boolean).join(' · '),
      amount,
    })),
    ...refunds.map(({ refund_id: id, created_at: at, refund_state, amount }) => ({
      id,
      at,
      text: `${adminPaymentMessages.refund} · ${adminPaymentMessages.refundStates[refund_state]}`,
      amount: -amount,
    })),
    ...releases.map(({ release_id: id, created_at: at, reason, seller_id, note, amount }) => {
      const seller = sellers.find((one) => one.seller_id === seller_id)?.name
      const texts = [adminPaymentMessages.released, adminPaymentMessages.reasons[reason], seller, note]
      return { id, at, text: texts.filter(Boolean).join(' · '), amount: -amount }
    }),
    ...disputes.map(({ dispute_number: id, created_at: at, amount }) => ({
      id,
      at,
      text: paymentWords.disputed,
      amount: -amount,
    })),
  ].toSorted((one, other) => one.at.localeCompare(other.at))
  return (
    <section>
      <h3 className="mb-2 font-bold">{adminPaymentMessages.timeline}</h3>
      <ol className="ms-1 grid gap-3 border-s border-line-strong ps-4 text-sm">
        {steps.map((step) => (
          <li
            key={step.id}
            className="relative flex justify-between gap-x-4 before:absolute before:-start-4 before:top-1.5 before:-ms-1 before:size-2 before:rounded-full before:bg-ink"
          >
            <span className="min-w-0 wrap-anywhere">
              {step.text}
              <span className="block text-xs text-muted">
                <LocalDate at={step.at} precise />
              </span>
            </span>
            <Price amount={step.amount} className="font-medium" />
          </li>
        ))}
      </ol>
    </section>
  )
}

function PaymentEvents({ payment: { events } }: { payment: AdminPayment }) {
  const [applyAgain] = paymentsApi.useApplyEventAgainMutation()
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
