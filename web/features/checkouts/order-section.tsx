import type { ReactNode } from 'react'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { LegalLine } from '../../session/legal-line.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Price } from '../../ui/text.tsx'
import { Problems, StepHeading, stepId } from './checkout-step.tsx'

interface OrderSectionProps {
  number: number
  /** Only the total and the button: the lines are above the form. */
  folded: boolean
  /** Dollars. */
  total: number
  busy: boolean
  summary: ReactNode
  problems: ReactNode
  problem: unknown
  /** Shown above the button in the bar, else below it. */
  note: ReactNode
  notes: ReactNode
}

/** The summary, and the total beside the button; in one column these two are a sticky bar below all parts. */
export function OrderSection(props: OrderSectionProps) {
  const { number, folded, total, busy, summary, problems, problem, note, notes } = props
  return (
    <section
      aria-labelledby={stepId(number)}
      className="max-lg:contents lg:sticky lg:top-24 lg:receipt lg:grid lg:grid-cols-1"
    >
      <div className={classNames('min-w-0', !folded && 'max-lg:receipt')}>
        <StepHeading number={number} className={folded ? 'sr-only' : 'mb-4'}>
          {checkoutMessages.summary}
        </StepHeading>
        {summary}
        <Problems problem={problem} className={folded ? undefined : 'mt-3'}>
          {problems}
        </Problems>
      </div>
      <div className="end-bar sticky bottom-0 z-10 order-last flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-lg:bg-surface max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:px-4 max-lg:py-3 max-lg:shadow-float lg:static lg:order-none lg:mt-3 lg:border-t lg:border-line lg:pt-4 low:static">
        <p className="min-w-0">
          <span className="block text-sm leading-tight font-semibold">{checkoutMessages.total}</span>
          <Price amount={total} className="display text-lg tracking-tight lg:text-xl" />
        </p>
        <Button type="submit" size="large" busy={busy} className="max-sm:grow lg:grow">
          {checkoutMessages.placeOrder}
        </Button>
        <div className="empty:hidden max-lg:-order-1 w-full">{note}</div>
      </div>
      <div className="grid gap-3 lg:mt-3">
        {notes}
        <LegalLine of="order" />
      </div>
    </section>
  )
}
