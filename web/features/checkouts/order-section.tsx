import { type ReactNode, useEffect, useRef } from 'react'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Price } from '../../ui/text.tsx'
import { StepHeading } from './checkout-step.tsx'

interface OrderSectionProps {
  /** True when total and button are a bar. */
  isBar: boolean
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

/** The summary and the button beside the form; in one column, total and button are a sticky bar below all parts. */
export function OrderSection({
  isBar,
  folded,
  total,
  busy,
  summary,
  problems,
  problem,
  note,
  notes,
}: OrderSectionProps) {
  const place = useRef<HTMLDivElement>(null)
  // The button that was pressed may be a screen away from the message.
  useEffect(() => {
    if (problem) place.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  return (
    <section aria-labelledby="step-3" className="max-lg:contents lg:sticky lg:top-24 lg:receipt lg:grid lg:grid-cols-1">
      <div className={classNames('min-w-0', !folded && 'max-lg:receipt')}>
        <StepHeading number={3} className={folded ? 'sr-only' : 'mb-4'}>
          {checkoutMessages.summary}
        </StepHeading>
        {summary}
        <div ref={place} className={classNames('grid gap-3 empty:hidden', !folded && 'mt-3')}>
          {problems}
        </div>
      </div>
      <div className="end-bar sticky bottom-0 z-10 order-last flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-lg:bg-surface max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:px-4 max-lg:py-3 max-lg:shadow-float lg:static lg:order-none lg:mt-5 lg:block low:static">
        {isBar && (
          <p className="min-w-0">
            <span className="block text-sm leading-tight font-semibold">{checkoutMessages.total}</span>
            <Price amount={total} className="display text-lg tracking-tight" />
          </p>
        )}
        <Button type="submit" size="large" busy={busy} className="max-sm:grow lg:w-full">
          {checkoutMessages.placeOrder}
        </Button>
        <div className="empty:hidden max-lg:-order-1 max-lg:w-full lg:mt-3">{note}</div>
      </div>
      <div className="grid gap-3 lg:mt-3">{notes}</div>
    </section>
  )
}
