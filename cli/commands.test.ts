import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { findPostmaster, remainingProcesses } from '../chaos/faults/processes.ts'
import { LISTENER_NAME } from '../db/connect.ts'
import { openCopyClient } from '../db/copy-client.ts'
import { openEmbeddedDatabase } from '../db/embedded/open-embedded-database.ts'
import { connectionUrl } from '../tests/support/connection-url.ts'
import { openFolder } from '../tests/support/open-folder.ts'
import { runInThisProcess } from '../tests/support/operator.ts'
import { compileCache } from '../tests/support/server-process.ts'

// The commands as an operator types them, on a data folder of their own with the embedded database.

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const folder = await openFolder()
// Left running, as beside a server: the commands share it.
const database = await openEmbeddedDatabase({ dataDir: join(folder, 'data'), log: () => {} })
afterAll(() => database.close())

/** Runs a command of `cli/` with the data folder as its only setting. */
function run(command: string, given: string[] = [], dataDir = 'data'): Promise<{ code: number; output: string }> {
  return runProgram(join('cli', command), given, { DATA_DIR: join(folder, dataDir) })
}

/** Runs a command on the same marketplace in this process, which has loaded its code. */
const runHere = (...command: string[]) =>
  runInThisProcess({ connection: database.connection, config: { dataDir: join(folder, 'data') } }, command)

function runProgram(program: string, given: string[], settings: Record<string, string>) {
  const { PATH = '' } = process.env
  const options = { cwd: folder, env: { ...compileCache, PATH, ...settings } }
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, [join(ROOT, program), ...given], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

/** Starts a program that waits for its standard input, to be ended by a signal. */
function begin(program: string, given: string[], dataDir: string): ChildProcess {
  const { PATH = '' } = process.env
  return spawn(process.execPath, [join(ROOT, program), ...given], {
    cwd: folder,
    env: { ...compileCache, PATH, DATA_DIR: join(folder, dataDir) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exit = once(child, 'exit')
  child.kill(signal)
  return (await exit)[0]
}

test('db:migrate prints what it does, and with --status what it would do', async () => {
  expect(await runHere('db-check.ts')).toEqual({
    code: 1,
    output: expect.stringContaining('no marketplace in this database'),
  })
  expect(await runHere('db-migrate.ts', '--status')).toMatchObject({
    code: 0,
    output: expect.stringContaining('pending  0000-schema'),
  })
  expect(await run('db-migrate.ts')).toMatchObject({
    code: 0,
    output: expect.stringContaining('Database: created its tables.'),
  })
  const { output } = await runHere('db-migrate.ts', '--status')
  expect(output).toContain('applied  0000-schema')
  expect(output).not.toContain('pending')
})

test('storage:check reports a file without a row, and removes it with --repair', async () => {
  const unknown = join(folder, 'data', 'files', 'blobs', 'without-row')
  await mkdir(join(unknown, '..'), { recursive: true })
  await writeFile(unknown, 'x')
  expect(await runHere('storage-check.ts')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/blobs\/without-row.*rows and files do not agree/s),
  })
  await access(unknown)
  expect(await runHere('storage-check.ts', '--repair')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/removed 1.*rows and files agree/s),
  })
  await expect(access(unknown)).rejects.toThrow('ENOENT')
  expect(await runHere('db-check.ts')).toMatchObject({ code: 0, output: expect.stringContaining('all hold') })
})

test('F10: a backup is restored into a new data folder, and into none that a server uses', async () => {
  const backup = join(folder, 'backup')
  expect(await run('backup.ts', [backup])).toMatchObject({ code: 0 })
  const server = await openCopyClient(database.connection)
  await server.query(`set application_name = '${LISTENER_NAME}'`)
  expect(await run('restore.ts', [backup])).toMatchObject({ code: 1, output: expect.stringContaining('stop all') })
  await server.end()
  expect(await run('restore.ts', [backup], 'fresh')).toMatchObject({
    code: 0,
    output: expect.stringContaining('all rules hold'),
  })
})

