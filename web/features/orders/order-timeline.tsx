import type { BuyerSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { type OrderState, TIMELINE_STATES } from '../../../shared/orders/constants.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { classNames } from '../../ui/class-names.ts'
import { Check } from '../../ui/icons.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { STATE_ICONS } from './order-state-badge.tsx'

const PROGRESS = {
  done: { circle: 'border-good bg-good-tint text-good', spoken: orderMessages.stepDone, text: 'text-good' },
  current: { circle: 'border-info bg-info-tint text-info', spoken: orderMessages.stepCurrent, text: 'text-info' },
  ahead: { circle: 'border-line bg-tint text-muted', spoken: orderMessages.stepAhead, text: 'text-muted' },
} as const

interface OrderTimelineProps {
  state: OrderState
  placedAt: string
  sellerOrders: readonly Pick<BuyerSellerOrder, 'state' | 'confirmed_at' | 'delivered_at'>[]
}

/** The progress of an order: three steps with times; nothing once it was cancelled or returned. */
export function OrderTimeline({ state, placedAt, sellerOrders }: OrderTimelineProps) {
  if (state === 'cancelled' || state === 'returned') return null
  const current = TIMELINE_STATES.indexOf(state)
  const times = { pending: placedAt, ...timesOf(sellerOrders) }
  return (
    <ol aria-label={orderMessages.progress} className="grid">
      {TIMELINE_STATES.map((step, index) => (
        <TimelineStep
          key={step}
          step={step}
          progress={index < current ? 'done' : index === current ? 'current' : 'ahead'}
          first={index === 0}
          at={index <= current ? times[step] : undefined}
        />
      ))}
    </ol>
  )
}

function timesOf(sellerOrders: OrderTimelineProps['sellerOrders']): { confirmed?: string; delivered?: string } {
  const open = sellerOrders.filter(({ state }) => state !== 'cancelled')
  const confirmed = open.flatMap(({ confirmed_at }) => confirmed_at ?? []).sort()[0]
  const delivered = open.flatMap(({ delivered_at }) => delivered_at ?? []).sort()
  const last = delivered.length === open.length ? delivered.at(-1) : undefined
  return { ...(confirmed && { confirmed }), ...(last && { delivered: last }) }
}

interface TimelineStepProps {
  step: (typeof TIMELINE_STATES)[number]
  progress: keyof typeof PROGRESS
  first: boolean
  at?: string | undefined
}

function TimelineStep({ step, progress, first, at }: TimelineStepProps) {
  const look = PROGRESS[progress]
  const Icon = progress === 'done' ? Check : STATE_ICONS[step]
  return (
    <li
      aria-current={progress === 'current' ? 'step' : undefined}
      data-progress={progress}
      className="relative flex items-center gap-3 not-first:pt-3"
    >
      {!first && (
        <span
          aria-hidden
          className={classNames('absolute start-3.25 top-0 h-3 w-0.5', progress === 'ahead' ? 'bg-line' : 'bg-good')}
        />
      )}
      <span className={classNames('grid size-7 shrink-0 place-items-center rounded-full border-2', look.circle)}>
        <Icon aria-hidden className="size-3.5" />
      </span>
      <span className="flex flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <span className={classNames('font-semibold', look.text)}>{orderMessages.states[step]}</span>
        <span className="text-sm text-muted">{at ? <LocalDate at={at} precise /> : look.spoken}</span>
        {at && <span className="sr-only">{look.spoken}</span>}
      </span>
    </li>
  )
}
