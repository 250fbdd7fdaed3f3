import { formatDollars } from '../../shared/kernel/money.ts'
import { classNames } from './class-names.ts'

/** A dollar amount in tabular figures; it wraps only in a place that is narrower than the amount. */
export function Price({ amount, className }: { amount: number; className?: string }) {
  return <span className={classNames('min-w-0 wrap-break-word tabular-nums', className)}>{formatDollars(amount)}</span>
}
