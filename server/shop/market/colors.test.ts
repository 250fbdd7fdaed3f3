import { expect, test } from 'vitest'
import { CONTRAST_PAIRS, contrast, FIXED_COLORS, type ThemedColor } from '../../../shared/market/contrast.ts'
import { colorsFrom, styleOf } from './colors.ts'

const COLORS = '#ffffff #000000 #ffff00 #00ffff #0000ff #ff00ff #00ff00 #808080 #14693f #d7301f'.split(' ')
const more = Array.from(
  { length: 90 },
  (_, index) => `#${((index * 184_211 + 7) % 0x1000000).toString(16).padStart(6, '0')}`,
)

test.each([...COLORS, ...more])(
  '%s as brand and accent leaves every text and control readable, in both themes',
  async (color) => {
    const known: Record<string, ThemedColor | undefined> = {
      ...FIXED_COLORS,
      ...(await colorsFrom('brand', color)),
      ...(await colorsFrom('accent', color)),
    }
    const tooLow = CONTRAST_PAIRS.flatMap(([front, back, least]) =>
      [0, 1].flatMap((theme) => {
        const [one, other] = [known[front]?.[theme], known[back]?.[theme]]
        return one === undefined || other === undefined || contrast(one, other) >= least
          ? []
          : [`${front} ${one} on ${back} ${other}`]
      }),
    )
    expect(tooLow).toEqual([])
  },
)

test('a color that is readable as it is stays as it is', async () => {
  expect((await colorsFrom('brand', '#14693f')).brand?.[0]).toBe('#14693f')
  expect((await colorsFrom('accent', '#1b54bd')).accent?.[0]).toBe('#1b54bd')
})

test('only the chosen colors are in the style sheet', async () => {
  expect(await styleOf({ brand: null, accent: null })).toBe('')
  const style = await styleOf({ brand: null, accent: '#1b54bd' })
  expect(style).toMatch(/^html\{(--color-[a-z-]*accent[a-z-]*:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\);?){4}\}$/)
})
