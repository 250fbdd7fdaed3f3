import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import { appMessages } from '../../../shared/app/messages.ts'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { checkoutErrors } from '../../../shared/checkouts/errors.ts'
import { reservationMessages } from '../../../shared/checkouts/messages.ts'
import { formatTime } from '../../../shared/kernel/calendar.ts'
import { toCents } from '../../../shared/kernel/money.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { amountProblem } from '../../../shared/payments/amount-problem.ts'
import type { PaymentMethod } from '../../../shared/payments/constants.ts'
import { paymentErrors } from '../../../shared/payments/errors.ts'
import { paymentMessages } from '../../../shared/payments/messages.ts'
import type { SitePayments } from '../../../shared/payments/schema.ts'
import { withCharges } from '../../../shared/pricing/charge-rows.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { useSite } from '../../api/site.ts'
import { authenticationPath } from '../../session/guards.tsx'
import { DraftOffer } from '../../session/use-draft.tsx'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote, type FailureNoteProps } from '../../ui/failure-note.tsx'
import { useCheckedForm } from '../../ui/form/use-checked-form.ts'
import { useFailure } from '../../ui/form/use-failures.ts'
import { useNarrowScreen } from '../../ui/hooks.ts'
import { Link } from '../../ui/link.tsx'
import { loadCode } from '../../ui/load-code.ts'
import { focusHeading } from '../../ui/page.tsx'
import { boughtNowOf } from '../cart/buy-now.ts'
import { limitText, setQuantity } from '../cart/change-cart.ts'
import { DeliveryStatus } from '../cart/delivery-status.tsx'
import type { CartLine } from '../cart/use-cart-lines.ts'
import { type CheckoutValues, readFirstValues, useCheckoutDraft } from './checkout-draft.ts'
import { Problems } from './checkout-step.tsx'
import { checkoutsApi } from './checkouts-api.ts'
import { DeliveryStep, hasProblem } from './delivery-step.tsx'
import { OrderProblemNote } from './order-problem-note.tsx'
import { OrderSection } from './order-section.tsx'
import { PaymentFields } from './payment-fields.tsx'
import { loadSandboxPart } from './sandbox-part.ts'
import { isAddressWrong, NoAddressNote, ShippingSection } from './shipping-section.tsx'
import type { StripeCard } from './stripe-card.ts'
import { FoldedSummary, SummaryLines } from './summary-lines.tsx'
import { type CheckoutDelivery, useDelivery } from './use-delivery.ts'
import { type OrderProblem, usePlaceOrder } from './use-place-order.ts'

interface CheckoutFormProps {
  lines: readonly CartLine[]
  /** Dollars, without charges. */
  goods: number
  /** The contents of the cart are being updated: no order can be placed. */
  changing: boolean
}

/** The highest width at which the summary is below the form. */
const ONE_COLUMN_PX = 1023

const loadRules = async () =>
  (await loadCode(() => import('../../../shared/orders/schema.ts'), true)).checkoutFormSchema

