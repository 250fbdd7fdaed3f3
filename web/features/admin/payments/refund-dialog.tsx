import { useState } from 'react'
import { orderDeliveryMessages } from '../../../../shared/delivery/order-messages.ts'
import { currencyCode, formatAmount, readAmount, toCents, toDollars } from '../../../../shared/kernel/money.ts'
import { adminPaymentMessages } from '../../../../shared/payments/admin-messages.ts'
import { ADMIN_REFUND_REASONS, MAX_REFUND_NOTE_LENGTH } from '../../../../shared/payments/constants.ts'
import { adminPaymentErrors } from '../../../../shared/payments/errors.ts'
import type { AdminPayment, AdminRefund } from '../../../../shared/payments/schema.ts'
import { NOTHING, type Parts, splitRefund, sumOfParts } from '../../../../shared/pricing/refundable.ts'
import { useDraft } from '../../../session/use-draft.tsx'
import { Choice } from '../../../ui/form/fields.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { ActionDialog, DialogChoice, DialogField } from '../../fulfilment/action-dialog.tsx'
import { DeliveryIncluded } from '../../fulfilment/delivery-back.tsx'
import { wrongAmount } from '../wrong-amount.ts'
import { paymentsApi } from './payments-api.ts'

interface RefundDialogProps {
  payment: AdminPayment
  again?: AdminRefund
  /** The seller that is selected when the dialog opens. */
  seller?: string
  onClose: () => void
}

/** Refunds a payment or a part of it, with the effect for the buyer. */
export function RefundDialog({ payment, again, seller, onClose }: RefundDialogProps) {
  const [refund] = paymentsApi.useRefundPaymentMutation()
  // The same for every retry, so that the refund is made once.
  const [refund_id] = useState(() => crypto.randomUUID())
  const [seller_id, setSeller] = useState(() => seller ?? sellerFirst(payment, again))
  const [amount, setAmount] = useState(() => (again?.amount ?? leftOf(payment, seller_id)).toFixed(2))
  const [ofDelivery, setDelivery] = useState(() => again?.delivery?.toFixed(2) ?? '')
  const { values, field, ...draft } = useDraft(`refund-${payment.payment_id}`, { note: again?.note ?? '' })
  const note = values.note.trim()
  const [reason, setReason] = useState(() => reasonIn(again?.reason))
  const dollars = readAmount(amount) ?? 0
  const limit = leftOf(payment, seller_id)
  const deliveryLeft = deliveryLeftOf(payment, seller_id)
  const delivery = ofDelivery.trim() && deliveryLeft > 0 ? (readAmount(ofDelivery) ?? -1) : undefined
  const problems = {
    amount: wrongAmount(amount, limit),
    delivery: wrongDelivery(delivery, { dollars, limit, deliveryLeft }),
  }
  const isAuthorized = payment.payment_state === 'authorized'

  function submit() {
    const of = seller_id === ALL_SELLERS ? {} : { seller_id }
    const parts = delivery === undefined ? {} : { delivery }
    const body = { refund_id, amount: dollars, ...parts, ...of, reason, ...(note && { note }) }
    return refund({ paymentId: payment.payment_id, refund: body })
  }

  function choose(seller: string) {
    setSeller(seller)
    setAmount(leftOf(payment, seller).toFixed(2))
    setDelivery('')
  }

  return (
    <ActionDialog
      title={adminPaymentMessages.refundTitle({ order: payment.order_id ?? '' })}
      confirm={adminPaymentMessages.refund}
      refusals={adminPaymentErrors}
      danger
      fieldOf={{ refund_too_large: 'amount', refund_wrong_seller: 'seller', delivery_refund_too_large: 'delivery' }}
      check={() => problems}
      draft={draft}
      success={isAuthorized ? adminPaymentMessages.lessTaken : adminPaymentMessages.refundRequested}
      onSubmit={submit}
      onClose={onClose}
    >
      <DialogChoice
        name="seller"
        label={adminPaymentMessages.refundSeller}
        value={seller_id}
        onChange={choose}
        options={sellersOffered(payment)}
      />
      <DialogField
        name="amount"
        label={adminPaymentMessages.refundAmount({ currency: currencyCode() })}
        hint={adminPaymentMessages.refundLimit({ amount: formatAmount(limit) })}
        inputMode="decimal"
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
      />
      <DeliveryPart left={deliveryLeft} value={ofDelivery} onChange={setDelivery} />
      <ReasonChoice value={reason} onChange={setReason} />
      <TextField label={adminPaymentMessages.refundNote} maxLength={MAX_REFUND_NOTE_LENGTH} {...field('note')} />
      <div role="status" className="grid gap-2 text-muted">
        {!problems.amount && !problems.delivery && (
          <Effect payment={payment} seller={seller_id} dollars={dollars} delivery={delivery} />
        )}
      </div>
    </ActionDialog>
  )
}

const reasonIn = (text: string | undefined) => ADMIN_REFUND_REASONS.find((known) => known === text) ?? 'goodwill'

