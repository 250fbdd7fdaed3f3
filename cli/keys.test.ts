import { chmod, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openSecrets } from '../server/platform/keys/secrets.ts'
import { bearer, callAuth, refresh, signUp } from '../tests/support/accounts.ts'
import { connectionUrl } from '../tests/support/connection-url.ts'
import { openBeside, openForTests } from '../tests/support/open-for-tests.ts'
import { runInThisProcess } from '../tests/support/operator.ts'
import { startProcess } from '../tests/support/server-process.ts'

const testApp = await openForTests()
const user = await signUp(testApp)

const secretsFile = () => join(testApp.config.dataDir, 'secrets.json')

test('api-key prints the public key, and with "service" the one with all rights over files', async () => {
  const asKey = async (args: string[]) => {
    const { code, output } = await runInThisProcess(testApp, ['admin.ts', 'api-key', ...args])
    const key = output.trim().split('\n').at(-1) ?? ''
    const headers = { apikey: key, ...bearer(key) }
    const buckets = await testApp.app.inject({ url: '/storage/v1/bucket', headers })
    const health = await testApp.app.inject({ url: '/auth/v1/settings', headers: { apikey: key } })
    return { code, key, buckets: buckets.json().length, settings: health.statusCode, output }
  }
  const open = await asKey([])
  expect(open).toMatchObject({ code: 0, key: testApp.deps.secrets.apiKey, settings: 200 })
  const service = await asKey(['service'])
  expect(service).toMatchObject({ code: 0, settings: 200, output: expect.stringContaining('never to a browser') })
  expect(service.buckets).toBeGreaterThan(0)
  expect(service.key).not.toBe(open.key)
  const wrong = await runInThisProcess(testApp, ['admin.ts', 'api-key', 'admin'])
  expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('Usage') })
})

test('F8: keys that others can read are made private, and the log says so', async () => {
  await chmod(secretsFile(), 0o644)
  const log: string[] = []
  await openSecrets(testApp.config, (line) => log.push(line))
  expect(log).toEqual([expect.stringMatching(/secrets\.json was open to other users/)])
  expect((await stat(secretsFile())).mode & 0o777).toBe(0o600)
})

test('F8: a marketplace with accounts whose keys are lost does not start, and gets no new keys silently', async () => {
  const lost = `${secretsFile()}.lost`
  await rename(secretsFile(), lost)
  const server = startProcess('server/main.ts', {
    DATABASE_URL: connectionUrl(testApp.connection),
    DATA_DIR: testApp.config.dataDir,
    PORT: '0',
  })
  await vi.waitUntil(() => server.child.exitCode !== null, 60_000)
  expect([server.child.exitCode, server.output()]).toEqual([
    1,
    expect.stringMatching(/secrets\.json is missing.*new-secrets/),
  ])
  const refused = { code: 1, output: expect.stringContaining('is missing') }
  const backup = ['backup.ts', join(testApp.config.dataDir, 'backup')]
  expect(await runInThisProcess(testApp, backup)).toMatchObject(refused)
  for (const command of [['outbox'], ['create', 'boss@example.com'], ['api-key']])
    expect(await runInThisProcess(testApp, ['admin.ts', ...command])).toMatchObject(refused)
  expect(await readdir(testApp.config.dataDir)).not.toContain('secrets.json')
  await rename(lost, secretsFile())
})

test('F8: new-secrets replaces lost keys once no server runs, and prints what the loss means', async () => {
  const factor = { user_id: user.user_id, factor_type: 'totp', status: 'verified' } as const
  const sealed = { ...factor, sealed_secret: Buffer.alloc(60) }
  const { id } = await testApp.db.insertInto('factors').values(sealed).returning('id').executeTakeFirstOrThrow()
  await callAuth(testApp, 'POST', '/recover', { body: { email: user.email } })
  const newSecrets = () => runInThisProcess(testApp, ['admin.ts', 'new-secrets'])
  expect(await newSecrets()).toMatchObject({ code: 1, output: expect.stringContaining('exists') })
  await rm(secretsFile())
  expect(await newSecrets()).toMatchObject({ code: 1, output: expect.stringContaining('stop all of them first') })
  await testApp.app.close()
  const done = await newSecrets()
  expect([done.code, done.output]).toEqual([0, expect.stringMatching(/1 authenticator apps.*1 messages.*API keys/s)])
  const secrets = await openSecrets(testApp.config)
  expect(secrets.apiKey).not.toBe(testApp.deps.secrets.apiKey)
  expect((await stat(secretsFile())).mode & 0o777).toBe(0o600)

  const restarted = await openBeside(testApp, { deps: { secrets } })
  const headers = bearer((await refresh(restarted, user.refresh_token)).body.access_token)
  const challenge = await callAuth<{ id: string }>(restarted, 'POST', `/factors/${id}/challenge`, { headers, body: {} })
  const body = { challenge_id: challenge.body.id, code: '123456' }
  const code = await callAuth(restarted, 'POST', `/factors/${id}/verify`, { headers, body })
  expect([challenge.status, code.status, code.body.code]).toEqual([200, 422, 'mfa_verification_failed'])
})
