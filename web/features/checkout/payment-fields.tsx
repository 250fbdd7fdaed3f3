import type { ComponentProps } from 'react'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { PAYMENT_METHODS, type PaymentDetail, type PaymentMethod } from '../../../shared/orders/constants.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { LockKeyhole } from '../../ui/icons.tsx'
import { RadioGroup, TextField } from '../../ui/text-field.tsx'

type Field = Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'placeholder'> & {
  name: PaymentDetail
  wide?: boolean
}

const DETAILS: Record<PaymentMethod, readonly Field[]> = {
  credit_card: [
    { name: 'cardNumber', inputMode: 'numeric', autoComplete: 'cc-number', wide: true },
    { name: 'cardName', autoComplete: 'cc-name', wide: true },
    { name: 'expiryDate', autoComplete: 'cc-exp', placeholder: checkoutMessages.expiryDateFormat },
    { name: 'cvv', inputMode: 'numeric', autoComplete: 'cc-csc' },
  ],
  paypal: [{ name: 'paypalEmail', type: 'email', autoComplete: 'email', wide: true }],
  bank_transfer: [
    { name: 'bankName', autoComplete: 'off', wide: true },
    { name: 'accountNumber', inputMode: 'numeric', autoComplete: 'off', wide: true },
  ],
}

const OPTIONS = PAYMENT_METHODS.map((value) => ({ value, label: orderMessages.paymentMethods[value] }))

interface PaymentFieldsProps {
  method: PaymentMethod
  onChange: (method: PaymentMethod) => void
}

/**
 * The payment method and its details. The details stay in these inputs: no code reads them, so they are neither sent nor
 * stored, and choosing another method discards them.
 */
export function PaymentFields({ method, onChange }: PaymentFieldsProps) {
  return (
    <section className="rounded-2xl border border-line bg-surface p-5 sm:p-6">
      <h2 className="mb-4 text-lg font-bold">{checkoutMessages.payment}</h2>
      <RadioGroup
        legend={checkoutMessages.paymentMethod}
        name="payment_method"
        options={OPTIONS}
        value={method}
        onChange={onChange}
      />
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        {DETAILS[method].map(({ wide, ...field }) => (
          <TextField
            key={field.name}
            id={field.name}
            label={checkoutMessages.paymentDetails[field.name]}
            {...field}
            className={wide ? 'sm:col-span-2' : undefined}
          />
        ))}
      </div>
      <p className="mt-4 flex gap-2 text-sm text-muted">
        <LockKeyhole aria-hidden className="mt-0.5 size-4 shrink-0" />
        {checkoutMessages.detailsStayHere}
      </p>
    </section>
  )
}
