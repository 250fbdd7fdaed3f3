import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAuth, signUp } from '../tests/support/accounts.ts'
import { createTestApp, type TestApp } from '../tests/support/test-app.ts'
import { openSecrets } from './platform/secrets.ts'

const PASSWORD = 'a long admin phrase'
let testApp: TestApp
let folder: string

beforeAll(async () => {
  testApp = await createTestApp()
  folder = await mkdtemp(join(tmpdir(), 'openstall-admin-'))
})
afterAll(async () => {
  await testApp.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the operator's command against the test's database, with what is piped in. */
async function admin(args: string[], piped = '') {
  const { connection, config } = testApp
  const database =
    typeof connection === 'string'
      ? connection
      : `postgres://${connection.user}:${encodeURIComponent(connection.password ?? '')}@localhost:${connection.port}/${connection.database}?host=${encodeURIComponent(connection.host)}`
  const program = fileURLToPath(new URL('./admin.ts', import.meta.url))
  const env = { DATABASE_URL: database, DATA_DIR: config.dataDir }
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  child.stdin.end(piped)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

const signIn = (email: string, password: string) =>
  callAuth<{ user: { app_metadata: { role: string } } }>(testApp, 'POST', '/token?grant_type=password', {
    body: { email, password },
  })

test('A3: the command makes an admin who can sign in; the password is not shown', async () => {
  const { code, output } = await admin(['create', ' Boss@Example.com '], `${PASSWORD}\n`)
  expect([code, output]).toEqual([0, expect.stringContaining('is an admin')])
  expect(output).not.toContain(PASSWORD)
  const { status, body } = await signIn('boss@example.com', PASSWORD)
  expect([status, body.user.app_metadata.role]).toEqual([200, 'admin'])
})

test('A3: an account with the address becomes the admin’s, and its maker is out', async () => {
  const squatter = await signUp(testApp, { email: 'second-boss@example.com' })
  const { code } = await admin(['create', squatter.email], PASSWORD)
  expect(code).toBe(0)
  expect((await callAuth(testApp, 'GET', '/user', { headers: squatter.headers })).status).toBe(403)
  expect((await signIn(squatter.email, squatter.password)).status).toBe(400)
  expect((await signIn(squatter.email, PASSWORD)).body.user.app_metadata.role).toBe('admin')
})

test.each([
  ['a short password', ['create', 'x@example.com'], 'short\n', 'at least 8 characters'],
  ['a common password', ['create', 'x@example.com'], 'password123\n', 'easy to guess'],
  ['no password', ['create', 'x@example.com'], '', 'No password was given'],
  ['no address', ['create', 'nobody'], `${PASSWORD}\n`, 'invalid format'],
  ['no arguments', [], '', 'Usage'],
  ['a password on the command line', ['create', 'x@example.com', PASSWORD], '', 'Usage'],
  ['another command', ['destroy'], '', 'Usage'],
])('refuses %s', async (_what, args, piped, message) => {
  const { code, output } = await admin(args, piped)
  expect([code, output]).toEqual([1, expect.stringContaining(message)])
  expect(await testApp.db.selectFrom('users').select('id').where('email', '=', 'x@example.com').execute()).toEqual([])
})

test('who has lost the second step gets in again by the operator’s command, and is signed out elsewhere', async () => {
  const { user_id, email, password, headers } = await signUp(testApp)
  const factor = { user_id, factor_type: 'phone', phone: '1234567890', status: 'verified' } as const
  await testApp.db.insertInto('factors').values(factor).execute()
  const { code, output } = await admin(['remove-factors', ` ${email.toUpperCase()}`])
  expect([code, output]).toEqual([0, expect.stringContaining('had 1 second sign-in steps')])
  expect((await callAuth(testApp, 'GET', '/user', { headers })).status).toBe(403)
  const { status, body } = await signIn(email, password)
  expect([status, body.user]).toEqual([200, expect.not.objectContaining({ factors: expect.anything() })])
  const nobody = await admin(['remove-factors', 'nobody@example.com'])
  expect([nobody.code, nobody.output]).toEqual([1, expect.stringContaining('Nobody has the address')])
})

test('after rotate-keys a server signs with the new key and still knows the old one', async () => {
  const { headers } = await signUp(testApp)
  const { code, output } = await admin(['rotate-keys'])
  expect([code, output]).toEqual([0, expect.stringContaining('new signing key')])
  const restarted = await createTestApp({
    database: { connection: testApp.connection, drop: async () => {} },
    deps: { secrets: await openSecrets(testApp.config) },
  })
  const fresh = await signUp(restarted)
  const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
  expect(output).toContain(kidOf(fresh.token))
  expect((await callAuth(restarted, 'GET', '/user', { headers })).status).toBe(200)
  await restarted.close()
})
