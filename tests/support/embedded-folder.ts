import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { connectDatabase } from '../../db/connect.ts'
import { openEmbeddedDatabase } from '../../db/embedded/open-embedded-database.ts'

const MEMBER = join(import.meta.dirname, 'database-member.ts')

type Connection = { host: string; port: number; user: string; database: string }

/** An open embedded database. */
export interface Opened {
  log: string[]
  connection: Connection
}

/** A process that has the embedded database open. */
export interface Member extends Opened {
  process: ChildProcess
}

/** The folder of the running test, with operations on the embedded database in it. */
export interface EmbeddedFolder {
  path: string
  dataDir: string
  /** Processes to kill after the test. */
  started: ChildProcess[]
  /** Gives the test a database that was created and shut down before. */
  useCreated(): Promise<void>
  /** Opens the database in this process; it is closed after the test. */
  openHere(): Promise<Opened & { close(): Promise<void> }>
  /** Starts a process that opens the database, and waits until it has. Throws the process's error. */
  open(dir?: string, environment?: object): Promise<Member>
  /** Returns the process id of the database server. */
  postmasterOf(dir?: string): Promise<number>
}

/** Gives each test of a file its own folder; as creating a database is slow, all tests copy the same one. */
export function embeddedFolderOfEachTest(): EmbeddedFolder {
  let created: string
  const here: (() => Promise<void>)[] = []
  const folder: EmbeddedFolder = {
    path: '',
    dataDir: '',
    started: [],
    async useCreated() {
      // Preserves the owner: the database does not run as root.
      await promisify(execFile)('cp', ['-pR', join(created, 'data'), folder.dataDir])
    },
    async openHere() {
      const log: string[] = []
      const { dataDir } = folder
      const { connection, close } = await openEmbeddedDatabase({ dataDir, log: (line) => void log.push(line) })
      here.push(close)
      return { log, connection, close }
    },
    async open(dir = folder.dataDir, environment = {}) {
      const env = { ...process.env, ...environment }
      const child = spawn(process.execPath, [MEMBER, dir], { stdio: ['pipe', 'pipe', 'inherit'], env })
      folder.started.push(child)
      const log: string[] = []
      for await (const line of createInterface({ input: child.stdout })) {
        const message = JSON.parse(line) as { log?: string; connection?: Connection; refused?: string }
        if (message.log) log.push(message.log)
        if (message.refused) throw new Error(message.refused)
        if (message.connection) return { process: child, log, connection: message.connection }
      }
      throw new Error(`ended without a message: ${log.join(' / ')}`)
    },
    async postmasterOf(dir = folder.dataDir) {
      return Number((await readFile(join(dir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
    },
  }
  /** Kills a database that still runs: its files are removed next. */
  async function endDatabase(): Promise<void> {
    if (!existsSync(join(folder.dataDir, 'postgres', 'postmaster.pid'))) return
    const postmaster = await folder.postmasterOf()
    if (!(await isAlive(postmaster))) return
    process.kill(postmaster, 'SIGQUIT')
    await vi.waitUntil(async () => !(await isAlive(postmaster)), { timeout: 60_000 })
  }
  beforeAll(async () => {
    created = await createFolder()
    await (await openEmbeddedDatabase({ dataDir: join(created, 'data'), log: () => {} })).close()
  })
  afterAll(() => rm(created, { recursive: true, force: true }))
  beforeEach(async () => {
    folder.path = await createFolder()
    folder.dataDir = join(folder.path, 'data')
  })
  afterEach(async () => {
    for (const close of here.splice(0)) await close()
    for (const child of folder.started.splice(0)) child.kill('SIGKILL')
    await endDatabase()
    await rm(folder.path, { recursive: true, force: true })
  })
  return folder
}

async function createFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'openstall-embedded-'))
  await chmod(path, 0o755)
  return path
}

/** Makes the process shut down in order, and waits for its exit. */
export async function leave(member: Member | undefined): Promise<void> {
  if (!member) return
  member.process.stdin?.end()
  if (member.process.exitCode === null && member.process.signalCode === null) await once(member.process, 'exit')
}

/** Kills the process, and waits for its exit. */
export async function kill(member: Member): Promise<void> {
  member.process.kill('SIGKILL')
  await once(member.process, 'exit')
}

/** Runs a statement; returns its rows. */
export async function run<Row>({ connection }: Opened, query: string): Promise<Row[]> {
  const db = connectDatabase(connection, { max: 1 })
  try {
    return (await sql.raw<Row>(query).execute(db)).rows
  } finally {
    await db.destroy()
  }
}

/** Returns whether a process runs; one that has exited does not, even while it is a zombie. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return !/^State:\s+Z/m.test(status)
}
