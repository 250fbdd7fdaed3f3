import { expect, test } from 'vitest'
import { roundTicks } from './round-ticks.ts'

test.each<[number, number[]]>([
  [0, [0, 50, 100]],
  [0.02, [0, 0.5, 1]],
  [1, [0, 0.5, 1]],
  [9.99, [0, 5, 10]],
  [77.7, [0, 20, 40, 60, 80]],
  [1000, [0, 500, 1000]],
  [1234.5, [0, 500, 1000, 1500]],
  [2133, [0, 1000, 2000, 3000]],
  [999_999_999, [0, 500_000_000, 1_000_000_000]],
])('a chart whose highest bar is %d has the ticks %j', (highest, ticks) => expect(roundTicks(highest)).toEqual(ticks))

test('ticks are few and evenly spaced, and reach the highest bar', () => {
  for (let highest = 0.01; highest < 1e12; highest *= 1.37) {
    const ticks = roundTicks(highest)
    expect(ticks.length).toBeGreaterThanOrEqual(3)
    expect(ticks.length).toBeLessThanOrEqual(5)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest * (1 - 1e-9))
    expect(String(ticks[1]).replace(/[0.e+-]/g, '')).toMatch(/^[125]\d?$/)
  }
})
