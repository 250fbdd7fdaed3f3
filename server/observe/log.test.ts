import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signUp } from '../../tests/support/accounts.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'
import { logOptions } from './log.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

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

test('a client that disconnects while sending is no failure of the server', async () => {
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
  await vi.waitFor(async () => expect(await readdir(join(config.dataDir, 'files/.incoming'))).toHaveLength(1), 10_000)
  upload.destroy()
  const aborted = expect.objectContaining({ event: 'request_aborted' })
  await vi.waitFor(() => expect(info).toHaveBeenCalledWith(aborted), 10_000)
  expect(error).not.toHaveBeenCalled()
})

test('F1: every 503 has Retry-After', async () => {
  const readiness = { accepting: false }
  const closing = await createTestApp({ deps: { readiness } })
  const response = await closing.app.inject('/readyz')
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '2'])
  await closing.close()
})
