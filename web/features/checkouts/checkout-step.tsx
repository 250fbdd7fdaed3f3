import { type ReactNode, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'

interface StepHeadingProps {
  number: number
  className?: string
  children: ReactNode
}

export const stepId = (number: number) => `step-${number}`

/** Focuses the heading of a step. */
export function focusStep(number: number): void {
  document.getElementById(stepId(number))?.focus()
}

/** The heading of a numbered part of the checkout; focusable by the part before it. */
export function StepHeading({ number, className, children }: StepHeadingProps) {
  return (
    <h2 id={stepId(number)} tabIndex={-1} className={classNames('flex items-center gap-3 display text-lg', className)}>
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full bg-brand-tint font-sans text-sm font-semibold text-brand-strong"
      >
        {number}
      </span>
      {children}
    </h2>
  )
}

interface ProblemsProps {
  /** The refusal of the last order, whose button may be a screen away. */
  problem: unknown
  className?: string
  children: ReactNode
}

/** The problems of a section, scrolled into view when they caused the refusal of an order. */
export function Problems({ problem, className, children }: ProblemsProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) place.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  return (
    <div ref={place} className={classNames('grid scroll-mt-16 gap-3 empty:hidden', className)}>
      {children}
    </div>
  )
}

interface CheckoutStepProps {
  number: number
  title: string
  /** A one-line summary of the entries while the step is folded. */
  summary: ReactNode
  folded: boolean
  setFolded: (folded: boolean) => void
  /** Returns true without errors; otherwise focuses the first field with one. */
  check: () => boolean | Promise<boolean>
  /** Shown even while the step is folded. */
  problems?: ReactNode
  children: ReactNode
}

/** Matches the first field, or the selected radio button. */
const FIRST_FIELD = 'input:checked, input:not([type=radio])'

/** A part of the checkout that can be folded. Folded fields are only hidden: they are still sent, and a provider's stay loaded. */
export function CheckoutStep(props: CheckoutStepProps) {
  const { number, title, summary, folded, setFolded, check, problems, children } = props
  const content = useRef<HTMLDivElement>(null)

  async function advance() {
    if (!(await check())) return
    flushSync(() => setFolded(true))
    focusStep(number + 1)
  }

  function edit() {
    flushSync(() => setFolded(false))
    const field = content.current?.querySelector<HTMLElement>(FIRST_FIELD)
    if (field) field.focus()
    else focusStep(number)
  }

  return (
    <section className="rounded-picture border border-line bg-surface p-5 sm:p-6">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <StepHeading number={number}>{title}</StepHeading>
          {folded && <p className="mt-1 ps-10 text-sm text-muted wrap-anywhere">{summary}</p>}
        </div>
        {folded && (
          <Button variant="secondary" size="small" aria-describedby={stepId(number)} onClick={edit}>
            {checkoutMessages.edit}
          </Button>
        )}
      </div>
      {problems}
      <div ref={content} hidden={folded}>
        {children}
        <Button
          variant="secondary"
          size="small"
          aria-describedby={stepId(number + 1)}
          onClick={advance}
          className="mt-4"
        >
          {checkoutMessages.onward}
        </Button>
      </div>
    </section>
  )
}
