import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { FailedTasks } from '../../../shared/audit/schema.ts'
import { makeAdmin } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { startMailServer } from '../../../tests/support/mail-server.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { makeTasksDue } from '../../../tests/support/task-worker.ts'

const mail = await startMailServer()
afterAll(() => mail.close())
const market = await openForTests({ config: { smtpUrl: mail.url } })
const admin = await makeAdmin(market)

const failed = async () => (await call<FailedTasks>(market, 'GET', '/api/admin/tasks', { as: admin })).body

test('a task that has failed for good is shown to admins, who can retry it', async () => {
  mail.refuseWith = 451
  const headers = { apikey: market.deps.secrets.apiKey }
  await call(market, 'POST', '/auth/v1/recover', { headers, body: { email: admin.email } })
  const tried = sql<{ attempts: number }>`
    select attempts from graphile_worker.jobs where task_identifier = 'send_message' and last_error is not null and locked_at is null`
  await expect.poll(async () => (await tried.execute(market.db)).rows.length, { timeout: 60_000 }).toBe(1)
  expect(await failed()).toEqual({ tasks: [], is_more: false })

  await sql`update graphile_worker._private_jobs set attempts = max_attempts - 1 where locked_at is null`.execute(
    market.db,
  )
  await makeTasksDue(market.db)
  await expect.poll(async () => (await failed()).tasks.length, { timeout: 60_000 }).toBe(1)
  const [task] = (await failed()).tasks
  expect(task).toMatchObject({ task: 'send_message', attempts: 25 })
  expect(JSON.stringify(task)).not.toContain(admin.email)

  mail.refuseWith = undefined
  const retry = () => call(market, 'POST', `/api/admin/tasks/${task?.task_number}/retry`, { as: admin })
  expect((await retry()).status).toBe(204)
  expect((await mail.mailTo(admin.email)).subject).toBe('Reset your password')
  await expect.poll(failed).toEqual({ tasks: [], is_more: false })
  await expect.poll(async () => (await retry()).status).toBe(404)
})
