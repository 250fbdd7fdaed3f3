import { useRef, useState } from 'react'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { paymentMessages } from '../../../shared/payments/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { useSite } from '../../api/site.ts'
import { DraftOffer } from '../../session/draft-offer.tsx'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useCheckedForm } from '../../ui/form/use-checked-form.ts'
import { useNarrowScreen } from '../../ui/use-narrow-screen.ts'
import type { CartLine } from '../cart/use-cart-lines.ts'
import { AlreadyInCart } from './already-in-cart.tsx'
import { type CheckoutValues, readCheckoutDraft, useCheckoutDraft } from './checkout-draft.ts'
import { OrderProblemNote } from './order-problem-note.tsx'
import { PaymentFields } from './payment-fields.tsx'
import { paymentToken } from './payment-token.ts'
import { ReservationNote } from './reservation-note.tsx'
import { NoAddressNote, ShippingSection } from './shipping-section.tsx'
import { StepHeading } from './step-heading.tsx'
import type { StripeCard } from './stripe-card.ts'
import { FoldedSummary, SummaryLines, SummaryTotal } from './summary-lines.tsx'
import { usePlaceOrder } from './use-place-order.ts'

interface CheckoutFormProps {
  lines: readonly CartLine[]
  /** Dollars. */
  total: number
  /** The contents of the cart are unknown at the moment: no order can be placed. */
  changing: boolean
}

/** Up to this width the summary stands below the form. */
const ONE_COLUMN_PX = 1023

const loadRules = async () => (await import('../../../shared/orders/schema.ts')).checkoutFormSchema

/** Address, payment method and summary; no field is required. What is typed lasts until the order is placed. */
export function CheckoutForm({ lines, total, changing }: CheckoutFormProps) {
  const { isLoggedIn } = useSession()
  const dispatch = useAppDispatch()
  const { payments } = useSite()
  const gone = lines.filter(({ product }) => !product)
  const card = useRef<StripeCard>(null)
  const { place, busy, isPlacing, problem, checkoutId } = usePlaceOrder()
  const [defaultValues] = useState(() => dispatch(readCheckoutDraft()))
  const { formProps, field, form, failure } = useCheckedForm<CheckoutValues>({
    rules: loadRules,
    defaultValues,
    send: async ({ payment_method, ...shipping_address }) => {
      const payment_token = await paymentToken(payment_method, { payments, isFree: total === 0, card: card.current })
      if (payment_token === null) return { text: paymentMessages.cardIncomplete, fields: [] }
      const payment = payment_token === undefined ? {} : { payment_token }
      const request = { shipping_address, payment_method, expected_total: total, ...payment }
      await place(request, lines, card.current?.confirmAtBank)
      return null
    },
  })
  const offer = useCheckoutDraft(form, isPlacing)
  const former = problem?.kind === 'total-changed' ? problem.former : null
  // On small screens what is bought stands folded above the form, unless it has changed.
  const folded = useNarrowScreen(ONE_COLUMN_PX) && former === null
  const summaryLines = <SummaryLines lines={lines} total={total} former={former} />

  return (
    <form {...formProps} className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[1fr_24rem] lg:gap-10">
      <DraftOffer {...offer} />
      {folded && <FoldedSummary total={total}>{summaryLines}</FoldedSummary>}
      <div className="grid min-w-0 grid-cols-1 gap-6">
        <ShippingSection field={field} form={form} />
        <PaymentFields
          method={form.watch('payment_method')}
          onChange={(method) => form.setValue('payment_method', method)}
          total={total}
          card={card}
        />
      </div>
      <section
        aria-labelledby="summary"
        className="grid min-w-0 grid-cols-1 rounded-picture bg-surface p-5 sm:p-6 lg:sticky lg:top-24"
      >
        <StepHeading id="summary" number={3} className="mb-4">
          {checkoutMessages.summary}
        </StepHeading>
        <AlreadyInCart lines={lines} />
        {folded ? <SummaryTotal total={total} /> : summaryLines}
        <div className="mt-5 grid gap-3">
          <FailureNote {...failure} />
          <OrderProblemNote problem={problem} gone={gone} />
          <Button type="submit" size="large" busy={busy || changing}>
            {checkoutMessages.placeOrder}
          </Button>
          <ReservationNote checkoutId={checkoutId} />
          <NoAddressNote form={form} />
          {!isLoggedIn && <p className="text-center text-sm text-muted text-balance">{checkoutMessages.signInFirst}</p>}
        </div>
      </section>
    </form>
  )
}
