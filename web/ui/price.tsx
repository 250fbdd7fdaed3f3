import { classNames } from './class-names.ts'

/** The parts of a formatted amount: the text before its cents, the cents with their sign, and the text after them. */
export interface AmountParts {
  whole: string
  cents: string
  after: string
}

/** Returns the parts of an amount as `formatDollars` writes it; without cents, all of it is the first. */
export function partsOf(amount: string): AmountParts {
  const [, whole = amount, cents = '', after = ''] = /^(.*)([.,]\d\d)(\D*)$/.exec(amount) ?? []
  return { whole, cents, after }
}

interface TagProps extends AmountParts {
  /** The price before, as formatted, and the reduction, like `−22%`; empty when the price is not reduced. */
  former: string
  share: string
  className?: string
}

/** A price with raised cents; one that is reduced is a ticket, beside the price before. */
export function PriceTag({ whole, cents, after, former, share, className }: TagProps) {
  return (
    <>
      <bdi className={classNames('font-semibold', former && 'ticket', className)}>
        {whole}
        <span className="cents">{cents}</span>
        {after}
      </bdi>
      {former && (
        <>
          <s className="text-sm text-muted">{former}</s>
          <span className="display text-sm text-accent-strong">{share}</span>
        </>
      )}
    </>
  )
}
