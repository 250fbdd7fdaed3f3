import { useState } from 'react'
import type { AdminSellerOrders } from '../../../../shared/fulfilment/schema.ts'
import { dayOf } from '../../../../shared/kernel/calendar.ts'
import { formatAmount } from '../../../../shared/kernel/money.ts'
import { addressLines } from '../../../../shared/orders/rules.ts'
import type { AdminOrder } from '../../../../shared/orders/schema.ts'
import { adminPaymentMessages } from '../../../../shared/payments/admin-messages.ts'
import { MAX_DISPUTE_ANSWER_LENGTH } from '../../../../shared/payments/constants.ts'
import { adminPaymentErrors } from '../../../../shared/payments/errors.ts'
import type { AdminDispute, AdminPayment } from '../../../../shared/payments/schema.ts'
import { useDraft } from '../../../session/use-draft.tsx'
import { Button } from '../../../ui/button.tsx'
import { LocalDate, StateDot } from '../../../ui/values.tsx'
import { ActionDialog, DialogTextArea } from '../../fulfilment/action-dialog.tsx'
import { adminOrdersApi } from '../admin-api.ts'
import { paymentsApi } from './payments-api.ts'

type SellerOrder = AdminSellerOrders['seller_orders'][number]

const texts = adminPaymentMessages.answer
const dayAt = (at: string) => dayOf(new Date(at))

function disputeAnswer(order: AdminOrder, sellerOrders: readonly SellerOrder[]): string {
  // Its buyer may have changed the address of a part.
  const all = sellerOrders.map(({ shipping_address }) => addressLines(shipping_address).join(', '))
  const addresses = [...new Set(all)].filter(Boolean)
  const text = [
    texts.ordered({ order: order.order_id, day: dayAt(order.created_at), amount: formatAmount(order.total_count) }),
    ...(addresses.length ? addresses.map((address) => texts.address({ address })) : [texts.noAddress]),
    ...sellerOrders.flatMap((sellerOrder) => [
      '',
      texts.seller({ name: sellerOrder.seller_name }),
      ...linesOf(sellerOrder),
      ...shipmentsOf(sellerOrder),
    ]),
  ].join('\n')
  return text.slice(0, MAX_DISPUTE_ANSWER_LENGTH)
}

function linesOf({ lines }: SellerOrder): string[] {
  return lines.map(({ quantity, product_name, unit_price }) =>
    texts.line({ quantity, name: product_name, price: formatAmount(unit_price) }),
  )
}

function shipmentsOf({ shipments }: SellerOrder): string[] {
  const made = shipments.filter(({ state }) => state !== 'voided')
  if (!made.length) return [texts.notSent]
  return made.map(({ sent_at, carrier, tracking_number, tracking_url, delivered_at }) => {
    const how = [carrier, tracking_number, tracking_url].filter(Boolean).join(' ')
    const sent = texts.sent({ day: dayAt(sent_at), how })
    return delivered_at ? `${sent} ${texts.delivered({ day: dayAt(delivered_at) })}` : sent
  })
}

interface DisputeDialogProps {
  payment: AdminPayment
  dispute: AdminDispute
  onClose: () => void
}