/** Address, delivery, payment method and summary; no field is required. The input is stored until the order is placed. */
export function CheckoutForm({ lines, goods, changing }: CheckoutFormProps) {
  const gone = lines.filter(({ product }) => !product)
  const checkout = useCheckout(lines, goods, changing)
  const { formProps, field, form, failure, card, steps, delivery, total, busy, problem, checkoutId, offer } = checkout
  const { payments } = useSite()
  const method = form.watch('payment_method')
  const amount = payments && amountProblem(method, toCents(total))
  const notTaken = amount ? paymentErrors[amount].text : null
  const former = problem?.kind === 'total-changed' ? problem.former : null
  const ofPayment = failureOfPayment(problem, failure)
  const ofOrder = ofPayment || problem?.kind === 'delivery' ? null : problem
  // On small screens the summary is folded above the form, unless it has changed.
  const isBar = useNarrowScreen(ONE_COLUMN_PX)
  const folded = isBar && former === null
  const summaryLines = <SummaryLines lines={lines} charges={delivery.charges} former={former} />
  const first = delivery.needsAddress ? 2 : 1
  const paymentNumber = delivery.hasStep ? first + 1 : first

  return (
    // Not a grid in one column, as the bar sticks to the edge of the whole form.
    <form {...formProps} className="flex flex-col gap-6 lg:grid lg:grid-cols-[1fr_24rem] lg:items-start lg:gap-10">
      <SignInNote />
      <DraftOffer {...offer} />
      {folded && <FoldedSummary total={total}>{summaryLines}</FoldedSummary>}
      {delivery.isOn && <DeliveryStatus isCurrent={delivery.isCurrent} charges={delivery.charges} total={total} />}
      <div className="grid min-w-0 grid-cols-1 gap-6">
        <ShippingSection needed={delivery.needsAddress} field={field} form={form} {...steps.address} />
        {delivery.hasStep && <DeliveryStep number={first} delivery={delivery} {...steps.delivery} />}
        <PaymentFields
          number={paymentNumber}
          method={method}
          onChange={(method) => form.setValue('payment_method', method)}
          total={total}
          card={card}
          problems={
            <Problems problem={ofPayment?.text} className="mt-3">
              <FailureNote {...(notTaken === null && ofPayment)} text={notTaken ?? ofPayment?.text} />
            </Problems>
          }
          {...steps.payment}
        />
      </div>
      <OrderSection
        number={paymentNumber + 1}
        folded={folded}
        total={total}
        busy={busy || changing || isAsking(delivery)}
        problem={ofPayment ? null : (failure.text ?? ofOrder)}
        summary={
          <>
            <AlreadyInCart lines={lines} />
            {!folded && summaryLines}
          </>
        }
        problems={
          <>
            {!ofPayment && <FailureNote {...failure} />}
            <OrderProblemNote problem={ofOrder} gone={gone} />
          </>
        }
        note={delivery.needsAddress && <NoAddressNote form={form} />}
        notes={<ReservationNote checkoutId={checkoutId} />}
      />
    </form>
  )
}

/** The price of the delivery is about to be known. */
const isAsking = ({ isOn, isCurrent, failed }: CheckoutDelivery) => isOn && !isCurrent && !failed

/** The form with what it depends on; it sends the total and the methods that are shown. */
function useCheckout(lines: readonly CartLine[], goods: number, changing: boolean) {
  const dispatch = useAppDispatch()
  const { payments } = useSite()
  const card = useRef<StripeCard>(null)
  const { place, isPlacing, ...placement } = usePlaceOrder()
  const [defaultValues] = useState(() => dispatch(readFirstValues()))
  const checked = useCheckedForm<CheckoutValues>({
    rules: loadRules,
    defaultValues,
    send: async ({ payment_method, ...shipping_address }) => {
      // Enter and Retry also send it.
      if (changing || isAsking(delivery)) return null
      const isTaken = total > 0 && amountProblem(payment_method, toCents(total)) === undefined
      const payment_token = await paymentToken(payment_method, { payments, isTaken, card: card.current })
      if (payment_token === null) {
        steps.payment.setFolded(false)
        return { text: paymentMessages.cardIncomplete, fields: [] }
      }
      const payment = payment_token === undefined ? {} : { payment_token }
      const choices = delivery.choices?.length ? { delivery: delivery.choices } : {}
      const request = { shipping_address, payment_method, expected_total: total, ...payment, ...choices }
      await place(request, lines, card.current?.confirmAtBank)
      return null
    },
  })
  const { form } = checked
  const delivery = useDelivery(form, lines, placement.problem)
  const total = withCharges(goods, delivery.charges ?? [])
  const steps = useSteps(form, hasProblem(delivery))
  const offer = useCheckoutDraft(form, isPlacing)
  return { ...checked, ...placement, card, delivery, total, steps, offer }
}

function failureOfPayment(problem: OrderProblem | null, failure: FailureNoteProps): FailureNoteProps | undefined {
  if (failure.text === paymentMessages.cardIncomplete) return failure
  if (problem?.kind !== 'failed' || !problem.isPayment) return undefined
  return { text: problem.text, onRetry: problem.canRetry ? 'submit' : undefined }
}

