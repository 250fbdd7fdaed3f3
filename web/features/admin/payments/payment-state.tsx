import type { PaymentState as State } from '../../../../shared/payments/constants.ts'
import { paymentWords } from '../../../../shared/payments/messages.ts'
import type { OrderPayment } from '../../../../shared/payments/schema.ts'
import { StateDot } from '../../../ui/values.tsx'

const GOOD: readonly State[] = ['paid', 'authorized']
const OVER: readonly State[] = ['declined', 'cancelled', 'expired']

/** The state of a payment as a dot and a word. */
export function PaymentState({
  payment,
}: {
  payment: Pick<OrderPayment, 'payment_state' | 'label' | 'refunded'> & { disputed?: number }
}) {
  const { payment_state, label, refunded, disputed = 0 } = payment
  const isBad = disputed > 0 || label === paymentWords.disputed || label === paymentWords.refundFailed
  if (isBad) return <StateDot tone="danger">{label}</StateDot>
  const tone = refunded > 0 || OVER.includes(payment_state) ? 'quiet' : GOOD.includes(payment_state) ? 'good' : 'info'
  return <StateDot tone={tone}>{label}</StateDot>
}
