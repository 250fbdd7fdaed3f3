import { formatDollars } from '../../../../shared/kernel/money.ts'
import { orderMessages } from '../../../../shared/orders/messages.ts'
import type { AdminOrder } from '../../../../shared/orders/schema.ts'
import { adminPaymentMessages } from '../../../../shared/payments/admin-messages.ts'
import { heldOf } from '../../../../shared/payments/ended-payment.ts'
import { paymentWords } from '../../../../shared/payments/messages.ts'
import { useSite } from '../../../api/site.ts'
import { Link } from '../../../ui/link.tsx'
import { PaymentState } from '../payments/payment-state.tsx'

/** How an order is paid, whether it is, and what is still held of one that was ended by hand. */
export function OrderPayment({ order }: { order: AdminOrder }) {
  const { payments } = useSite()
  const { payment, order_id, order_state, payment_method } = order
  const isEnded = order_state === 'cancelled' || order_state === 'returned'
  const held = payment ? heldOf(payment) : 0
  return (
    <div className="grid gap-1">
      <span>{orderMessages.paymentMethods[payment_method]}</span>
      {payment ? <PaymentState payment={payment} /> : <span>{paymentWords.notPaidHere}</span>}
      {isEnded && held > 0 && <span className="text-danger">{adminPaymentMessages.held(formatDollars(held))}</span>}
      {payment && payments && (
        <Link to={`/admin/payments?q=${order_id}`} className="underline underline-offset-2">
          {adminPaymentMessages.open}
        </Link>
      )}
    </div>
  )
}
