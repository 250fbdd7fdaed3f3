import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createContext, runInContext } from '../../../db/request-context.ts'
import { signUp } from '../../../tests/support/accounts.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { createRequestLog, installRequestLog, logOptions } from './log.ts'
import { createLogOutput } from './log-output.ts'

const testApp = await openForTests()

/** Returns the log line of an error. */
function logged(error: unknown): string {
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  const app = Fastify({ logger: { ...Object(logOptions('info')), stream } })
  app.log.error({ err: error, event: 'failure' })
  return text
}

const failing = (work: () => unknown) =>
  Promise.resolve()
    .then(work)
    .then(
      () => undefined,
      (error: unknown) => error,
    )

test('F7: an error in the log shows where it happened, and no user input', async () => {
  const secret = '4111111111111111'
  const errors = [
    await failing(() => JSON.parse(`{"card_number": "${secret}", oops`)),
    await failing(() => sql`select ${secret}::text::uuid`.execute(testApp.db)),
    await failing(() => sql`insert into users (email) values (${secret}), (${secret})`.execute(testApp.db)),
  ]
  errors.push(new Error('something else', { cause: errors[1] }))
  for (const error of errors) {
    expect(error).toBeInstanceOf(Error)
    const line = logged(error)
    expect(line).not.toContain(secret)
    expect(line).toContain('log.test.ts')
    expect(JSON.parse(line).time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  }
  expect(logged(new Error('a bug of ours'))).toContain('a bug of ours')
})

test('a request is one line with the pattern of its route, and without what it asked for', async () => {
  const lines: string[] = []
  const output = { writeLater: (line: string) => void lines.push(line) }
  const app = Fastify({ genReqId: () => 'a-request' })
  installRequestLog(
    app,
    (['info', 'warn', 'error', 'silent'] as const).map((level) => createRequestLog(level, output)),
  )
  app.decorateRequest('caller', null)
  app.get('/things/:name', async (request) => {
    request.caller = { user_id: 'a-user' } as typeof request.caller
  })
  for (const url of ['/things/one?token=x', '/nothing/here?token=x']) await app.inject(url)
  const same = { level: 30, time: expect.any(String), reqId: 'a-request', event: 'request', method: 'GET' }
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { ...same, route: '/things/:name', status: 200, ms: expect.any(Number), user_id: 'a-user' },
    { ...same, route: '(none)', status: 404, ms: expect.any(Number) },
  ])
})

test('lines are written in batches, errors at once, and the last lines when the process exits', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const written: string[] = []
  const output = createLogOutput({ write: (text) => void written.push(text) })
  output.write('{"level":30,"a":1}\n')
  output.write('{"level":30,"a":2}\n')
  expect(written).toEqual([])
  vi.advanceTimersByTime(100)
  expect(written).toEqual(['{"level":30,"a":1}\n{"level":30,"a":2}\n'])
  output.write('{"level":40}\n')
  output.write('{"level":50}\n')
  expect(written.splice(0)).toHaveLength(2)
  output.write(`${'x'.repeat(70_000)}\n`)
  expect(written.splice(0)).toHaveLength(1)
  output.write('{"level":30,"last":true}\n')
  for (const leave of process.listeners('exit')) if (leave === output.flush) leave(0)
  expect(written.splice(0)).toEqual(['{"level":30,"last":true}\n'])
  output.close()
  output.write('{"level":30}\n')
  expect(written).toEqual(['{"level":30}\n'])
})

test('an unavailable database is one line a second with a count, and only a warning while no request fails', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const lines: { level: number; event: string; requests: number; others: number; reasons: object }[] = []
  const app = Fastify({ logger: logOptions('info', { write: (line) => void lines.push(JSON.parse(line)) }) })
  const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const fail = (event: string) => app.log.child({ reqId: 'x' }).error({ err: away(), event })
  for (let run = 0; run < 11; run++) runInContext(createContext('job', 'orders'), () => fail('orders_failed'))
  app.log.error({ err: new Error('a bug'), event: 'failure' })
  vi.advanceTimersByTime(1_000)
  for (let request = 0; request < 100; request++) runInContext(createContext('request', 'x'), () => fail('failure'))
  fail('orders_failed')
  vi.advanceTimersByTime(3_000)
  const unavailable = { event: 'unavailable', time: expect.any(String) }
  expect(lines).toEqual([
    expect.objectContaining({ level: 50, event: 'failure' }),
    { ...unavailable, level: 40, requests: 0, others: 11, reasons: { ECONNREFUSED: 11 } },
    { ...unavailable, level: 50, requests: 100, others: 1, reasons: { ECONNREFUSED: 101 } },
  ])
})

test('a client that disconnects while sending is not a failure of the server', async () => {
  const { app, config } = testApp
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const { headers, user_id } = await signUp(testApp)
  const [info, error] = [vi.spyOn(app.log, 'info'), vi.spyOn(app.log, 'error')]
  const upload = request(`${address}/storage/v1/object/users/${user_id}-a`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'image/webp', 'content-length': 1000 },
  })
  upload.on('error', () => {}).write('RIFF')
  // The server receives it.
  await vi.waitFor(async () => expect(await readdir(join(config.dataDir, 'files/.incoming'))).toHaveLength(1), 20_000)
  upload.destroy()
  const aborted = expect.objectContaining({ event: 'request_aborted' })
  await vi.waitFor(() => expect(info).toHaveBeenCalledWith(aborted), 20_000)
  expect(error).not.toHaveBeenCalled()
})

test('F1: every 503 has Retry-After', async () => {
  testApp.deps.readiness.accepting = false
  const response = await testApp.app.inject('/readyz')
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '2'])
})
