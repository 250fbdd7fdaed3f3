import { type OrderState, TIMELINE_STATES } from '../../../shared/orders/constants.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { classNames } from '../../ui/class-names.ts'
import { Check } from '../../ui/icons.tsx'
import { STATE_ICONS } from './state-icons.ts'

const PROGRESS = {
  done: { circle: 'border-good bg-good-tint text-good', spoken: orderMessages.stepDone, text: 'text-good' },
  current: { circle: 'border-info bg-info-tint text-info', spoken: orderMessages.stepCurrent, text: 'text-info' },
  ahead: { circle: 'border-line bg-tint text-muted', spoken: orderMessages.stepAhead, text: 'text-muted' },
} as const

/** How far an order is: three steps, or a banner when it was cancelled or returned. */
export function OrderTimeline({ state }: { state: OrderState }) {
  if (state === 'cancelled') return <StateBanner state={state} />
  if (state === 'returned') return <StateBanner state={state} />
  const current = TIMELINE_STATES.indexOf(state)
  return (
    <ol aria-label={orderMessages.progress} className="grid grid-cols-3">
      {TIMELINE_STATES.map((step, index) => (
        <TimelineStep
          key={step}
          step={step}
          progress={index < current ? 'done' : index === current ? 'current' : 'ahead'}
          first={index === 0}
        />
      ))}
    </ol>
  )
}

interface TimelineStepProps {
  step: (typeof TIMELINE_STATES)[number]
  progress: keyof typeof PROGRESS
  first: boolean
}

function TimelineStep({ step, progress, first }: TimelineStepProps) {
  const look = PROGRESS[progress]
  const Icon = progress === 'done' ? Check : STATE_ICONS[step]
  return (
    <li
      aria-current={progress === 'current' ? 'step' : undefined}
      data-progress={progress}
      className="relative grid justify-items-center gap-2 text-center"
    >
      {!first && (
        <span
          aria-hidden
          className={classNames(
            'absolute top-5.5 right-1/2 -z-0 h-0.5 w-full -translate-y-1/2',
            progress === 'ahead' ? 'bg-line' : 'bg-good',
          )}
        />
      )}
      <span className={classNames('z-10 grid size-11 place-items-center rounded-full border-2', look.circle)}>
        <Icon aria-hidden className="size-5" />
      </span>
      <span className={classNames('text-sm font-semibold sm:text-base', look.text)}>{orderMessages.states[step]}</span>
      <span className="-mt-1.5 text-xs text-muted">{look.spoken}</span>
    </li>
  )
}

const BANNERS = {
  cancelled: { text: orderMessages.cancelledBanner, look: 'bg-danger-tint text-danger' },
  returned: { text: orderMessages.returnedBanner, look: 'bg-tint-strong text-ink' },
} as const

function StateBanner({ state }: { state: keyof typeof BANNERS }) {
  const { text, look } = BANNERS[state]
  const Icon = STATE_ICONS[state]
  return (
    <p className={classNames('flex items-center gap-3 rounded-2xl px-5 py-4 text-lg font-semibold', look)}>
      <Icon aria-hidden className="size-6 shrink-0" />
      {text}
    </p>
  )
}
