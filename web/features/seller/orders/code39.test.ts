import { expect, test } from 'vitest'
import { code39 } from './code39.ts'

test('an id is drawn as bars that scanners read back as the id', () => {
  const { bars, width } = code39('ORD00012-2')
  // Twelve characters with five bars each: 13 + 2 × 3 - 1 narrow bars wide, and a gap between them.
  expect(bars).toHaveLength(12 * 5)
  expect(width).toBe(12 * 15 + 11)
  // The character at both ends: narrow, narrow, wide, wide, narrow.
  for (const five of [bars.slice(0, 5), bars.slice(-5)]) expect(five.map((bar) => bar.width)).toEqual([1, 1, 3, 3, 1])
  // "O".
  expect(bars.slice(5, 10).map((bar) => bar.width)).toEqual([3, 1, 3, 1, 1])
})

test('other characters have no bars', () => {
  expect(() => code39('ord1')).toThrow('no barcode')
})