function DisputeDialog({ payment, dispute, onClose }: DisputeDialogProps) {
  const [answer] = paymentsApi.useAnswerDisputeMutation()
  const skip = payment.order_id === null
  const { data: order } = adminOrdersApi.useGetAdminOrderQuery(payment.order_id ?? '', { skip })
  const { data: sellerOrders } = adminOrdersApi.useGetSellerOrdersOfQuery(payment.order_id ?? '', { skip })
  // The suggested text until it is edited.
  const { values, change, ...draft } = useDraft(`dispute-${dispute.dispute_number}`, { text: '', edited: '' })
  const suggested = order && sellerOrders ? disputeAnswer(order, sellerOrders.seller_orders) : ''
  const text = values.edited ? values.text : suggested

  return (
    <ActionDialog
      title={adminPaymentMessages.answerTitle({ order: payment.order_id ?? '' })}
      text={adminPaymentMessages.answerText}
      confirm={adminPaymentMessages.answerDispute}
      refusals={adminPaymentErrors}
      check={() => ({ text: text.trim() ? undefined : adminPaymentMessages.answerNeeded })}
      draft={draft}
      success={adminPaymentMessages.disputeAnswered}
      onSubmit={() => answer({ dispute: dispute.dispute_number, answer: { text } })}
      onClose={onClose}
    >
      <DialogTextArea
        name="text"
        label={adminPaymentMessages.answerLabel}
        rows={12}
        maxLength={MAX_DISPUTE_ANSWER_LENGTH}
        value={text}
        onChange={({ target }) => change({ text: target.value, edited: 'yes' })}
      />
    </ActionDialog>
  )
}

/** The disputes of a payment, oldest first; nothing without one. */
export function DisputeList({ payment }: { payment: AdminPayment }) {
  if (!payment.disputes.length) return null
  return (
    <section>
      <h3 className="mb-2 font-bold">{adminPaymentMessages.disputes}</h3>
      <ul aria-label={adminPaymentMessages.disputes} className="divide-y divide-line border-y border-line">
        {payment.disputes.map((dispute) => (
          <li key={dispute.dispute_number} className="grid gap-1 py-2.5 text-sm">
            <Dispute payment={payment} dispute={dispute} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const TONES = {
  warning: 'danger',
  needs_response: 'danger',
  under_review: 'info',
  won: 'good',
  lost: 'quiet',
} as const

/** Returns the text of a reason; that of the provider for one that is not known here. */
function reasonText(reason: string): string {
  const texts: Readonly<Record<string, string | undefined>> = adminPaymentMessages.disputeReasons
  return texts[reason] ?? reason.replaceAll('_', ' ')
}

function Dispute({ payment, dispute }: { payment: AdminPayment; dispute: AdminDispute }) {
  const { dispute_number, amount, fee, reason, dispute_state, answer_by, answered_at, ended_at, created_at } = dispute
  const [open, setOpen] = useState<'answer' | 'accept' | null>(null)
  const [answer] = paymentsApi.useAnswerDisputeMutation()
  const isOpen = ended_at === null && answered_at === null && dispute_state !== 'under_review'
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4">
        <StateDot tone={TONES[dispute_state]}>{adminPaymentMessages.disputeStates[dispute_state]}</StateDot>
        <span className="font-medium">{formatAmount(amount)}</span>
      </p>
      <p className="text-muted wrap-anywhere first-letter:uppercase">
        {[reasonText(reason), fee > 0 && adminPaymentMessages.disputeFee({ amount: formatAmount(fee) })]
          .filter(Boolean)
          .join(' · ')}
        {' · '}
        <LocalDate at={created_at} precise />
      </p>
      {isOpen && answer_by && (
        <p>
          {adminPaymentMessages.answerBy} <LocalDate at={answer_by} precise />
        </p>
      )}
      {isOpen && (
        <div className="mt-1 flex flex-wrap gap-2">
          <Button size="small" onClick={() => setOpen('answer')}>
            {adminPaymentMessages.answerDispute}
          </Button>
          <Button size="small" variant="secondary" onClick={() => setOpen('accept')}>
            {adminPaymentMessages.acceptDispute}
          </Button>
        </div>
      )}
      {open === 'answer' && <DisputeDialog payment={payment} dispute={dispute} onClose={() => setOpen(null)} />}
      {open === 'accept' && (
        <ActionDialog
          title={adminPaymentMessages.acceptTitle}
          text={adminPaymentMessages.acceptText({ amount: formatAmount(amount) })}
          confirm={adminPaymentMessages.acceptDispute}
          refusals={adminPaymentErrors}
          danger
          success={adminPaymentMessages.disputeAccepted}
          onSubmit={() => answer({ dispute: dispute_number, answer: { accept: true } })}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
