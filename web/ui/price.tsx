import { formatDollars } from '../../shared/kernel/money.ts'
import { classNames } from './class-names.ts'

/** A dollar amount with figures of equal width. */
export function Price({ amount, className }: { amount: number; className?: string }) {
  return <span className={classNames('tabular-nums', className)}>{formatDollars(amount)}</span>
}
