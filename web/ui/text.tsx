import { Fragment, type ReactNode } from 'react'
import { formatDollars } from '../../shared/kernel/money.ts'
import { classNames } from './class-names.ts'

/** A range, or a number with its unit: a short word is taken for one. So long at most that the narrowest card has room. */
const MEASURE = /((?<![\p{L}\p{N}])\d[\d.,]{0,5}(?: ?[-–×x/] ?\d[\d.,]{0,4}|[ -]\p{L}{1,4}[²³]?(?![\p{L}\p{N}])){1,2})/u

/** Returns whether a text contains a range or a number with its unit that could break over lines. */
export function hasMeasure(text: string): boolean {
  return MEASURE.test(text)
}

/** Returns a text whose ranges and whose numbers with their units do not break over lines; copied, it is the same. */
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

/** A dollar amount in tabular figures; it wraps only in a place that is narrower than the amount. */
export function Price({ amount, className }: { amount: number; className?: string }) {
  return <PriceText className={className}>{formatDollars(amount)}</PriceText>
}

/** The same of an amount that is a text already. */
export function PriceText({ children, className }: { children: string; className?: string | undefined }) {
  return <bdi className={classNames('min-w-0 wrap-break-word tabular-nums', className)}>{children}</bdi>
}

interface SentenceProps {
  /** A message with places for elements: `Your address is {address}.` */
  text: string
  /** The elements, by the names of their places. */
  parts: Record<string, ReactNode>
}

/** A message with elements in it, so that a translation can put them where its language needs them; none turns the words around it. */
export function Sentence({ text, parts }: SentenceProps) {
  return text.split(/\{(\w+)\}/).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one message never move
    <Fragment key={index}>{index % 2 ? <bdi>{parts[piece]}</bdi> : piece}</Fragment>
  ))
}