test('F2: a command stopped by a signal leaves neither a database process nor half a backup', async () => {
  const asking = begin('cli/admin.ts', ['create', 'you@example.com'], 'fresh')
  await expect.poll(() => findPostmaster(join(folder, 'fresh'))).toBeDefined()
  expect(await end(asking, 'SIGINT')).toBe(130)
  expect(await remainingProcesses(join(folder, 'fresh'))).toEqual([])

  const other = await openCopyClient(database.connection)
  await other.query('begin; lock table orders in access exclusive mode')
  const waiting = begin('cli/backup.ts', ['broken-off'], 'data')
  let printed = ''
  waiting.stdout?.on('data', (text) => (printed += text))
  await expect.poll(() => printed).toContain('users: ')
  expect(await readdir(folder)).toContain('broken-off.partial')
  expect(await end(waiting, 'SIGTERM')).toBe(143)
  await other.end()
  expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('broken-off'))
})

test('an unusable database, folder or address is reported with the setting to change', async () => {
  const admin = await openCopyClient(database.connection)
  await admin.query(`create database latin encoding 'LATIN1' locale_provider libc locale 'C' template template0`)
  await admin.end()
  await writeFile(join(folder, 'a-file'), '')
  const closed = 'postgres://unknown@127.0.0.1:1/nothing'
  const latin = connectionUrl({ ...database.connection, database: 'latin' })
  const wrong: [program: string, settings: Record<string, string>, message: RegExp][] = [
    ['cli/db-migrate.ts', { DATABASE_URL: closed }, /^DATABASE_URL: .*ECONNREFUSED.*127\.0\.0\.1:1\. /],
    ['cli/db-migrate.ts', { DATABASE_URL: latin }, /^DATABASE_URL: .*LATIN1.*UTF8/],
    ['server/main.ts', { PORT: '0', DATA_DIR: join(folder, 'a-file') }, /a-file cannot be used.*Set DATA_DIR to/],
    ['server/main.ts', { HOST: '192.0.2.1', DATA_DIR: 'begun-nowhere' }, /EADDRNOTAVAIL.*Set HOST to/],
  ]
  const before = await readdir(folder)
  await Promise.all(
    wrong.map(async ([program, settings, message]) => {
      const { code, output } = await runProgram(program, [], settings)
      expect([code, output]).toEqual([1, expect.stringMatching(message)])
      // One line, and no stack.
      expect(output.trim()).not.toMatch(/\n/)
    }),
  )
  expect(await readdir(folder)).toEqual(before)
})

test('the file .env sets what is empty in the environment, may begin with a byte order mark, and must be UTF-8', async () => {
  const file = join(folder, '.env')
  for (const [bytes, message] of [
    ['\uFEFFPORT=none\r\n', /^These settings are wrong:\n {2}PORT: /],
    [Buffer.from('PORT=3000', 'utf16le'), /^\.env is not UTF-8/],
  ] as const) {
    await writeFile(file, bytes)
    const { code, output } = await runProgram('cli/admin.ts', ['rotate-keys'], { PORT: '' })
    expect([code, output]).toEqual([1, expect.stringMatching(message)])
  }
  await rm(file)
})

test('--help prints the usage, an unknown argument is refused, and neither does anything', async () => {
  const before = await readdir(folder)
  const [help, refused, started] = await Promise.all([
    run('db-check.ts', ['--help'], 'begun-nowhere'),
    run('db-check.ts', ['--fast'], 'begun-nowhere'),
    runProgram('server/main.ts', ['--port', '4000'], { DATA_DIR: 'begun-nowhere' }),
  ])
  expect(help).toEqual({ code: 0, output: expect.stringMatching(/^npm run db:check /) })
  expect(refused).toEqual({ code: 1, output: expect.stringMatching(/'--fast'.*\nnpm run db:check /) })
  expect(started).toEqual({ code: 1, output: expect.stringContaining('--port 4000 is not an argument') })
  expect(await readdir(folder)).toEqual(before)
})
