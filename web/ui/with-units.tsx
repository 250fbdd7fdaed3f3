import type { ReactNode } from 'react'

/** So long that it fits in a line of the narrowest card. */
const MAX_LENGTH = 16
/** A number, a range or a product of at most three, with or without its unit: a short word is taken for one. */
const MEASURE =
  /(?<![\p{L}\p{N}])(\d[\d.,]{0,9}(?: ?[-–×x/] ?\d[\d.,]{0,9}){0,2}(?:[ -]?(?:°[CF]?|%|″|\p{L}{1,4}[²³]?(?![\p{L}\p{N}])))?)/u

/** Returns whether a text contains a range or a number with its unit that could break over lines. */
export function hasMeasure(text: string): boolean {
  return pieces(text).length > 1
}

/** Returns a text whose ranges and whose numbers with their units do not break over lines; copied, it is the same. */
export function withUnits(text: string): ReactNode {
  const found = pieces(text)
  if (found.length === 1) return text
  return found.map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have nothing else
      <span key={index} className="whitespace-nowrap">
        {piece}
      </span>
    ),
  )
}

/** Splits a text into what may break and, at odd places, what may not. */
function pieces(text: string): string[] {
  const found = ['']
  text.split(MEASURE).forEach((piece, index) => {
    const isKept = index % 2 === 1 && /[-– ×x/]/.test(piece) && piece.length <= MAX_LENGTH
    if (isKept) found.push(piece, '')
    else found[found.length - 1] += piece
  })
  return found
}

/** Returns the same for cleaned HTML, with characters between which no line ends: outside of tags they are harmless. */
export function htmlWithUnits(html: string): string {
  return html
    .split(/(<[^>]*>)/)
    .map((part, index) => (index % 2 === 0 ? pieces(part).map(joined).join('') : part))
    .join('')
}

const joined = (piece: string, index: number) =>
  index % 2 === 0 ? piece : piece.replaceAll(' ', '\u00A0').replace(/[-–×x/]/g, '\u2060$&\u2060')
