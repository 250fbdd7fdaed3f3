import { LockKeyhole } from 'lucide-react'
import type { ComponentProps } from 'react'
import {
  PAYMENT_METHOD_LABELS,
  PAYMENT_METHODS,
  type PaymentDetail,
  type PaymentMethod,
} from '../../../shared/orders/constants.ts'
import { RadioGroup, TextField } from '../../ui/text-field.tsx'

type Field = Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'placeholder'> & {
  name: PaymentDetail
  label: string
  wide?: boolean
}

const DETAILS: Record<PaymentMethod, readonly Field[]> = {
  credit_card: [
    { name: 'cardNumber', label: 'Card number', inputMode: 'numeric', autoComplete: 'cc-number', wide: true },
    { name: 'cardName', label: 'Name on card', autoComplete: 'cc-name', wide: true },
    { name: 'expiryDate', label: 'Expiry date', autoComplete: 'cc-exp', placeholder: 'MM/YY' },
    { name: 'cvv', label: 'CVV', inputMode: 'numeric', autoComplete: 'cc-csc' },
  ],
  paypal: [{ name: 'paypalEmail', label: 'PayPal e-mail', type: 'email', autoComplete: 'email', wide: true }],
  bank_transfer: [
    { name: 'bankName', label: 'Bank name', autoComplete: 'off', wide: true },
    { name: 'accountNumber', label: 'Account number', inputMode: 'numeric', autoComplete: 'off', wide: true },
  ],
}

const OPTIONS = PAYMENT_METHODS.map((value) => ({ value, label: PAYMENT_METHOD_LABELS[value] }))

interface PaymentFieldsProps {
  method: PaymentMethod
  onChange: (method: PaymentMethod) => void
}

/**
 * How the order is paid. The details live in these inputs alone: nothing reads them, so they are neither sent nor
 * stored, and choosing another method drops them.
 */
export function PaymentFields({ method, onChange }: PaymentFieldsProps) {
  return (
    <section className="rounded-2xl border border-line bg-surface p-5 sm:p-6">
      <h2 className="mb-4 text-lg font-bold">Payment</h2>
      <RadioGroup legend="Payment method" name="payment_method" options={OPTIONS} value={method} onChange={onChange} />
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        {DETAILS[method].map(({ wide, ...field }) => (
          <TextField key={field.name} id={field.name} {...field} className={wide ? 'sm:col-span-2' : undefined} />
        ))}
      </div>
      <p className="mt-4 flex gap-2 text-sm text-muted">
        <LockKeyhole aria-hidden className="mt-0.5 size-4 shrink-0" />
        These details stay on this page: they are not sent and not stored.
      </p>
    </section>
  )
}
