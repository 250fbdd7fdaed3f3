import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const CHIPS = {
  danger: 'bg-danger-tint text-danger',
  warning: 'bg-warning-tint text-warning',
  info: 'bg-info-tint text-info',
  quiet: 'bg-tint-strong text-ink',
} as const

/** A short word about a row on a colored ground. */
export function Chip({ tone, children }: { tone: keyof typeof CHIPS; children: ReactNode }) {
  // Half a line, so that two lines do not become an ellipse.
  return (
    <span className={classNames('rounded-[0.625rem] px-2 text-xs leading-5 font-medium', CHIPS[tone])}>{children}</span>
  )
}
