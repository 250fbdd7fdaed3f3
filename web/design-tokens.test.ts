import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AWNINGS, HOUSE_AWNING } from '../shared/catalog/awnings.ts'
import { CONTRAST_PAIRS, CONTROL_CONTRAST, contrast, FIXED_COLORS } from '../shared/market/contrast.ts'

const WHOLE = readFileSync(new URL('./styles.css', import.meta.url), 'utf8')
/** Excludes the colors for `prefers-contrast: more`, which have a higher contrast. */
const styles = WHOLE.split('@layer base')[0] ?? ''
test('texts and controls have enough contrast with their backgrounds, in both themes', () => {
  const colors = new Map(
    Array.from(styles.matchAll(/--color-([\w-]+): light-dark\((#\w+), (#\w+)\);/g), ([, name, light, dark]) => [
      name,
      [light, dark],
    ]),
  )
  const tooLow = CONTRAST_PAIRS.flatMap(([text, ground, least]) =>
    ['light', 'dark'].flatMap((theme, index) => {
      const [front, back] = [colors.get(text)?.[index], colors.get(ground)?.[index]]
      if (!front || !back) return [`${text} on ${ground}: no such color`]
      const ratio = contrast(front, back)
      return ratio < least ? [`${text} on ${ground}, ${theme}: ${ratio.toFixed(2)}`] : []
    }),
  )
  expect(tooLow).toEqual([])
  const whole = (color: string | undefined) => color?.replace(/^#(\w)(\w)(\w)$/, '#$1$1$2$2$3$3')
  for (const [name, themes] of Object.entries(FIXED_COLORS)) expect(colors.get(name)?.map(whole), name).toEqual(themes)
})

test('each awning has the colors of its seller, and one of them has enough contrast with the page, in both themes', () => {
  const drawn = [...WHOLE.matchAll(/\[data-awning="(\d+)"\] \{\s+--awning-a: (#\w+);\s+--awning-b: (#\w+);/g)]
  expect(drawn.map(([, number, one, other]) => [Number(number), one, other])).toEqual(
    AWNINGS.map((pair, number) => [number, ...pair]),
  )
  for (const color of HOUSE_AWNING) expect(WHOLE).toContain(`, ${color})`)
  for (const [one, other] of [...AWNINGS, HOUSE_AWNING]) {
    expect(contrast(one, '#ffffff'), one).toBeGreaterThanOrEqual(CONTROL_CONTRAST)
    expect(contrast(other, '#0f100e'), other).toBeGreaterThanOrEqual(CONTROL_CONTRAST)
    expect(contrast(one, other), `${one} ${other}`).toBeGreaterThanOrEqual(CONTROL_CONTRAST)
  }
})
