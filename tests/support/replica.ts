import { type ChildProcess, spawn } from 'node:child_process'
import { chown, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { chooseAccount } from '../../db/embedded/account.ts'
import { freePort } from '../../db/embedded/free-port.ts'
import { chooseLocation } from '../../db/embedded/location.ts'
import { MAX_CONNECTIONS } from '../../db/embedded/max-connections.ts'
import { findPostmaster } from '../../db/embedded/postmaster.ts'
import { findProgramPackage, preparePrograms } from '../../db/embedded/programs.ts'

export interface TestReplica {
  /** For `DATABASE_REPLICA_URLS`. */
  url: string
  /** A connection that may do everything. */
  admin: pg.Client
  /** Suspends all its processes, while connections stay open; returns a function that resumes them. */
  freeze(): Promise<() => void>
  stop(): Promise<void>
  remove(): Promise<void>
}

/** Not part of a copy: they describe the server that runs on the folder, and how it was started. */
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts']

/** Makes a streaming replica of an embedded database that is running, from a backup of its files. */
export async function startReplica(dataDir: string): Promise<TestReplica> {
  const account = await chooseAccount()
  const place = await chooseLocation(dataDir, account, () => {})
  const primary = await findPostmaster(place)
  if (!primary) throw new Error('the database is not running')
  const programs = await preparePrograms(await findProgramPackage(), account, join(dataDir, 'copies'), () => {})
  const folder = await mkdtemp(join(tmpdir(), 'openstall-replica-'))
  const cluster = join(folder, 'cluster')
  const port = await freePort()

  const password = await readFile(place.passwordFile, 'utf8')
  await backUp(place.clusterDir, cluster, { host: primary.host, port: primary.port, password })
  await writeFile(join(cluster, 'standby.signal'), '')
  // No fewer connections than the primary, or it does not start.
  const options = [
    ...['-D', cluster, '-p', String(port), '-k', folder, '-c', 'listen_addresses=', '-c', 'max_wal_senders=2'],
    ...['-c', `primary_conninfo=host=${primary.host} port=${primary.port} user=postgres password=${password}`],
    ...['-c', `max_connections=${MAX_CONNECTIONS}`, '-c', 'max_worker_processes=2'],
    ...['-c', 'fsync=off', '-c', 'io_method=sync'],
  ]
  await ownedBy(folder, account.uid, account.gid)
  const server = spawn(programs.postgres, options, { ...account.spawnAs, cwd: '/', env: programs.env, stdio: 'ignore' })
  const admin = await connectWhenUp({ host: folder, port, user: 'postgres', password, database: 'openstall' })
  return {
    url: `postgres://openstall:${password}@localhost:${port}/openstall?host=${encodeURIComponent(folder)}`,
    admin,
    freeze: () => freeze(server, admin),
    stop: () => end(server, admin),
    async remove() {
      await end(server, admin)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function backUp(
  from: string,
  to: string,
  primary: { host: string; port: number; password: string },
): Promise<void> {
  const session = new pg.Client({ ...primary, user: 'postgres', database: 'postgres' })
  await session.connect()
  await session.query(`select pg_backup_start('replica', true)`)
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !LEFT_OUT.some((name) => path.endsWith(name)),
  })
  const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  await session.end()
}

async function ownedBy(folder: string, uid: number, gid: number): Promise<void> {
  if (process.getuid?.() !== 0) return
  await chown(folder, uid, gid)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    await chown(join(entry.parentPath, entry.name), uid, gid)
}

async function connectWhenUp(connection: pg.ClientConfig): Promise<pg.Client> {
  for (const until = performance.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const client = new pg.Client(connection)
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      if (performance.now() > until) throw error
    }
  }
}

async function freeze(server: ChildProcess, admin: pg.Client): Promise<() => void> {
  const { rows } = await admin.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()')
  const pids = [...rows.map(({ pid }) => pid), server.pid].filter((pid) => pid !== undefined)
  const send = (signal: NodeJS.Signals) => {
    for (const pid of pids) process.kill(pid, signal)
  }
  send('SIGSTOP')
  return () => send('SIGCONT')
}

async function end(server: ChildProcess, admin: pg.Client): Promise<void> {
  await admin.end().catch(() => {})
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = new Promise((resolve) => server.once('exit', resolve))
  // At once, as when a machine fails: connections break off.
  server.kill('SIGQUIT')
  await exited
}
