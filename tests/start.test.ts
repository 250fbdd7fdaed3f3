import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openProxy } from '../chaos/faults/network-proxy.ts'
import { connectDatabase } from '../db/connect.ts'
import { freePort } from '../db/embedded/free-port.ts'
import { connectionUrl } from './support/connection-url.ts'
import { openFolder } from './support/open-folder.ts'
import { startProcess, untilPrinted } from './support/server-process.ts'
import { createTestDatabase } from './support/test-database.ts'

const ROOT = join(import.meta.dirname, '..')

test('a later start uses compiled code, and loads no library of an unused feature', async () => {
  const folder = await openFolder()
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const codeCache = join(folder, 'code')
  const port = String(await freePort())
  const start = async () => {
    const server = startProcess('server/main.ts', {
      PORT: port,
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: connectionUrl(database.connection),
      NODE_COMPILE_CACHE: codeCache,
      // Node prints which modules it loads, and which of them it finds compiled.
      NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
    })
    onTestFinished(() => void server.child.kill('SIGKILL'))
    await untilPrinted(server, /is ready/)
    return server
  }
  const first = await start()
  // The running server saves the cache, as a killed one would not.
  await expect
    .poll(async () => (await readdir(codeCache, { recursive: true })).length, { timeout: 60_000 })
    // A thread that ends saves less.
    .toBeGreaterThan(500)
  // Saving has begun; the server responds again once all is saved.
  await fetch(`http://127.0.0.1:${port}/healthz`)
  await first.end('SIGKILL')
  const second = await start()
  const accepted = () => second.output().match(/V8 code cache for ESM .* was accepted/g)?.length ?? 0
  // Of about 500: the first server may have been killed while it saved the last ones. Without saving there are none.
  await expect.poll(accepted, { timeout: 60_000 }).toBeGreaterThan(250)
  const loaded = [...second.output().matchAll(/reading cache from \S+ for \S+ (\S+)\.\.\./g)].map(
    ([, path = '']) => path,
  )
  expect(loaded.filter((path) => path.endsWith('server/app.ts'))).toHaveLength(2)
  const unused =
    /node_modules\/(stripe|sharp|nodemailer|@node-saml|xml2js|prom-client|@opentelemetry|@aws-sdk|@smithy|vite)\//
  expect(loaded.filter((path) => unused.test(path))).toEqual([])
})

test('a server waits for a slow database, serves while its start-up text waits, and logs an outage once a second, without stacks', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const db = connectDatabase(database.connection, { max: 1 })
  onTestFinished(() => db.destroy())
  const url = new URL(connectionUrl(database.connection))
  const host = url.searchParams.get('host')
  const proxy = await openProxy(host ? `${host}/.s.PGSQL.${url.port}` : Number(url.port))
  proxy.faults.delayMs = 3_000
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${proxy.port}`
  const port = await freePort()
  const server = startProcess('server/main.ts', {
    PORT: String(port),
    DATA_DIR: await openFolder(),
    DATABASE_URL: url.href,
    LOG_LEVEL: 'warn',
  })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  // The start-up text depends on whether there is an admin, which now cannot be read.
  await sql`alter table users rename column role to unreadable`.execute(db)
  await untilPrinted(server, /the database is slow to respond/)
  proxy.faults.delayMs = 0
  await untilPrinted(server, /is ready/)
  await sql`alter table users rename column unreadable to role`.execute(db)
  const before = server.output().length
  await proxy.close()
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/api/search?q=lamp`)).status
  expect(new Set(await Promise.all(Array.from({ length: 30 }, ask)))).toEqual(new Set([503]))
  let lines: string[] = []
  await expect
    .poll(() => {
      lines =
        server
          .output()
          .slice(before)
          .match(/^\{.*\}$/gm) ?? []
      return lines.reduce((sum, line) => sum + (JSON.parse(line).requests ?? 0), 0)
    })
    .toBeGreaterThanOrEqual(30)
  expect(lines.filter((line) => line.includes('"stack"'))).toEqual([])
  expect(lines.length).toBeLessThan(15)
})

test('compiled code is cached beside the program or in the data folder, and never where other users can write', async () => {
  const app = await openFolder()
  const [dist, data] = [join(app, 'dist'), join(app, 'data')]
  await cp(join(ROOT, 'server/platform/config/code-cache.js'), join(app, 'server/platform/config/code-cache.mjs'))
  const openedIn = async () => {
    const script = `import { getCompileCacheDir } from 'node:module'
      import { openCodeCache } from ${JSON.stringify(join(app, 'server/platform/config/code-cache.mjs'))}
      openCodeCache(${JSON.stringify(data)})
      console.log(getCompileCacheDir())`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, NODE_COMPILE_CACHE: undefined },
    })
    return stdout
  }
  expect(await openedIn()).toBe('undefined\n')
  await mkdir(dist)
  await mkdir(data, { mode: 0o700 })
  expect(await openedIn()).toContain(join(dist, '.code-cache'))
  await chmod(dist, 0o777)
  expect(await openedIn()).toContain(join(data, '.code-cache'))
  await chmod(data, 0o777)
  expect(await openedIn()).toBe('undefined\n')
})

test('what stops the build of the pages is printed before any program that needs them', async () => {
  const run = [join(ROOT, 'tools/run.js'), join(ROOT, 'server/cluster.ts')]
  const ended = promisify(execFile)(process.execPath, run, { env: { ...process.env, LANGUAGES: 'xx' } })
  await expect(ended).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('there are no texts in xx') })
})

test.runIf(process.platform === 'linux')('the start-up text has the time since `npm start`', async () => {
  const { msSinceStart } = await import('../server/platform/lifecycle/start-time.ts')
  expect(msSinceStart({ byNpm: false })).toBeLessThanOrEqual(performance.now())
  // npm sets this process title.
  const script = `process.title = 'npm start'
    const { spawn } = await import('node:child_process')
    const until = Date.now() + 300
    while (Date.now() < until);
    spawn('/bin/sh', ['-c', process.argv[1]], { stdio: 'inherit' })`
  const child = `exec ${process.execPath} --input-type=module -e "
    const { msSinceStart } = await import('${join(ROOT, 'server/platform/lifecycle/start-time.ts')}')
    console.log(msSinceStart({ byNpm: true }) - performance.now())"`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, child])
  expect(Number(stdout)).toBeGreaterThan(290)
  expect(await readFile(join(ROOT, 'package.json'), 'utf8')).toContain('"start": "node tools/run.js server/main.ts"')
})
