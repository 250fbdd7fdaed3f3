import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAdmission } from './admission.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Requests that come to an admission with 10 places, and are served at a pace. */
function createServer() {
  const admission = createAdmission({ places: 10 })
  const answers: { admitted: boolean; waitedMs: number }[] = []
  const come = (count: number) => {
    for (let index = 0; index < count; index++) {
      const cameAt = performance.now()
      admission.enter((admitted) => void answers.push({ admitted, waitedMs: performance.now() - cameAt }))
    }
  }
  /** Lets time pass, in which `perSecond` requests end and `coming` more come each second. */
  const run = (ms: number, { perSecond = 0, coming = 0 }) => {
    for (let passed = 0; passed < ms; passed += 10) {
      vi.advanceTimersByTime(10)
      const isDue = (rate: number) => Math.floor(((passed + 10) * rate) / 1000) - Math.floor((passed * rate) / 1000)
      come(isDue(coming))
      for (let left = isDue(perSecond); left > 0 && admission.counts.serving > 0; left--) admission.leave()
    }
  }
  return { admission, answers, come, run }
}

test('F1: a burst of far more requests than places is served whole', () => {
  const { admission, answers, come, run } = createServer()
  come(200)
  expect(admission.counts).toMatchObject({ serving: 10, waiting: 190 })
  run(1_500, { perSecond: 400 })
  // None of the line waits longer than the patience with bursts, nobody is refused while it empties in time.
  expect(answers.filter(({ admitted }) => !admitted)).toEqual([])
})

test('F1: when four times as much comes as can be served, what is served waits shortly and the rest is refused soon', () => {
  const { answers, run } = createServer()
  run(2_000, { perSecond: 100, coming: 400 })
  answers.length = 0
  run(10_000, { perSecond: 100, coming: 400 })
  const served = answers.filter(({ admitted }) => admitted)
  const refused = answers.filter(({ admitted }) => !admitted)
  expect(served.length).toBeGreaterThan(900)
  expect(refused.length).toBeGreaterThan(2_800)
  expect(Math.max(...answers.map(({ waitedMs }) => waitedMs))).toBeLessThanOrEqual(250)
})

test('F1: after the load everything is served at once again, and no place is lost', () => {
  const { admission, answers, come, run } = createServer()
  run(3_000, { perSecond: 50, coming: 400 })
  run(2_000, { perSecond: 50 })
  expect(admission.counts).toMatchObject({ serving: 0, waiting: 0 })
  answers.length = 0
  come(10)
  expect(answers).toEqual(Array.from({ length: 10 }, () => ({ admitted: true, waitedMs: 0 })))
})

test('F1: while four times as much comes as can be served, whoever is beyond the line has no hope; a burst has', () => {
  const { admission, come, run } = createServer()
  come(200)
  expect(admission.isHopeless()).toBe(false)
  run(3_000, { perSecond: 100, coming: 400 })
  come(40)
  expect(admission.isHopeless()).toBe(true)
  run(3_000, { perSecond: 100 })
  expect(admission.isHopeless()).toBe(false)
})
