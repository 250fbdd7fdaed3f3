import { orderDeliveryMessages as texts } from '../../../shared/delivery/order-messages.ts'
import type { OrderDelivery } from '../../../shared/delivery/schema.ts'
import { chargesBack, type LineCounts } from '../../../shared/fulfilment/rules.ts'
import type { LineUnits } from '../../../shared/fulfilment/schema.ts'
import { currencyCode, formatAmount, readAmount, toCents, toDollars } from '../../../shared/kernel/money.ts'
import type { PaymentState } from '../../../shared/payments/constants.ts'
import type { DraftField } from '../../session/use-draft.tsx'
import { DialogField } from './action-dialog.tsx'

interface Delivered {
  lines: readonly (LineCounts & { line_number: number })[]
  delivery?: OrderDelivery | undefined
  payment?: { payment_state: PaymentState } | undefined
}

/** The dollars of a delivery that go back together with units. */
export interface DeliveryBack {
  /** By the rule. */
  due: number
  /** Not refunded yet. */
  left: number
  /** As typed, else what is due. */
  amount: number
  problem: string | undefined
}

/** Returns what goes back of a delivery when units are cancelled or returned; nothing of an unpaid one. */
export function deliveryBack(
  { lines, delivery, payment }: Delivered,
  units: readonly LineUnits[],
  { how, typed = '' }: { how: 'cancelled' | 'returned_units'; typed?: string | undefined },
): DeliveryBack {
  const { amount: paid = 0, cheapest = 0, refunded = 0 } = delivery ?? {}
  const isPaid = payment?.payment_state === 'paid' || payment?.payment_state === 'authorized'
  const left = isPaid ? toCents(paid) - toCents(refunded) : 0
  const after = lines.map((line) => {
    const more = units.find(({ line_number }) => line_number === line.line_number)?.quantity ?? 0
    return { ...line, [how]: line[how] + more }
  })
  const back = chargesBack(after, { delivery: toCents(paid), cheapest: toCents(cheapest), other: 0 }).delivery
  const due = Math.max(0, Math.min(back - toCents(refunded), left))
  // Where all of it goes back nothing is asked.
  const cents = typed.trim() && left > due ? toCents(readAmount(typed) ?? -1) : due
  const isWrong = cents < due || cents > left
  const [least, most] = [due, left].map((limit) => formatAmount(toDollars(limit))) as [string, string]
  return {
    due: toDollars(due),
    left: toDollars(left),
    amount: toDollars(isWrong ? due : cents),
    problem: isWrong ? texts.backWrong({ least, most }) : undefined,
  }
}

interface DeliveryBackFieldProps extends DraftField {
  back: DeliveryBack
}

/** The amount of the delivery to refund, where more than the rule gives is left. */
export function DeliveryBackField({ back: { due, left }, ...field }: DeliveryBackFieldProps) {
  if (left <= due) return null
  return (
    <DialogField
      label={texts.back({ currency: currencyCode() })}
      hint={texts.backLimit({ amount: formatAmount(left), due: formatAmount(due) })}
      inputMode="decimal"
      {...field}
    />
  )
}

/** Says how much of a refund is for the delivery. */
export function DeliveryIncluded({ amount }: Pick<DeliveryBack, 'amount'>) {
  return amount > 0 && <> {texts.backIncluded({ amount: formatAmount(amount) })}</>
}
