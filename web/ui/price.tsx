import type { AmountParts } from '../../shared/kernel/money.ts'
import { classNames } from './class-names.ts'

interface TagProps extends AmountParts {
  /** The formatted previous price; `share` is the reduction, like `−22%`. Empty when the price is not reduced. */
  former: string
  share: string
  className?: string
}

/** A price with raised cents; a reduced one is a ticket beside the previous price. */
export function PriceTag({ whole, cents, after, former, share, className }: TagProps) {
  return (
    <>
      <bdi className={classNames('font-semibold', former && 'ticket', className)}>
        {whole}
        <span className="cents">{cents}</span>
        {after}
      </bdi>
      {former && (
        <span className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <s className="text-muted">{former}</s>
          <span className="display text-accent-strong">{share}</span>
        </span>
      )}
    </>
  )
}
