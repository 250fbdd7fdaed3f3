import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkRows } from '../server/operate/check/check-invariants.ts'
import { connectionUrl } from './support/connection-url.ts'
import { describeSchema } from './support/describe-schema.ts'
import { openFolder } from './support/open-folder.ts'
import { openDatabaseForTests } from './support/open-for-tests.ts'
import { compileCache, startProcess, untilPrinted } from './support/server-process.ts'

const ROOT = join(import.meta.dirname, '..')
const waits = sql`select from pg_locks where not granted and locktype = 'relation' and database = (
  select oid from pg_database where datname = current_database())`
const COUNTS = ['--products', '200', '--orders', '300']

test('an interrupted `npm run demo` resumes where it stopped, and no server starts until it has finished', async () => {
  const folder = await openFolder()
  const { connection, db } = await openDatabaseForTests()
  const settings = { DATABASE_URL: connectionUrl(connection), DATA_DIR: join(folder, 'data'), PORT: '0' }
  const begin = () => {
    const { PATH = '' } = process.env
    const child = spawn(process.execPath, [join(ROOT, 'tools/demo.ts'), ...COUNTS], {
      cwd: folder,
      env: { ...compileCache, PATH, ...settings },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    onTestFinished(() => void child.kill('SIGKILL'))
    return { child, output: () => output }
  }
  /** Interrupts a run while it waits for a table that another transaction has locked; returns its output. */
  const stopAt = async (table: string, signal: NodeJS.Signals) => {
    const { child, output } = begin()
    const ended = once(child, 'exit')
    await db.transaction().execute(async (tx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
      const waiting = async () => (await waits.execute(tx)).rows.length > 0 || child.exitCode !== null
      await vi.waitUntil(waiting, { timeout: 60_000, interval: 20 })
      child.kill(signal)
      await ended
    })
    return output()
  }

  const served = startProcess('server/main.ts', settings)
  onTestFinished(() => void served.child.kill('SIGKILL'))
  await untilPrinted(served, /is ready/)
  const refused = begin()
  expect([await exitOf(refused.child), refused.output()]).toEqual([1, expect.stringContaining('stop it first')])
  await served.end('SIGINT')

  const before = await describeSchema(db)
  expect(await stopAt('figure_changes', 'SIGKILL')).toMatch(/%/)
  expect(await describeSchema(db)).not.toBe(before)
  const refusal = async () => {
    const server = startProcess('server/main.ts', settings)
    await exitOf(server.child)
    return server.output()
  }
  // On a busy machine the server may fail even to connect in time.
  await vi.waitFor(async () => expect(await refusal()).toMatch(/cannot start: `npm run demo` .*run it again/), 60_000)

  expect(await stopAt('day_sums', 'SIGINT')).toMatch(/going on with the 200 products and 300 orders/)
  const last = begin()
  expect(await exitOf(last.child)).toBe(0)
  expect(last.output()).toMatch(/going on with the 200 products.* 100%.*done after/s)
  expect(await describeSchema(db)).toBe(before)
  const { findings, rows } = await checkRows(db)
  expect([findings, rows.products, rows.orders]).toEqual([[], 200, 300])
})

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit')
  return child.exitCode
}
