import { catalogMessages } from '../../../shared/catalog/messages.ts'
import type { Product } from '../../../shared/catalog/schema.ts'
import { termsMessages } from '../../../shared/delivery/terms-messages.ts'
import type { UsualDelivery } from '../../../shared/delivery/usual-delivery.ts'
import { formatDate } from '../../../shared/kernel/locale.ts'
import { formatAmount } from '../../../shared/kernel/money.ts'
import { useSite } from '../../api/site.ts'

interface Terms extends Pick<Product, 'delivery' | 'delivery_kind'> {
  dispatchDays: number | undefined
}

/** Returns the texts about delivery: general ones where the details are unknown. */
export function termsOf({ delivery, delivery_kind, dispatchDays }: Terms) {
  // The days of a method include those until it is sent.
  const dispatch = !delivery && dispatchDays !== undefined && catalogMessages.dispatchIn({ days: dispatchDays })
  return {
    delivery: delivery_kind ? termsMessages.digital : delivery ? usualText(delivery) : termsMessages.free,
    dispatch: dispatch || '',
  }
}

function usualText({ kind, price, days_from, days_to }: UsualDelivery): string {
  if (kind === 'pickup') return termsMessages.pickup
  if (kind === 'not_delivered') return termsMessages.notDelivered
  const days = days_from < days_to ? `${days_from}–${days_to}` : `${days_to}`
  return termsMessages.usual({ price: price ? formatAmount(price) : 'free', to: days_to, days })
}

/** The texts of `termsOf`, and the one about returns, as rows of a list of `terms`. */
export function DeliveryTerms({ delivery, dispatch }: ReturnType<typeof termsOf>) {
  const { returnDays: days } = useSite()
  return (
    <>
      <dt>{termsMessages.delivery}</dt>
      <dd>
        {delivery}
        {dispatch && <> · {dispatch}</>}
      </dd>
      <dt>{termsMessages.returns}</dt>
      <dd>{days === undefined ? termsMessages.returnsText : termsMessages.returnsWithin({ days })}</dd>
    </>
  )
}

/** Says until when a seller is away, if so. */
export function AwayNote({ until }: { until: string | undefined }) {
  if (!until) return null
  return (
    <p className="rounded-field bg-info-tint px-4 py-2 text-sm text-info">
      {termsMessages.awayUntil({ day: formatDate(until) })}
    </p>
  )
}
