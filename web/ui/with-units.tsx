import type { ReactNode } from 'react'

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
