import { type ComponentProps, type InputEvent, lazy, type RefObject, Suspense, useState } from 'react'
import { toCents } from '../../../shared/kernel/money.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import type { PaymentDetail } from '../../../shared/orders/constants.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { amountProblem } from '../../../shared/payments/amount-problem.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../shared/payments/constants.ts'
import { paymentMessages } from '../../../shared/payments/messages.ts'
import { useSite } from '../../api/site.ts'
import { NoPayments, TestMode } from '../../session/test-mode.tsx'
import { LockKeyhole } from '../../ui/area-icons.ts'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { whenReleased } from '../../ui/form/use-checked-form.ts'
import { lazyCode } from '../../ui/load-code.ts'
import { cardBrandOf, formatExpiry, groupCardNumber, hasExpired, isCardNumber } from './card-format.ts'
import { CheckoutStep } from './checkout-step.tsx'
import { loadSandboxPart } from './sandbox-part.ts'
import type { StripeCard } from './stripe-card.ts'

const SandboxNote = lazy(async () => ({ default: (await loadSandboxPart()).SandboxNote }))

interface Field extends Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'placeholder'> {
  name: PaymentDetail
  wide?: boolean
  /** Returns the formatted text of the input. */
  format?: (text: string) => string
  /** Returns the warning for a text that is not empty. */
  check?: (text: string) => string | null
}

const DETAILS: Record<PaymentMethod, readonly Field[]> = {
  credit_card: [
    {
      name: 'cardNumber',
      inputMode: 'numeric',
      autoComplete: 'cc-number',
      wide: true,
      format: groupCardNumber,
      check: (text) => (isCardNumber(text) ? null : checkoutMessages.checkCardNumber),
    },
    { name: 'cardName', autoComplete: 'cc-name', wide: true },
    {
      name: 'expiryDate',
      inputMode: 'numeric',
      autoComplete: 'cc-exp',
      placeholder: checkoutMessages.expiryDateFormat,
      format: formatExpiry,
      check: checkExpiry,
    },
    {
      name: 'cvv',
      inputMode: 'numeric',
      autoComplete: 'cc-csc',
      check: (text) => (/^\d{3,4}$/.test(text) ? null : checkoutMessages.checkCvv),
    },
  ],
  paypal: [
    {
      name: 'paypalEmail',
      type: 'email',
      autoComplete: 'email',
      wide: true,
      check: (text) => (/^[^\s@]+@[^\s@]+$/.test(text) ? null : checkoutMessages.checkEmail),
    },
  ],
  bank_transfer: [
    { name: 'bankName', autoComplete: 'off', wide: true },
    { name: 'accountNumber', inputMode: 'numeric', autoComplete: 'off', wide: true },
  ],
}

function checkExpiry(text: string): string | null {
  const expired = hasExpired(text, new Date())
  if (expired === undefined) return checkoutMessages.checkExpiryDate
  return expired ? checkoutMessages.cardExpired : null
}

function warningOf(text: string, check: Field['check']): string | null {
  return text.trim() === '' ? null : (check?.(text.trim()) ?? null)
}

/** Returns true without warnings; otherwise focuses the first field with one. */
function areDetailsRight(method: PaymentMethod): boolean {
  const inputs = DETAILS[method].map(({ name, check }) => {
    const input = document.getElementById(name) as HTMLInputElement | null
    return { input, warning: warningOf(input?.value ?? '', check) }
  })
  const wrong = inputs.find(({ warning }) => warning !== null)
  wrong?.input?.focus()
  return wrong === undefined
}

const CardFields = lazyCode(async () => (await import('./card-fields.tsx')).CardFields)

const OPTIONS = PAYMENT_METHODS.map((value) => ({ value, label: orderMessages.paymentMethods[value] }))
const WITHOUT_TRANSFERS = OPTIONS.filter(({ value }) => value !== 'bank_transfer')

