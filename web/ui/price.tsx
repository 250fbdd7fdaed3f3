import { formatDollars } from '../../shared/kernel/money.ts'
import { classNames } from './class-names.ts'

/** A dollar amount with figures of equal width; broken only where the place is narrower than itself. */
export function Price({ amount, className }: { amount: number; className?: string }) {
  return <span className={classNames('min-w-0 wrap-break-word tabular-nums', className)}>{formatDollars(amount)}</span>
}
