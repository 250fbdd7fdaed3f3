import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, lstat, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectDatabase } from '../db/connect.ts'
import { findProgramPackage } from '../db/embedded/programs.ts'
import { startProcess, untilPrinted } from './support/server-process.ts'

const MEMBER = join(import.meta.dirname, 'support', 'database-member.ts')
const isRoot = process.getuid?.() === 0

type Connection = { host: string; port: number; user: string; database: string }

interface Member {
  process: ChildProcess
  log: string[]
  connection: Connection
}

const started: ChildProcess[] = []
let folder: string
let dataDir: string

/** A data folder in which a database was created; tests copy it, as creating one takes longest. */
let created: string

beforeAll(async () => {
  created = await createFolder()
  await leave(await open(join(created, 'data')))
})
afterAll(() => rm(created, { recursive: true, force: true }))

beforeEach(async () => {
  folder = await createFolder()
  dataDir = join(folder, 'data')
})
afterEach(async () => {
  // Also when a test failed: the next one that joins and leaves takes the database down with it.
  for (const child of started.splice(0)) child.kill('SIGKILL')
  if (existsSync(join(dataDir, 'postgres'))) await leave(await open().catch(() => undefined))
  await rm(folder, { recursive: true, force: true })
})

async function createFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'openstall-embedded-'))
  await chmod(path, 0o755)
  return path
}

/** Gives the test a database that was created and left before. */
async function useCreated(): Promise<void> {
  // Keeps the owner: the database does not run as root.
  await promisify(execFile)('cp', ['-pR', join(created, 'data'), dataDir])
}

/** Starts a process that opens the database, and waits until it has it. Throws what it was refused with. */
async function open(dir = dataDir, environment = {}): Promise<Member> {
  const env = { ...process.env, ...environment }
  const child = spawn(process.execPath, [MEMBER, dir], { stdio: ['pipe', 'pipe', 'inherit'], env })
  started.push(child)
  const log: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as { log?: string; connection?: Connection; refused?: string }
    if (said.log) log.push(said.log)
    if (said.refused) throw new Error(said.refused)
    if (said.connection) return { process: child, log, connection: said.connection }
  }
  throw new Error(`ended without a word: ${log.join(' / ')}`)
}

/** Lets the process leave the database in order, and waits for its end. */
async function leave(member: Member | undefined): Promise<void> {
  if (!member) return
  member.process.stdin?.end()
  if (member.process.exitCode === null && member.process.signalCode === null) await once(member.process, 'exit')
}

async function kill(member: Member): Promise<void> {
  member.process.kill('SIGKILL')
  await once(member.process, 'exit')
}

async function run<Row>({ connection }: Member, query: string): Promise<Row[]> {
  const db = connectDatabase(connection, { max: 1 })
  try {
    return (await sql.raw<Row>(query).execute(db)).rows
  } finally {
    await db.destroy()
  }
}

