import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { statements } from '../../../db/watch-client.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { toAppError } from '../http/render-errors.ts'
import { readFromDatabase } from './queries.ts'

const testApp = await openForTests()

test('a process that was suspended, as on a sleeping laptop, serves at once when it continues', async () => {
  const suspended = new Int32Array(new SharedArrayBuffer(4))
  // The first suspension discards the earlier samples, so that the second is the only sample.
  for (const _time of [1, 2]) {
    Atomics.wait(suspended, 0, 0, 1_200)
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  expect((await testApp.app.inject('/api/search?q=lamp')).statusCode).toBe(200)
})

test('F1, F5: statements, locks and requests have timeouts; without a database the process runs but is not ready', async () => {
  const { app, db } = testApp
  const status = async (url: string) => (await app.inject(url)).statusCode
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])

  const { rows } = await sql`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`.execute(db)
  expect(rows).toEqual([{ statement: '5s', lock: '2s' }])
  const tooLong = db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 20`.execute(tx)
    await sql`select pg_sleep(60)`.execute(tx)
  })
  expect(toAppError(await tooLong.catch((error: unknown) => error))).toMatchObject({ status: 503, code: 'busy' })
  expect(app.server).toMatchObject({ headersTimeout: 9_000, requestTimeout: 30_000 })

  let reads = 0
  const count = (statement: unknown) => void (/migrations/.test((statement as { text: string }).text) && reads++)
  statements.subscribe(count)
  expect(new Set(await Promise.all(Array.from({ length: 20 }, () => status('/readyz'))))).toEqual(new Set([200]))
  statements.unsubscribe(count)
  expect(reads).toBeLessThan(20)
  const readOnly = db.transaction().execute(async (tx) => {
    await sql`set transaction read only`.execute(tx)
    await readFromDatabase(tx)
  })
  await expect(readOnly).rejects.toThrow('takes no writes')

  await db.destroy()
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
})
