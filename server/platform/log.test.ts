import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'
import { logOptions } from './log.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

/** What the log keeps of an error. */
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

test('F7: an error in the log says where, and nothing of what was sent', async () => {
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

test('F1: every 503 says when to come again', async () => {
  const readiness = { accepting: false }
  const closing = await createTestApp({ deps: { readiness } })
  const answer = await closing.app.inject('/readyz')
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
  await closing.close()
})
