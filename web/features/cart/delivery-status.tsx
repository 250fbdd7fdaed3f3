import { deliveryChoiceMessages } from '../../../shared/delivery/choice-messages.ts'
import { formatAmount } from '../../../shared/kernel/money.ts'
import { withCharges } from '../../../shared/pricing/charge-rows.ts'
import type { PaidCharge } from '../../../shared/pricing/charges.ts'
import { pricingMessages } from '../../../shared/pricing/messages.ts'

interface DeliveryStatusProps {
  isCurrent: boolean
  /** See `ChargesToPay`. */
  charges: readonly PaidCharge[] | null | undefined
  /** Dollars. */
  total: number
}

/** Reads out the price of the delivery each time it is known again. */
export function DeliveryStatus({ isCurrent, charges, total }: DeliveryStatusProps) {
  const price = withCharges(0, charges ?? [])
  const amounts = { delivery: price ? formatAmount(price) : pricingMessages.free, total: formatAmount(total) }
  return (
    <p role="status" className="sr-only">
      {isCurrent && charges && deliveryChoiceMessages.known(amounts)}
    </p>
  )
}
