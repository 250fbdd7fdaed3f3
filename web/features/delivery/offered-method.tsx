import { deliveryChoiceMessages } from '../../../shared/delivery/choice-messages.ts'
import type { QuotedMethod } from '../../../shared/delivery/schema.ts'
import { formatDate } from '../../../shared/kernel/locale.ts'
import { formatAmount } from '../../../shared/kernel/money.ts'
import { pricingMessages } from '../../../shared/pricing/messages.ts'
import { Price } from '../../ui/text.tsx'

/** A method as buyers are offered it, without a choice. */
export function OfferedMethod({ method }: { method: QuotedMethod }) {
  return (
    <div className="flex min-h-11 items-center gap-3 rounded-field border border-line px-3.5 py-2">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">{method.name}</p>
        <p className="text-sm text-muted">
          <MethodFacts method={method} />
        </p>
      </div>
      <p className="ms-auto text-end font-medium">
        <MethodPrice method={method} />
      </p>
    </div>
  )
}

export function MethodPrice({ method: { price } }: { method: QuotedMethod }) {
  return price === 0 ? pricingMessages.free : <Price amount={price} />
}

/** When it arrives, where it is collected, and what is missing for free delivery. */
export function MethodFacts({ method }: { method: QuotedMethod }) {
  const { kind, arrives_from, arrives_to, pickup_address, missing_for_free } = method
  const days = formatDate(arrives_from, arrives_to)
  return (
    <>
      {kind === 'pickup' ? deliveryChoiceMessages.ready({ days }) : deliveryChoiceMessages.arrives({ days })}
      {pickup_address && <span className="block whitespace-pre-line wrap-anywhere">{pickup_address}</span>}
      {missing_for_free !== undefined && (
        <span className="block">{deliveryChoiceMessages.missing({ amount: formatAmount(missing_for_free) })}</span>
      )}
    </>
  )
}
