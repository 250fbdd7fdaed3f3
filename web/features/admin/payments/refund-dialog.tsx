import { useState } from 'react'
import { currencyCode, formatAmount, readAmount, toCents, toDollars } from '../../../../shared/kernel/money.ts'
import { adminPaymentMessages } from '../../../../shared/payments/admin-messages.ts'
import { ADMIN_REFUND_REASONS, MAX_REFUND_NOTE_LENGTH } from '../../../../shared/payments/constants.ts'
import { adminPaymentErrors } from '../../../../shared/payments/errors.ts'
import type { AdminPayment, AdminRefund } from '../../../../shared/payments/schema.ts'
import { splitOver } from '../../../../shared/pricing/refundable.ts'
import { Choice } from '../../../ui/form/fields.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { ActionDialog } from '../../fulfilment/action-dialog.tsx'
import { DialogChoice, DialogField } from '../../fulfilment/dialog-fields.tsx'
import { wrongAmount } from '../wrong-amount.ts'
import { useRefundPaymentMutation } from './payments-api.ts'

interface RefundDialogProps {
  payment: AdminPayment
  again?: AdminRefund
  /** The seller whose part is refunded at first. */
  seller?: string
  onClose: () => void
}

/** Refunds a payment or a part of it, with the effect for the buyer. */
export function RefundDialog({ payment, again, seller, onClose }: RefundDialogProps) {
  const [refund] = useRefundPaymentMutation()
  // The same for every retry, so that the refund is made once.
  const [refund_id] = useState(() => crypto.randomUUID())
  const [seller_id, setSeller] = useState(() => seller ?? sellerFirst(payment, again))
  const [amount, setAmount] = useState(() => (again?.amount ?? leftOf(payment, seller_id)).toFixed(2))
  const [note, setNote] = useState(again?.note ?? '')
  const [reason, setReason] = useState<(typeof ADMIN_REFUND_REASONS)[number]>(
    ADMIN_REFUND_REASONS.find((known) => known === again?.reason) ?? 'goodwill',
  )
  const dollars = readAmount(amount) ?? 0
  const limit = leftOf(payment, seller_id)
  const isAuthorized = payment.payment_state === 'authorized'

  function submit() {
    const of = seller_id === ALL_SELLERS ? {} : { seller_id }
    const body = { refund_id, amount: dollars, ...of, reason, ...(note.trim() && { note: note.trim() }) }
    return refund({ paymentId: payment.payment_id, refund: body })
  }

  function choose(seller: string) {
    setSeller(seller)
    setAmount(leftOf(payment, seller).toFixed(2))
  }

  return (
    <ActionDialog
      title={adminPaymentMessages.refundTitle({ order: payment.order_id ?? '' })}
      confirm={adminPaymentMessages.refund}
      refusals={adminPaymentErrors}
      danger
      fieldOf={{ refund_too_large: 'amount', refund_wrong_seller: 'seller' }}
      check={() => ({ amount: wrongAmount(amount, limit) })}
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
        autoComplete="off"
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
      />
      <Choice
        label={adminPaymentMessages.refundReason}
        value={reason}
        onChange={(value) => setReason(ADMIN_REFUND_REASONS.find((known) => known === value) ?? 'goodwill')}
        options={ADMIN_REFUND_REASONS.map((value) => ({ value, text: adminPaymentMessages.reasons[value] }))}
      />
      <TextField
        label={adminPaymentMessages.refundNote}
        maxLength={MAX_REFUND_NOTE_LENGTH}
        autoComplete="off"
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div role="status" className="grid gap-2 text-muted">
        {!wrongAmount(amount, limit) && <Effect payment={payment} seller={seller_id} dollars={dollars} />}
      </div>
    </ActionDialog>
  )
}

function Effect({ payment, seller, dollars }: { payment: AdminPayment; seller: string; dollars: number }) {
  const { refundByHand, refundEffect, releaseEffect } = adminPaymentMessages
  const byHand = payment.payment_method === 'bank_transfer' && payment.provider_ref === null
  const effect = payment.payment_state === 'authorized' ? releaseEffect : byHand ? refundByHand : refundEffect
  return (
    <>
      <p>{effect({ amount: formatAmount(dollars) })}</p>
      {seller === ALL_SELLERS && <Split payment={payment} dollars={dollars} />}
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

function leftOf({ sellers, refundable }: AdminPayment, seller: string): number {
  const some = sellers.filter(({ seller_id }) => seller === ALL_SELLERS || seller_id === seller)
  return Math.min(refundable, toDollars(some.reduce((sum, { left }) => sum + toCents(left), 0)))
}

function Split({ payment: { sellers }, dollars }: { payment: AdminPayment; dollars: number }) {
  const shares = splitOver(
    toCents(dollars),
    sellers.map(({ left }) => toCents(left)),
  )
  return (
    <ul aria-label={adminPaymentMessages.refundSplit}>
      {sellers.map(({ seller_id, name }, index) => (
        <li key={seller_id} className="flex flex-wrap justify-between gap-x-4">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <span>{formatAmount(toDollars(shares[index] ?? 0))}</span>
        </li>
      ))}
    </ul>
  )
}
