import { formatDollars } from '../../shared/kernel/money.ts'
import { classNames } from './class-names.ts'

/** A dollar amount in tabular figures; it wraps only in a place that is narrower than the amount. */
export function Price({ amount, className }: { amount: number; className?: string }) {
  return <PriceText className={className}>{formatDollars(amount)}</PriceText>
}

/** The same of an amount that is a text already. */
export function PriceText({ children, className }: { children: string; className?: string | undefined }) {
  return <bdi className={classNames('min-w-0 wrap-break-word tabular-nums', className)}>{children}</bdi>
}
