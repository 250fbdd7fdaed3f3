import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import { formatAmount } from '../../shared/kernel/money.ts'
import { classNames } from './class-names.ts'

/** Matches a range, or a number with its unit (any short word), that fits into the narrowest card. */
const MEASURE = /((?<![\p{L}\p{N}])\d[\d.,]{0,5}(?: ?[-–×x/] ?\d[\d.,]{0,4}|[ -]\p{L}{1,4}[²³]?(?![\p{L}\p{N}])){1,2})/u

/** Returns whether a text contains a range or a number with its unit that could break over lines. */
export function hasMeasure(text: string): boolean {
  return MEASURE.test(text)
}

/** Returns a text whose ranges and numbers with units do not break over lines; its characters stay the same. */
export function withUnits(text: string): ReactNode {
  return text.split(MEASURE).map((piece, index) =>
    index % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have nothing else
      <span key={index} className="whitespace-nowrap max-[21rem]:whitespace-normal">
        {piece}
      </span>
    ) : (
      piece
    ),
  )
}

/** A dollar amount in tabular figures; it wraps only where there is less space than it needs. */
export function Price({ amount, className }: { amount: number; className?: string }) {
  return <PriceText className={className}>{formatAmount(amount)}</PriceText>
}

/** A formatted amount; see `Price`. */
export function PriceText({ children, className }: { children: string; className?: string | undefined }) {
  return <bdi className={classNames('min-w-0 wrap-break-word', className)}>{children}</bdi>
}

interface SentenceProps<Values> {
  /** A message with arguments. */
  message: (values: Values) => string
  /** The values of its arguments; elements are inserted where the translation has them. */
  values: { [Name in keyof Values]: Values[Name] | ReactElement }
}

/** Delimits the placeholder of an element: a private-use character, which no text contains. */
const MARK = '\ue000'

/** A message with elements in it, each isolated from the direction of the surrounding text. */
export function Sentence<Values extends object>({ message, values }: SentenceProps<Values>) {
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    isValidElement(value) ? MARK + name + MARK : value,
  ])
  const text = message(Object.fromEntries(shown))
  return text.split(MARK).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one message never move
    <Fragment key={index}>{index % 2 ? <bdi>{values[piece as keyof Values] as ReactElement}</bdi> : piece}</Fragment>
  ))
}
