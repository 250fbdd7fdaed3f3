import { type ChildProcess, execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Account, chooseAccount } from '../../db/embedded/account.ts'
import { freePort } from '../../db/embedded/free-port.ts'
import { findProgramPackage, type Programs, preparePrograms } from '../../db/embedded/programs.ts'
import { type ClusterTools, createCluster, spawnPostgres } from '../../tools/stack/database.ts'

const START_TIMEOUT_MS = 30_000
const POLL_INTERVAL_MS = 20
const DATABASE = 'openstall'

export interface DatabaseNode {
  name: 'a' | 'b'
  folder: string
  port: number
  child?: ChildProcess
}

/** Two PostgreSQL servers on loopback: a primary and its synchronous streaming standby. */
export interface DatabasePair {
  /** A `DATABASE_URL` with both hosts. */
  url: string
  /** The initial primary. */
  a: DatabaseNode
  b: DatabaseNode
  /** Runs a statement as superuser on one of them, in the marketplace's database; returns its rows. */
  query<Row extends pg.QueryResultRow>(node: DatabaseNode, statement: string): Promise<Row[]>
  start(node: DatabaseNode): Promise<void>
  /** Kills all its processes at once, as when a machine fails; returns when the last one has ended. */
  kill(node: DatabaseNode): Promise<void>
  /** Suspends all its processes until `resume`; connections stay open. */
  freeze(node: DatabaseNode): Promise<void>
  resume(node: DatabaseNode): Promise<void>
  /** Makes a standby the primary, without a synchronous standby of its own. */
  promote(node: DatabaseNode): Promise<void>
  /** Makes `node` a new synchronous standby of `from`, from a base backup. */
  rejoin(node: DatabaseNode, from: DatabaseNode): Promise<void>
  close(): Promise<void>
}

/** Creates a pair below the system's folder for temporary files; `close` removes it. */
export async function startDatabasePair(): Promise<DatabasePair> {
  const folder = await mkdtemp(join(tmpdir(), 'openstall-pair-'))
  await chmod(folder, 0o755)
  const account = await chooseAccount()
  const programs = await programsBelow(folder, account)
  const place: ClusterTools = { account, programs, password: randomBytes(18).toString('base64url') }
  const a: DatabaseNode = { name: 'a', folder: join(folder, 'a'), port: await freePort() }
  const b: DatabaseNode = { name: 'b', folder: join(folder, 'b'), port: await freePort() }
  const pair = createPair(place, a, b, folder)
  try {
    await createCluster(place, a.folder)
    await pair.start(a)
    await run(place, a, `create database ${DATABASE}`, 'postgres')
    await pair.rejoin(b, a)
    return pair
  } catch (error) {
    await pair.close()
    throw error
  }
}

/** Returns the programs in POSTGRES_PROGRAMS, or those from npm. */
async function programsBelow(folder: string, account: Account): Promise<Programs> {
  const given = process.env.POSTGRES_PROGRAMS
  if (!given) return preparePrograms(await findProgramPackage(), account, join(folder, 'programs'), () => {})
  return { postgres: join(given, 'postgres'), initdb: join(given, 'initdb'), env: { PATH: process.env.PATH } }
}

