import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { type Connection, connectDatabase } from '../../db/connect.ts'
import { openEmbeddedDatabase } from '../../db/embedded/open-embedded-database.ts'
import { migrate } from '../../db/migrate.ts'
import { onDatabase } from './connection-url.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The database server of this run, and the migrated template of test databases. */
    databaseServer: {
      connection: Connection
      template: string
      /** A template with the demo marketplace, created by the first test that needs it, and the folder of its pictures. */
      market: { template: string; filesDir: string }
    }
  }
}

/** Starts the database server of the run (or uses TEST_DATABASE_URL) and migrates the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const closeMemoryFolder = openMemoryFolder()
  const server = await openServer(process.env.TEST_DATABASE_URL)
  const template = `openstall_template_${process.pid}`
  const admin = connectDatabase(server.connection, { max: 1 })
  await sql`drop database if exists ${sql.id(template)}`.execute(admin)
  await sql`create database ${sql.id(template)}`.execute(admin)
  await migrate(onDatabase(server.connection, template), () => {})
  const filesDir = await mkdtemp(join(tmpdir(), 'openstall-market-'))
  const market = { template: `${template}_market`, filesDir }
  project.provide('databaseServer', { connection: server.connection, template, market })
  return async () => {
    for (const name of [template, market.template]) {
      await sql`drop database if exists ${sql.id(name)} with (force)`.execute(admin)
    }
    await admin.destroy()
    await server.close()
    await rm(filesDir, { recursive: true, force: true })
    closeMemoryFolder()
  }
}

async function openServer(url: string | undefined): Promise<{ connection: Connection; close: () => Promise<void> }> {
  if (url) return { connection: url, close: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'openstall-test-'))
  const embedded = await openEmbeddedDatabase({ dataDir, log: () => {} })
  return {
    connection: embedded.connection,
    close: async () => {
      await embedded.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A folder that Linux keeps in memory. */
const IN_MEMORY = '/dev/shm'
const PREFIX = 'openstall-tests-'
/** The required free space, four times what a run uses at once. */
const ROOM_BYTES = 4 * 2 ** 30

/**
 * Places the databases and files of all tests in memory, unless TMPDIR names another place or there is no room: on a disk,
 * creating and removing a database takes longer than most tests. Returns a function that removes the folder.
 */
function openMemoryFolder(): () => void {
  if (process.env.TMPDIR || !hasRoom()) return () => {}
  removeLeftovers()
  const folder = mkdtempSync(join(IN_MEMORY, `${PREFIX}${process.pid}-`))
  // Like the system's own: PostgreSQL runs as another user.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  return () => {
    delete process.env.TMPDIR
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns true if the folder exists, is large enough and allows execution: tests start copies of programs. */
function hasRoom(): boolean {
  if (process.platform !== 'linux') return false
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  const [, , kind, options = ''] = mounts.map((line) => line.split(' ')).find(([, at]) => at === IN_MEMORY) ?? []
  if (kind !== 'tmpfs' || options.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) > ROOM_BYTES
}

/** Removes the folders of killed runs, which would fill the memory. */
function removeLeftovers(): void {
  for (const name of readdirSync(IN_MEMORY)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? []
    if (!pid || isRunning(Number(pid))) continue
    try {
      rmSync(join(IN_MEMORY, name), { recursive: true, force: true, maxRetries: 10 })
    } catch {
      // Another run is also removing it, or a database in it is still stopping.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