function useSteps(form: UseFormReturn<CheckoutValues>, isDeliveryWrong: boolean) {
  const [isAddressFolded, foldAddress] = useState(false)
  const [isDeliveryFolded, foldDelivery] = useState(false)
  const [isPaymentFolded, foldPayment] = useState(false)
  if (isAddressFolded && isAddressWrong(form)) foldAddress(false)
  if (isDeliveryFolded && isDeliveryWrong) foldDelivery(false)
  return {
    address: { folded: isAddressFolded, setFolded: foldAddress },
    delivery: { folded: isDeliveryFolded, setFolded: foldDelivery },
    payment: { folded: isPaymentFolded, setFolded: foldPayment },
  }
}

function SignInNote() {
  const { isLoggedIn } = useSession()
  if (isLoggedIn) return null
  return (
    <p className="rounded-field bg-tint px-4 py-2 lg:col-span-2">
      {checkoutMessages.signInFirst}{' '}
      <Link to={authenticationPath('/checkout')} className="inline-block py-1 font-medium underline underline-offset-2">
        {appMessages.signIn}
      </Link>
    </p>
  )
}

/**
 * Returns the token of the payment details, which do not leave the page: undefined where none is needed, null when Stripe's card
 * fields are incomplete.
 */
async function paymentToken(
  method: PaymentMethod,
  { payments, isTaken, card }: { payments: SitePayments | undefined; isTaken: boolean; card: StripeCard | null },
): Promise<string | null | undefined> {
  if (!payments) return undefined
  if (payments.provider === 'stripe') {
    if (method !== 'credit_card' || !isTaken) return undefined
    return (await card?.token()) ?? null
  }
  const { paymentTokenOf } = await loadSandboxPart()
  const typed = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? ''
  return paymentTokenOf({ method, cardNumber: typed('cardNumber'), paypalEmail: typed('paypalEmail') })
}

function AlreadyInCart({ lines }: { lines: readonly CartLine[] }) {
  const { state } = useLocation()
  const dispatch = useAppDispatch()
  const { report, clear, note } = useFailure()
  const bought = boughtNowOf(state)
  const line = lines.find(({ product_id, product }) => product && product_id === bought?.product_id)
  if (!bought || !line || line.quantity <= bought.quantity) return null
  const { product_id, quantity } = bought

  async function orderOnly(): Promise<void> {
    clear()
    // The note disappears at once.
    focusHeading()
    const outcome = await dispatch(setQuantity(product_id, quantity))
    const limit = limitText(outcome)
    if (limit) report({ text: limit }, null)
    else if (outcome === 'failed') {
      report({ text: cartMessages.updateFailed, retry: orderOnly }, cartMessages.updateFailedToast)
    }
  }

  return (
    <div className="mb-4 grid gap-3 rounded-field bg-info-tint px-4 py-3 text-info">
      <p role="status">{checkoutMessages.alreadyInCart({ had: line.quantity - quantity, now: line.quantity })}</p>
      <Button variant="secondary" size="small" className="justify-self-start" onClick={orderOnly}>
        {checkoutMessages.orderOnly({ quantity })}
      </Button>
      <FailureNote {...note} />
    </div>
  )
}

function ReservationNote({ checkoutId }: { checkoutId: string | undefined }) {
  const { isLoggedIn } = useSession()
  const { currentData } = checkoutsApi.useGetCheckoutQuery(checkoutId ?? '', { skip: !checkoutId || !isLoggedIn })
  const isOver = useIsOver(currentData?.expires_at)
  const state = currentData?.checkout_state
  const hasExpired = state === 'expired' || (state === 'open' && isOver)
  const text =
    state === 'open' && !isOver
      ? reservationMessages.reservedUntil({ time: formatTime(currentData?.expires_at ?? '') })
      : null
  return (
    <p role="status" className="text-center text-sm font-medium text-balance empty:sr-only">
      {hasExpired ? checkoutErrors.checkout_expired.text : text}
    </p>
  )
}

function useIsOver(time: string | undefined): boolean {
  const [now, setNow] = useState(Date.now)
  const end = time === undefined ? Number.POSITIVE_INFINITY : Date.parse(time)
  useEffect(() => {
    setNow(Date.now())
    if (!Number.isFinite(end)) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, end - Date.now()))
    return () => clearTimeout(timer)
  }, [end])
  return now >= end
}
