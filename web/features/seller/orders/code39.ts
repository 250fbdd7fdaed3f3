/** Wide (1) and narrow (0) bars and gaps of the characters of order ids and of the delimiter `*` (ISO/IEC 16388). */
const PATTERNS: Readonly<Record<string, string>> = {
  '0': '000110100',
  '1': '100100001',
  '2': '001100001',
  '3': '101100000',
  '4': '000110001',
  '5': '100110000',
  '6': '001110000',
  '7': '000100101',
  '8': '100100100',
  '9': '001100100',
  D: '000011001',
  O: '100010010',
  R: '100000110',
  '-': '010000101',
  '*': '010010100',
}

/** The recommended ratio for readers. */
const WIDE = 3
const NARROW = 1

/** Returns the bars of a Code 39 barcode, measured in narrow bars. Throws for characters that order ids do not have. */
export function code39(text: string): { bars: { x: number; width: number }[]; width: number } {
  const bars: { x: number; width: number }[] = []
  let x = 0
  for (const character of `*${text}*`) {
    const pattern = PATTERNS[character]
    if (!pattern) throw new Error(`no barcode for ${JSON.stringify(character)}`)
    for (const [index, wide] of [...pattern].entries()) {
      const width = wide === '1' ? WIDE : NARROW
      if (index % 2 === 0) bars.push({ x, width })
      x += width
    }
    x += NARROW
  }
  return { bars, width: x - NARROW }
}
