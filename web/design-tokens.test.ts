import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AWNINGS, HOUSE_AWNING } from '../shared/catalog/awnings.ts'

const WHOLE = readFileSync(new URL('./styles.css', import.meta.url), 'utf8')
/** Excludes the colors for `prefers-contrast: more`, which have a higher contrast. */
const styles = WHOLE.split('@layer base')[0] ?? ''
const TEXT = 4.5
const CONTROL = 3

const GROUNDS = ['page', 'surface', 'tint', 'tint-strong']
const PAIRS: [string, string, number][] = [
  ...GROUNDS.flatMap((ground) =>
    ['ink', 'muted', 'brand', 'brand-strong', 'accent-strong', 'danger', 'warning', 'good', 'info'].map(
      (text): [string, string, number] => [text, ground, TEXT],
    ),
  ),
  ...['page', 'surface'].map((ground): [string, string, number] => ['accent', ground, TEXT]),
  ...['page', 'surface'].map((ground): [string, string, number] => ['line-strong', ground, CONTROL]),
  ...GROUNDS.map((ground): [string, string, number] => ['focus', ground, CONTROL]),
  ['orange', 'surface', CONTROL],
  ['on-brand', 'brand', TEXT],
  ['on-brand', 'brand-strong', TEXT],
  ['on-lemon', 'lemon', TEXT],
  ['on-accent', 'accent', TEXT],
  ['on-accent', 'accent-strong', TEXT],
  ['ink', 'tile', TEXT],
  ['muted', 'tile', TEXT],
  ...['brand', 'accent', 'good', 'info', 'warning', 'danger'].flatMap((color): [string, string, number][] => [
    ['ink', `${color}-tint`, TEXT],
    ['muted', `${color}-tint`, TEXT],
    [color === 'brand' || color === 'accent' ? `${color}-strong` : color, `${color}-tint`, TEXT],
  ]),
]

test('texts and controls have enough contrast with their backgrounds, in both themes', () => {
  const colors = new Map(
    Array.from(styles.matchAll(/--color-([\w-]+): light-dark\((#\w+), (#\w+)\);/g), ([, name, light, dark]) => [
      name,
      [light, dark],
    ]),
  )
  const tooLow = PAIRS.flatMap(([text, ground, least]) =>
    ['light', 'dark'].flatMap((theme, index) => {
      const [front, back] = [colors.get(text)?.[index], colors.get(ground)?.[index]]
      if (!front || !back) return [`${text} on ${ground}: no such color`]
      const ratio = contrast(front, back)
      return ratio < least ? [`${text} on ${ground}, ${theme}: ${ratio.toFixed(2)}`] : []
    }),
  )
  expect(tooLow).toEqual([])
})

test('each awning has the colors of its seller, and one of them has enough contrast with the page, in both themes', () => {
  const drawn = [...WHOLE.matchAll(/\[data-awning="(\d+)"\] \{\s+--awning-a: (#\w+);\s+--awning-b: (#\w+);/g)]
  expect(drawn.map(([, number, one, other]) => [Number(number), one, other])).toEqual(
    AWNINGS.map((pair, number) => [number, ...pair]),
  )
  for (const color of HOUSE_AWNING) expect(WHOLE).toContain(`, ${color})`)
  for (const [one, other] of [...AWNINGS, HOUSE_AWNING]) {
    expect(contrast(one, '#ffffff'), one).toBeGreaterThanOrEqual(CONTROL)
    expect(contrast(other, '#0f100e'), other).toBeGreaterThanOrEqual(CONTROL)
    expect(contrast(one, other), `${one} ${other}`).toBeGreaterThanOrEqual(CONTROL)
  }
})

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

function luminance(color: string): number {
  const digits = color.length === 4 ? color.replaceAll(/\w/g, '$&$&') : color
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
