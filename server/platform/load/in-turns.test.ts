import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

test('F11: other work goes on between long texts, and short ones are not delayed', async () => {
  const log: string[] = []
  const note = (text: string) => {
    log.push(text[0] ?? '')
    setImmediate(() => log.push('turn'))
    return text.length
  }
  const lengths = await inTurns(['a'.repeat(3000), 'b', 'c'.repeat(3000), 'd'.repeat(50_000), 'e'], note)
  expect(lengths).toEqual([3000, 1, 3000, 50_000, 1])
  expect(log.join(' ')).toMatch(/^a b (?:turn )+c (?:turn )+d (?:turn )+e/)
})