const postmasterOf = async (dir = dataDir) =>
  Number((await readFile(join(dir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

/** A process that has exited counts as dead, even if its parent has not collected it yet. */
async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return !/^State:\s+Z/m.test(status)
}

async function until(what: string, condition: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await condition()) return
    await sleep(50)
  }
  throw new Error(`never: ${what}`)
}

describe('F2: the embedded database', () => {
  test('a second server joins the first; the last to leave stops it and nothing is left behind', async () => {
    await useCreated()
    const first = await open()
    const pid = await postmasterOf()
    await run(first, 'create table kept (n int)')
    const second = await open()
    expect(await postmasterOf()).toBe(pid)
    await leave(first)
    expect(await isAlive(pid)).toBe(true)
    await run(second, 'insert into kept values (1)')
    await leave(second)
    await expect.poll(() => isAlive(pid)).toBe(false)
    const third = await open()
    expect(await run(third, 'select n from kept')).toEqual([{ n: 1 }])
  })

  test('several servers at once on an empty folder create one database and all use it', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => open()))
    const starts = members.flatMap(({ log }) => log.filter((line) => line.includes('creating a new PostgreSQL')))
    expect(starts).toHaveLength(1)
    const [first] = members
    await run(first as Member, 'create table shared (n int)')
    for (const member of members) await run(member, 'insert into shared values (1)')
    await Promise.all(members.map(leave))
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.new'))).toEqual([])
  })

  test('a database left behind by a killed server is adopted, with all that was written', async () => {
    await useCreated()
    const first = await open()
    const pid = await postmasterOf()
    await run(first, 'create table kept as select 7 as n')
    await kill(first)
    expect(await isAlive(pid)).toBe(true)
    const second = await open()
    expect(await postmasterOf()).toBe(pid)
    expect(await run(second, 'select n from kept')).toEqual([{ n: 7 }])
    await leave(second)
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  test('a killed database is restarted under a running server, which keeps what was committed', async () => {
    await useCreated()
    const member = await open()
    await run(member, 'create table kept as select 7 as n')
    const pid = await postmasterOf()
    process.kill(pid, 'SIGKILL')
    await until('it responses again', () =>
      run(member, 'select n from kept').then(
        (rows) => rows.length === 1,
        () => false,
      ),
    )
    expect(await postmasterOf()).not.toBe(pid)
  })

  test('a server that gets a signal while it fails to start leaves no database behind', async () => {
    await useCreated()
    const member = await open()
    // In the way of the first migration.
    await run(member, 'create table users (n int)')
    await leave(member)
    const server = startProcess('server/main.ts', { DATA_DIR: dataDir, PORT: '0' })
    started.push(server.child)
    await untilPrinted(server, /starting PostgreSQL/)
    expect((await server.end('SIGTERM')).code).toBe(1)
    expect(server.output()).toMatch(/cannot start: .*0000-baseline.*users.*name a database of its own/)
    await expect.poll(() => readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
  })

  test('a server that gets a signal during its first start leaves no database behind', async () => {
    const server = startProcess('server/main.ts', { DATA_DIR: dataDir, PORT: '0' })
    started.push(server.child)
    await untilPrinted(server, /demo marketplace: creating/)
    expect((await server.end('SIGINT')).code).toBe(0)
    expect(server.output()).not.toMatch(/is ready|cannot start/)
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
  })

  test('server and database killed together: the next start recovers', async () => {
    await useCreated()
    const first = await open()
    await run(first, 'create table kept as select 7 as n')
    const pid = await postmasterOf()
    await kill(first)
    process.kill(pid, 'SIGKILL')
    expect(await run(await open(), 'select n from kept')).toEqual([{ n: 7 }])
  })

  test('it is reached by a private Unix socket only, owns its data and writes to the disk before it responds', async () => {
    const member = await open()
    expect(
      await run(
        member,
        `select name, setting from pg_settings where name in ('listen_addresses', 'fsync') order by name`,
      ),
    ).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'listen_addresses', setting: '' },
    ])
    expect((await stat(member.connection.host)).mode & 0o777).toBe(0o700)
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
  })

  test('it never runs as root', async () => {
    await open()
    const status = await readFile(`/proc/${await postmasterOf()}/status`, 'utf8')
    const uids = /^Uid:\s+(.*)$/m.exec(status)?.[1]?.split('\t')
    expect(uids).toHaveLength(4)
    expect(uids).not.toContain('0')
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(Number(uids?.[0]))
  })

  test('a path longer than a socket may have, and an environment with settings of another database', async () => {
    const far = join(folder, 'Ünser Märkt 市場', 'a'.repeat(120), 'data')
    const elsewhere = { PGSSLMODE: 'require', PGOPTIONS: '-c unknown=1', PGHOST: 'db.invalid' }
    const member = await open(far, elsewhere)
    expect(await run(member, 'select 1 as n')).toEqual([{ n: 1 }])
    await leave(member)
    // Below its own folder, also where root makes the folders on the way.
    expect((await lstat(join(far, 'postgres'))).isDirectory()).toBe(true)
    await rm(member.connection.host, { recursive: true })
  })

  test('data of another major version is refused with instructions, and not changed', async () => {
    await useCreated()
    const versionFile = join(dataDir, 'postgres', 'PG_VERSION')
    await writeFile(versionFile, '14\n')
    await expect(open()).rejects.toThrow(/14.*(DATA_DIR|DATABASE_URL)/s)
    expect(await readFile(versionFile, 'utf8')).toBe('14\n')
  })

  test.runIf(isRoot)('data of another owner is refused with instructions', async () => {
    await useCreated()
    await chown(join(dataDir, 'postgres'), 12345, 12345)
    await expect(open()).rejects.toThrow(/belongs to the user .*12345.*chown/s)
  })

  test('on a platform without programs the error says to set DATABASE_URL', async () => {
    await expect(findProgramPackage('aix', 'ppc64')).rejects.toThrow(/aix-ppc64.*DATABASE_URL/s)
  })
})
