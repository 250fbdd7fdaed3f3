import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCopyClient } from '../db/copy-client.ts'
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../db/embedded.ts'
import { postmasterOf, processesLeft } from '../torture/leftovers.ts'

// The commands as an operator types them, on a data folder of their own with the embedded database.

const ROOT = fileURLToPath(new URL('..', import.meta.url))
let folder: string
let database: EmbeddedDatabase

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openstall-commands-'))
  // Kept running, as beside a server: each command joins it.
  database = await openEmbeddedDatabase({ dataDir: join(folder, 'data'), log: () => {} })
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command of `tools/` in an environment that says no more than where the data is. */
function run(tool: string, given: string[] = [], dataDir = 'data'): Promise<{ code: number; output: string }> {
  return runProgram(join('tools', tool), given, { DATA_DIR: join(folder, dataDir) })
}

function runProgram(program: string, given: string[], settings: Record<string, string>) {
  const { PATH = '' } = process.env
  const options = { cwd: folder, env: { PATH, ...settings } }
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, [join(ROOT, program), ...given], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

/** The same, to be ended by a signal; it is kept waiting for what would be typed. */
function begin(program: string, given: string[], dataDir: string): ChildProcess {
  const { PATH = '' } = process.env
  return spawn(process.execPath, [join(ROOT, program), ...given], {
    cwd: folder,
    env: { PATH, DATA_DIR: join(folder, dataDir) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exit = once(child, 'exit')
  child.kill(signal)
  return (await exit)[0]
}

test('db:migrate tells what it does, and what it would', async () => {
  expect(await run('db-migrate.ts', ['--status'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('pending  0001'),
  })
  expect(await run('db-migrate.ts')).toMatchObject({
    code: 0,
    output: expect.stringContaining('applied 0001-accounts.sql'),
  })
  expect(await run('db-migrate.ts')).toMatchObject({ code: 0, output: expect.stringContaining('nothing to do') })
  const { output } = await run('db-migrate.ts', ['--status'])
  expect(output).toContain('applied  0001-accounts.sql')
  expect(output).not.toContain('pending')
})

test('storage:check tells of a file that nothing knows of, and removes it when asked to', async () => {
  const unknown = join(folder, 'data', 'files', 'blobs', 'of-nobody')
  await mkdir(join(unknown, '..'), { recursive: true })
  await writeFile(unknown, 'x')
  for (const tool of ['storage-check.ts', 'db-check.ts'])
    expect(await run(tool)).toMatchObject({ code: 1, output: expect.stringContaining('blobs/of-nobody') })
  await access(unknown)
  expect(await run('storage-check.ts', ['--repair'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('removed 1'),
  })
  await expect(access(unknown)).rejects.toThrow('ENOENT')
  expect(await run('db-check.ts')).toMatchObject({ code: 0, output: expect.stringContaining('all hold') })
})

test('F10: a backup goes into a data folder in which nothing was started yet', async () => {
  const backup = join(folder, 'backup')
  expect(await run('backup.ts', [backup])).toMatchObject({ code: 0 })
  expect(await run('restore.ts', [backup], 'fresh')).toMatchObject({
    code: 0,
    output: expect.stringContaining('all that must hold holds'),
  })
  expect(await run('backup.ts', [backup])).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') })
  expect(await run('restore.ts')).toMatchObject({ code: 1, output: expect.stringContaining('Usage') })
})

test('F2: a command that a signal ends leaves neither the database that it started nor half a backup', async () => {
  const asking = begin('server/admin.ts', ['create', 'you@example.com'], 'fresh')
  await expect.poll(() => postmasterOf(join(folder, 'fresh'))).toBeDefined()
  expect(await end(asking, 'SIGINT')).toBe(130)
  expect(await processesLeft(join(folder, 'fresh'))).toEqual([])

  const other = await openCopyClient(database.connection)
  await other.query('begin; lock table orders in access exclusive mode')
  const waiting = begin('tools/backup.ts', ['broken-off'], 'data')
  let said = ''
  waiting.stdout?.on('data', (text) => (said += text))
  await expect.poll(() => said).toContain('users: ')
  expect(await readdir(folder)).toContain('broken-off.partial')
  expect(await end(waiting, 'SIGTERM')).toBe(143)
  await other.end()
  expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('broken-off'))
})

test.each([
  ['npm run admin', 'server/admin.ts', ['rotate-keys']],
  ['npm run backup', 'tools/backup.ts', ['backup-of-nothing']],
])('F8: %s names every wrong setting at once, and does nothing', async (_command, program, given) => {
  const before = await readdir(folder)
  const { code, output } = await runProgram(program, given, {
    ...{ DATA_DIR: 'begun-nowhere', PORT: 'x', AUTH_PROVIDERS: '[{"type":"google"}]' },
    API_KEY_SECRET: 'short-and-hidden',
  })
  expect([code, output]).toEqual([1, expect.stringMatching(/^These settings are wrong:\n/)])
  for (const name of ['PORT', 'AUTH_PROVIDERS', 'API_KEY_SECRET'])
    expect(output).toMatch(new RegExp(`^  ${name}: `, 'm'))
  expect(output).not.toContain('hidden')
  expect(await readdir(folder)).toEqual(before)
})
