import { afterAll } from 'vitest'
import { connectDatabase } from '../../db/connect.ts'
import { openRenderer } from '../../server/pages/ssr/open-renderer.ts'
import type { PageRenderer } from '../../server/pages/ssr/page-renderer.ts'
import { makeAdmin, signUp, type TestAccount } from './accounts.ts'
import { afterwards } from './open-folder.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { createTestDatabase } from './test-database.ts'

type Options = NonNullable<Parameters<typeof createTestApp>[0]>

/** Settings that take payments with the sandbox provider. */
export const PAID = { payments: 'sandbox', sandbox: 'calm' } as const

/**
 * Opens a marketplace for the tests of a file, or for one test; it is closed afterwards. `listens`: for the provider's events.
 */
export async function openForTests({
  listens = false,
  ...options
}: Options & { listens?: boolean } = {}): Promise<TestApp> {
  const market = await createTestApp(options)
  afterwards(() => market.close())
  if (listens) await market.app.listen({ port: 0 })
  return market
}

/** Opens another server on the database and keys of a marketplace; it is closed before the marketplace. */
export const openBeside = ({ connection, deps: { secrets } }: TestApp, { deps, ...options }: Options = {}) =>
  openForTests({ database: { connection, drop: async () => {} }, deps: { secrets, ...deps }, ...options })

/** Opens a marketplace with the built pages for the tests of a file; `toRenderer` may replace the renderer. */
export async function openWithPages(
  options: Options = {},
  toRenderer = (built: PageRenderer) => built,
): Promise<TestApp> {
  const { renderer, close } = await openRenderer({ dev: false })
  afterAll(close)
  return openForTests({ ...options, deps: { ...options.deps, renderer: toRenderer(renderer) } })
}

/** Opens an empty migrated database for the tests of a file, or for one test; it is dropped afterwards. */
export async function openDatabaseForTests(options?: { max: number }) {
  const { connection, drop } = await createTestDatabase()
  const db = connectDatabase(connection, options)
  afterwards(async () => {
    await db.destroy()
    await drop()
  })
  return { connection, db }
}

/** Signs up an account with each of these roles. */
export async function signUpAll<const Roles extends ('buyer' | 'seller' | 'admin')[]>(
  market: TestApp,
  ...roles: Roles
) {
  const accounts = roles.map((role) => (role === 'admin' ? makeAdmin(market) : signUp(market, { role })))
  return (await Promise.all(accounts)) as { [Index in keyof Roles]: TestAccount }
}

/** Returns a clock that advances by minutes, and only when a test says so. */
export function stoppedClock(start = new Date()) {
  let time = start.getTime()
  const now = () => new Date(time)
  const pass = (minutes: number) => {
    time += minutes * 60_000
  }
  return Object.assign(now, { pass })
}
