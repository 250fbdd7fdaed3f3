import { classNames } from './class-names.ts'

/** The parts of a formatted amount: the text before the cents, the cents with their separator, and the text after them. */
export interface AmountParts {
  whole: string
  cents: string
  after: string
}

/** Returns the parts of an amount formatted by `formatDollars`; without cents the first part is all of it. */
export function partsOf(amount: string): AmountParts {
  const [, whole = amount, cents = '', after = ''] = /^(.*)([.,]\d\d)(\D*)$/.exec(amount) ?? []
  return { whole, cents, after }
}

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
        <>
          <s className="text-sm text-muted">{former}</s>
          <span className="display text-sm text-accent-strong">{share}</span>
        </>
      )}
    </>
  )
}