function createPair(place: ClusterTools, a: DatabaseNode, b: DatabaseNode, folder: string): DatabasePair {
  const query = (node: DatabaseNode, statement: string) => run(place, node, statement, 'postgres')

  async function start(node: DatabaseNode): Promise<void> {
    // The base backup has no WAL, so the primary must retain what the standby needs.
    node.child = spawnPostgres(place, node.folder, node.port, ['-c', 'wal_keep_size=512MB'])
    for (const until = performance.now() + START_TIMEOUT_MS; ; await sleep(POLL_INTERVAL_MS)) {
      try {
        await query(node, 'select 1')
        return
      } catch (error) {
        if (node.child.exitCode !== null || performance.now() > until) throw error
      }
    }
  }

  async function setSynchronous(node: DatabaseNode, names: string): Promise<void> {
    await query(node, `alter system set synchronous_standby_names = '${names}'`)
    await query(node, 'select pg_reload_conf()')
  }

  async function untilRow(node: DatabaseNode, statement: string): Promise<void> {
    for (const until = performance.now() + START_TIMEOUT_MS; ; await sleep(POLL_INTERVAL_MS)) {
      if ((await query(node, statement)).length) return
      if (performance.now() > until) throw new Error(`never true on node ${node.name}: ${statement}`)
    }
  }

  return {
    url: `postgres://openstall:${place.password}@127.0.0.1:${a.port},127.0.0.1:${b.port}/${DATABASE}?target_session_attrs=read-write`,
    a,
    b,
    query: (node, statement) => run(place, node, statement, DATABASE),
    start,
    kill: endNow,
    async freeze(node) {
      for (const pid of await processesOf(node)) signal(pid, 'SIGSTOP')
    },
    async resume(node) {
      for (const pid of await processesOf(node)) signal(pid, 'SIGCONT')
    },
    async promote(node) {
      await query(node, 'select pg_promote(true, 30)')
    },
    async rejoin(node, from) {
      await backUp(place, from, node)
      await start(node)
      await untilRow(from, `select 1 from pg_stat_replication where state = 'streaming'`)
      await setSynchronous(from, '*')
      await untilRow(from, `select 1 from pg_stat_replication where sync_state = 'sync'`)
    },
    async close() {
      for (const node of [a, b]) await endNow(node)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function endNow(node: DatabaseNode): Promise<void> {
  const { child } = node
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  const processes = await processesOf(node)
  for (const pid of processes) signal(pid, 'SIGKILL')
  await ended
  while (processes.some((pid) => signal(pid, 0))) await sleep(POLL_INTERVAL_MS)
}

/** Returns false when there is no such process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

/** Returns the ids of the postmaster and its children. */
async function processesOf({ child }: DatabaseNode): Promise<number[]> {
  if (!child?.pid) return []
  const list = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  const all = list.stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  return [child.pid, ...all.flatMap(([pid = 0, parent]) => (parent === child.pid ? [pid] : []))]
}

async function makeFolder(folder: string, account: Account): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account.spawnAs) await chown(folder, account.uid, account.gid)
}

/** Files of the running server, and its WAL, which the standby streams from the primary. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|standby\.signal|pg_(wal|replslot|stat_tmp|dynshmem|notify|serial|snapshots|subtrans)\/.+)$/

/** Takes a base backup of a running server into the folder of its standby. */
async function backUp({ account, password }: ClusterTools, from: DatabaseNode, to: DatabaseNode): Promise<void> {
  await rm(to.folder, { recursive: true, force: true })
  await makeFolder(to.folder, account)
  const session = clientOf(password, from, 'postgres')
  await session.connect()
  await session.query(`select pg_backup_start('standby', true)`)
  for (const entry of await readdir(from.folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(from.folder, path)
    const target = join(to.folder, name)
    if (entry.isDirectory()) await makeFolder(target, account)
    // A file may vanish while the server runs.
    else if (!LEFT_OUT.test(name)) await copyFile(path, target).catch(ignoreMissing)
  }
  const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await session.end()
  const primary = `host=127.0.0.1 port=${from.port} user=openstall password=${password}`
  await writeFile(join(to.folder, 'backup_label'), rows[0]?.labelfile ?? '')
  await writeFile(join(to.folder, 'standby.signal'), '')
  await writeFile(
    join(to.folder, 'postgresql.auto.conf'),
    `primary_conninfo = '${primary}'\nrecovery_target_timeline = 'latest'\n`,
  )
  if (!account.spawnAs) return
  for (const entry of await readdir(to.folder, { withFileTypes: true, recursive: true }))
    await chown(join(entry.parentPath, entry.name), account.uid, account.gid)
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

function clientOf(password: string, { port }: DatabaseNode, database: string): pg.Client {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'openstall', password, database })
  client.on('error', () => {})
  return client
}

async function run<Row extends pg.QueryResultRow>(
  { password }: ClusterTools,
  node: DatabaseNode,
  statement: string,
  database: string,
): Promise<Row[]> {
  const client = clientOf(password, node, database)
  try {
    await client.connect()
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