interface ReasonChoiceProps {
  value: ReturnType<typeof reasonIn>
  onChange: (reason: ReturnType<typeof reasonIn>) => void
}

function ReasonChoice({ value, onChange }: ReasonChoiceProps) {
  return (
    <Choice
      label={adminPaymentMessages.refundReason}
      value={value}
      onChange={(chosen) => onChange(reasonIn(chosen))}
      options={ADMIN_REFUND_REASONS.map((known) => ({ value: known, text: adminPaymentMessages.reasons[known] }))}
    />
  )
}

interface DeliveryPartProps {
  /** Dollars that can still be refunded of the delivery. */
  left: number
  value: string
  onChange: (typed: string) => void
}

function DeliveryPart({ left, value, onChange }: DeliveryPartProps) {
  if (left === 0) return null
  return (
    <DialogField
      name="delivery"
      label={orderDeliveryMessages.backOptional({ currency: currencyCode() })}
      hint={orderDeliveryMessages.backOfAmount({ amount: formatAmount(left) })}
      inputMode="decimal"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

interface EffectProps {
  payment: AdminPayment
  seller: string
  dollars: number
  delivery: number | undefined
}

function Effect({ payment, seller, dollars, delivery }: EffectProps) {
  const shares = sharesOf(sellersOf(payment, seller), { dollars, delivery })
  const ofDelivery = toDollars(shares.reduce((sum, parts) => sum + parts.delivery, 0))
  const { refundByHand, refundEffect, releaseEffect } = adminPaymentMessages
  const byHand = payment.payment_method === 'bank_transfer' && payment.provider_ref === null
  const effect = payment.payment_state === 'authorized' ? releaseEffect : byHand ? refundByHand : refundEffect
  return (
    <>
      <p>
        {effect({ amount: formatAmount(dollars) })}
        <DeliveryIncluded amount={ofDelivery} />
      </p>
      {seller === ALL_SELLERS && <Split payment={payment} shares={shares} />}
    </>
  )
}

/** The value for all sellers in place of an id. */
const ALL_SELLERS = 'all'

function sellerFirst({ sellers }: AdminPayment, again: AdminRefund | undefined): string {
  return again?.seller_id ?? (sellers.length === 1 ? sellers[0]?.seller_id : undefined) ?? ALL_SELLERS
}

function sellersOffered({ sellers }: AdminPayment): { value: string; text: string }[] {
  const each = sellers.map((seller) => ({ value: seller.seller_id, text: seller.name }))
  return sellers.length === 1 ? each : [{ value: ALL_SELLERS, text: adminPaymentMessages.allSellers }, ...each]
}

function sellersOf({ sellers }: AdminPayment, seller: string) {
  return sellers.filter(({ seller_id }) => seller === ALL_SELLERS || seller_id === seller)
}

function leftOf(payment: AdminPayment, seller: string): number {
  const cents = sellersOf(payment, seller).reduce((sum, { left }) => sum + toCents(left), 0)
  return Math.min(payment.refundable, toDollars(cents))
}

function deliveryLeftOf(payment: AdminPayment, seller: string): number {
  const cents = sellersOf(payment, seller).reduce((sum, { delivery_left = 0 }) => sum + toCents(delivery_left), 0)
  return Math.min(payment.refundable, toDollars(cents))
}

/** Returns the error of the part for the delivery, which is at most what is left of it, and leaves no more than the goods. */
function wrongDelivery(
  delivery: number | undefined,
  { dollars, limit, deliveryLeft }: { dollars: number; limit: number; deliveryLeft: number },
): string | undefined {
  if (delivery === undefined) return undefined
  const least = Math.max(0, toCents(dollars) - toCents(limit) + toCents(deliveryLeft))
  const most = Math.min(toCents(dollars), toCents(deliveryLeft))
  if (toCents(delivery) >= least && toCents(delivery) <= most) return undefined
  const [from, to] = [least, most].map((cents) => formatAmount(toDollars(cents))) as [string, string]
  return orderDeliveryMessages.backWrong({ least: from, most: to })
}

function sharesOf(
  sellers: AdminPayment['sellers'],
  { dollars, delivery }: { dollars: number; delivery: number | undefined },
): Parts[] {
  const left = sellers.map((one) => {
    const ofDelivery = toCents(one.delivery_left ?? 0)
    return { goods: toCents(one.left) - ofDelivery, delivery: ofDelivery }
  })
  return splitRefund(toCents(dollars), left, delivery === undefined ? undefined : toCents(delivery))
}

function Split({ payment: { sellers }, shares }: { payment: AdminPayment; shares: readonly Parts[] }) {
  return (
    <ul aria-label={adminPaymentMessages.refundSplit}>
      {sellers.map(({ seller_id, name }, index) => (
        <li key={seller_id} className="flex flex-wrap justify-between gap-x-4">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <span>{formatAmount(toDollars(sumOfParts(shares[index] ?? NOTHING)))}</span>
        </li>
      ))}
    </ul>
  )
}
