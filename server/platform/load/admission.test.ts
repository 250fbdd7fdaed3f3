import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createContext, outsideSlot } from '../../../db/request-context.ts'
import { createAdmission, installAdmission } from './admission.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** An admission with 10 slots, and requests to it. */
function createServer() {
  const admission = createAdmission({ slots: 10 })
  const decisions: { admitted: boolean; waitedMs: number }[] = []
  const arrive = (count: number) => {
    for (let index = 0; index < count; index++) {
      const enteredAt = performance.now()
      admission.enter((admitted) => void decisions.push({ admitted, waitedMs: performance.now() - enteredAt }))
    }
  }
  /** Simulates a time in which `perSecond` requests are served and `arriving` requests arrive each second. */
  const run = (ms: number, { perSecond = 0, arriving = 0 }) => {
    for (let passed = 0; passed < ms; passed += 10) {
      vi.advanceTimersByTime(10)
      const isDue = (rate: number) => Math.floor(((passed + 10) * rate) / 1000) - Math.floor((passed * rate) / 1000)
      arrive(isDue(arriving))
      for (let left = isDue(perSecond); left > 0 && admission.counts.serving > 0; left--) admission.leave()
    }
  }
  return { admission, decisions, arrive, run }
}

test('F1: a burst of far more requests than slots is served completely', () => {
  const { admission, decisions, arrive, run } = createServer()
  arrive(200)
  expect(admission.counts).toMatchObject({ serving: 10, waiting: 190 })
  run(1_500, { perSecond: 400 })
  // The queue empties before its timeout, so no request is refused.
  expect(decisions.filter(({ admitted }) => !admitted)).toEqual([])
})

test('F1: at four times the capacity served requests wait briefly, and the rest are refused soon', () => {
  const { decisions, run } = createServer()
  run(2_000, { perSecond: 100, arriving: 400 })
  decisions.length = 0
  run(10_000, { perSecond: 100, arriving: 400 })
  const served = decisions.filter(({ admitted }) => admitted)
  const refused = decisions.filter(({ admitted }) => !admitted)
  expect(served.length).toBeGreaterThan(900)
  expect(refused.length).toBeGreaterThan(2_800)
  expect(Math.max(...decisions.map(({ waitedMs }) => waitedMs))).toBeLessThanOrEqual(250)
})

test('F1: after the load every request is served at once again, and no slot is lost', () => {
  const { admission, decisions, arrive, run } = createServer()
  run(3_000, { perSecond: 50, arriving: 400 })
  run(2_000, { perSecond: 50 })
  expect(admission.counts).toMatchObject({ serving: 0, waiting: 0 })
  decisions.length = 0
  arrive(10)
  expect(decisions).toEqual(Array.from({ length: 10 }, () => ({ admitted: true, waitedMs: 0 })))
})

test('F1: the server is saturated at four times the capacity, but not by a burst', () => {
  const { admission, arrive, run } = createServer()
  arrive(200)
  expect(admission.isSaturated()).toBe(false)
  run(3_000, { perSecond: 100, arriving: 400 })
  arrive(40)
  expect(admission.isSaturated()).toBe(true)
  run(3_000, { perSecond: 100 })
  expect(admission.isSaturated()).toBe(false)
})

test('F1: requests that wait for another service take no slot meanwhile', async () => {
  vi.useRealTimers()
  const admission = createAdmission({ slots: 2 })
  const app = Fastify()
  app.addHook('onRequest', async (request) => {
    request.requestContext = createContext('request', 'one')
  })
  installAdmission(app, admission)
  const response = Promise.withResolvers<void>()
  let waiting = 0
  app.get('/slow', async () => {
    await outsideSlot(() => {
      waiting++
      return response.promise
    })
    return 'slow'
  })
  app.get('/quick', async () => `served in ${admission.counts.serving} slot`)
  const slow = Array.from({ length: 5 }, () => app.inject('/slow'))
  await vi.waitFor(() => expect(waiting).toBe(5), 20_000)
  // Nor does a body that is not read free the slot.
  for (const headers of [{}, { 'transfer-encoding': 'chunked' }])
    expect((await app.inject({ url: '/quick', headers })).body).toBe('served in 1 slot')
  response.resolve()
  expect((await Promise.all(slow)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  expect(admission.counts).toMatchObject({ serving: 0, waiting: 0 })
  await app.close()
})
