import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'

interface StepHeadingProps {
  id?: string
  number: number
  className?: string
  children: ReactNode
}

/** The heading of one of the numbered parts of the checkout. */
export function StepHeading({ id, number, className, children }: StepHeadingProps) {
  return (
    <h2 id={id} className={classNames('flex items-center gap-3 text-xl', className)}>
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
