import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'

interface StepHeadingProps {
  number: number
  className?: string
  children: ReactNode
}

/** The id of the heading of a numbered part. */
export const stepId = (number: number) => `step-${number}`

/** The heading of one of the numbered parts of the checkout; it can get the focus of the part before it. */
export function StepHeading({ number, className, children }: StepHeadingProps) {
  return (
    <h2 id={stepId(number)} tabIndex={-1} className={classNames('flex items-center gap-3 text-xl', className)}>
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