interface PaymentFieldsProps
  extends Pick<ComponentProps<typeof CheckoutStep>, 'number' | 'folded' | 'setFolded' | 'problems'> {
  method: PaymentMethod
  onChange: (method: PaymentMethod) => void
  /** Dollars. */
  total: number
  /** Set while Stripe's fields are shown. */
  card: RefObject<StripeCard | null>
}

/**
 * The payment method and its details. The details stay in their inputs: they are neither sent nor stored, and choosing another
 * method discards them.
 */
export function PaymentFields({ method, onChange, total, card, ...step }: PaymentFieldsProps) {
  const { payments } = useSite()
  const stripeKey = method === 'credit_card' ? payments?.stripeKey : undefined
  const problem = payments && amountProblem(method, toCents(total))
  return (
    <CheckoutStep
      {...step}
      title={checkoutMessages.payment}
      summary={orderMessages.paymentMethods[method]}
      check={() => stripeKey !== undefined || areDetailsRight(method)}
    >
      <NoPayments text={paymentMessages.noneTaken} className="mt-4" />
      <div className="mt-4">
        <RadioGroup
          legend={checkoutMessages.paymentMethod}
          name="payment_method"
          options={payments?.takesTransfers === false ? WITHOUT_TRANSFERS : OPTIONS}
          value={method}
          onChange={onChange}
        />
      </div>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        {stripeKey === undefined ? (
          DETAILS[method].map((field) => <PaymentField key={field.name} {...field} />)
        ) : (
          <Suspense>{total > 0 && !problem && <CardFields stripeKey={stripeKey} total={total} card={card} />}</Suspense>
        )}
      </div>
      <p className="mt-4 flex gap-2 text-sm text-muted">
        <LockKeyhole aria-hidden className="mt-0.5 size-4 shrink-0" />
        {noteOf(method, stripeKey)}
      </p>
      {payments?.provider === 'sandbox' ? (
        <Suspense>
          <SandboxNote />
        </Suspense>
      ) : (
        <TestMode className="mt-4" />
      )}
    </CheckoutStep>
  )
}

function noteOf(method: PaymentMethod, stripeKey: string | undefined): string {
  if (stripeKey !== undefined) return paymentMessages.cardByProvider
  return method === 'bank_transfer' ? checkoutMessages.ownRecords : checkoutMessages.detailsStayHere
}

function PaymentField({ name, wide, format, check, ...input }: Field) {
  const [warning, setWarning] = useState<string | null>(null)
  const [brand, setBrand] = useState<string>()

  function tidy(event: InputEvent<HTMLInputElement>) {
    const { currentTarget } = event
    if (format) formatInPlace(currentTarget, format)
    if (name === 'cardNumber') setBrand(cardBrandOf(currentTarget.value))
    setWarning(null)
  }

  return (
    <TextField
      id={name}
      name={name}
      label={checkoutMessages.paymentDetails[name]}
      {...input}
      suffix={brand && <CardBrand name={brand} />}
      error={warning}
      onInput={tidy}
      onBlur={({ currentTarget: { value } }) => whenReleased(() => setWarning(warningOf(value, check)))}
      className={wide ? 'sm:col-span-2' : undefined}
    />
  )
}

function CardBrand({ name }: { name: string }) {
  return (
    <span role="status" className="pointer-events-none absolute inset-y-0 end-3.5 flex items-center text-sm text-muted">
      {name}
    </span>
  )
}

/** Formats the text of an input; the caret stays behind the same digit. */
function formatInPlace(input: HTMLInputElement, format: (text: string) => string): void {
  const { value, selectionStart } = input
  const formatted = format(value)
  if (formatted === value) return
  const isAtEnd = selectionStart === null || selectionStart === value.length
  const digitsBefore = value.slice(0, selectionStart ?? 0).replace(/\D/g, '').length
  input.value = formatted
  if (isAtEnd) return
  let at = 0
  for (let seen = 0; at < formatted.length && seen < digitsBefore; at++) if (/\d/.test(formatted.charAt(at))) seen++
  input.setSelectionRange(at, at)
}
