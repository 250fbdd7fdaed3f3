import { type FormEvent, useState } from 'react'
import type { PaymentMethod } from '../../../shared/orders/constants.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import type { CartLine } from '../cart/use-cart-lines.ts'
import { OrderProblemNote } from './order-problem-note.tsx'
import { PaymentFields } from './payment-fields.tsx'
import { readShipping, ShippingFields } from './shipping-fields.tsx'
import { SummaryLines } from './summary-lines.tsx'
import { usePlaceOrder } from './use-place-order.ts'

interface CheckoutFormProps {
  lines: readonly CartLine[]
  /** Dollars. */
  total: number
  /** What is in the cart is not known at the moment: no order now. */
  changing: boolean
}

/** Address, payment method and summary; nothing has to be filled in. */
export function CheckoutForm({ lines, total, changing }: CheckoutFormProps) {
  const { isLoggedIn } = useSession()
  const [method, setMethod] = useState<PaymentMethod>('credit_card')
  const gone = lines.filter(({ product }) => !product).map(({ product_id }) => product_id)
  const { place, busy, problem } = usePlaceOrder()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (changing) return
    void place({ shipping_address: readShipping(event.currentTarget), payment_method: method })
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[1fr_24rem]">
      <div className="grid min-w-0 gap-6">
        <ShippingFields />
        <PaymentFields method={method} onChange={setMethod} />
      </div>
      <section
        aria-labelledby="summary"
        className="grid min-w-0 grid-cols-1 rounded-2xl border border-line bg-tint p-5 sm:p-6 lg:sticky lg:top-24"
      >
        <h2 id="summary" className="mb-4 text-lg font-bold">
          Order summary
        </h2>
        <SummaryLines lines={lines} total={total} />
        <div className="mt-5 grid gap-3">
          <OrderProblemNote problem={problem} gone={gone} />
          <Button type="submit" size="large" busy={busy || changing}>
            Place Order
          </Button>
          {!isLoggedIn && (
            <p className="text-center text-sm text-muted text-balance">
              You will be asked to sign in first. Your cart is kept.
            </p>
          )}
        </div>
      </section>
    </form>
  )
}
