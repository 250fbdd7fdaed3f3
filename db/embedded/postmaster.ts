import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { open, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readIfExists, systemCode } from '../files.ts'
import { freePort } from './free-port.ts'
import { createPrivateFolder, type DatabaseLocation } from './location.ts'
import { MAX_CONNECTIONS } from './max-connections.ts'
import type { Programs } from './programs.ts'
import { sharedBuffersFor, sizeOf } from './shared-buffers.ts'

/** The main process of PostgreSQL, as its lock file in the data folder describes it. */
export interface Postmaster {
  pid: number
  port: number
  /** Folder of the Unix socket, or an address. */
  host: string
  ready: boolean
}

/** Windows has no private Unix socket. */
const ON_LOOPBACK = process.platform === 'win32'
const POLL_EVERY_MS = 10
const LOG_BYTES = 1024 * 1024
const LOG_TAIL_BYTES = 2000

/** For one marketplace on a small machine: about 100 MB for all processes of an idle database. */
const SETTINGS = {
  fsync: 'on',
  full_page_writes: 'on',
  max_connections: MAX_CONNECTIONS,
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '1GB',
  max_wal_size: '512MB',
  random_page_cost: 1.1,
  jit: 'off',
  autovacuum: 'on',
  autovacuum_max_workers: 2,
  autovacuum_worker_slots: 4,
  io_method: 'sync',
  max_worker_processes: 2,
  max_parallel_workers: 0,
  max_parallel_workers_per_gather: 0,
  max_parallel_maintenance_workers: 0,
  max_logical_replication_workers: 0,
  max_wal_senders: 2,
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The log must not contain users' data: statements and their details are not logged.
  logging_collector: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: -1,
}

/** Returns the PostgreSQL that runs on the data folder; undefined when none does, even if there is a stale lock file. */
export async function findPostmaster({ clusterDir, socketDir }: DatabaseLocation): Promise<Postmaster | undefined> {
  const lines = (await readIfExists(join(clusterDir, 'postmaster.pid')))?.split('\n').map((line) => line.trim())
  const pid = Number(lines?.[0])
  if (!lines || !Number.isInteger(pid) || pid <= 0 || !(await isPostmaster(pid, clusterDir))) return undefined
  const [, , , port, folder, address, , status] = lines
  return { pid, port: Number(port), host: folder || address || socketDir, ready: status === 'ready' }
}

/**
 * Returns whether the process is a PostgreSQL on this folder, and not another process that reuses the id, or a zombie that
 * its parent has not reaped yet.
 */
async function isPostmaster(pid: number, clusterDir: string): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return systemCode(error) === 'EPERM' && process.platform === 'win32'
  }
  if (process.platform === 'win32') return true
  if (process.platform === 'linux') {
    // PostgreSQL's working directory is its data folder. Where root may not read that (in containers), its command line helps.
    const folder = await readlink(`/proc/${pid}/cwd`).catch(systemCode)
    if (folder !== 'EACCES' && folder !== 'EPERM') return folder === clusterDir
    const command = (await readIfExists(`/proc/${pid}/cmdline`).catch(() => ''))?.split('\0')
    return command?.[1] === '-D' && command[2] === clusterDir
  }
  const command = await promisify(execFile)('/bin/ps', ['-o', 'args=', '-p', `${pid}`]).catch(() => ({ stdout: '' }))
  return command.stdout.includes(clusterDir)
}

/**
 * Starts PostgreSQL and waits until it accepts connections, or until one that another process started on this folder does.
 * Throws an Error with the end of PostgreSQL's log when it does not start.
 */
export async function startPostmaster(location: DatabaseLocation, programs: Programs): Promise<void> {
  if (!ON_LOOPBACK) await createPrivateFolder(location.socketDir, location.account)
  const log = await open(location.logFile, (await sizeOf(location.logFile)) > LOG_BYTES ? 'w' : 'a', 0o600)
  const child = spawn(programs.postgres, await argumentsFor(location), {
    ...location.account.spawnAs,
    cwd: '/',
    env: { ...programs.env, ...(await staleLockEnv(location)) },
    // In its own session, Ctrl-C in the terminal does not reach it, and it survives the server when others share it.
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  child.unref()
  try {
    await waitUntilReady(child, location)
  } finally {
    await log.close()
  }
}

async function waitUntilReady(child: ChildProcess, location: DatabaseLocation): Promise<void> {
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  for (;;) {
    const ended = failure !== undefined || child.exitCode !== null || child.signalCode !== null
    const found = await findPostmaster(location)
    if (found?.ready) return
    if (ended && !found) throw failure ?? new Error(`PostgreSQL does not start: ${await tailOf(location.logFile)}`)
    await sleep(POLL_EVERY_MS)
  }
}

/**
 * Returns the environment that makes PostgreSQL ignore a stale lock file. PostgreSQL takes any running process with the id
 * in it for the owner of the folder; in a restarted container that may be a process of ours. This variable excludes one id.
 */
export async function staleLockEnv(location: DatabaseLocation): Promise<NodeJS.ProcessEnv> {
  if (process.platform !== 'linux' || (await findPostmaster(location))) return {}
  const left = (await readIfExists(join(location.clusterDir, 'postmaster.pid')))?.split('\n')[0]?.trim()
  return left && /^\d+$/.test(left) ? { PG_GRANDPARENT_PID: left } : {}
}

async function argumentsFor(location: DatabaseLocation): Promise<string[]> {
  const where = ON_LOOPBACK
    ? { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: await freePort() }
    : {
        listen_addresses: '',
        unix_socket_directories: quoted(location.socketDir),
        unix_socket_permissions: '0700',
        port: 5432,
      }
  const shared_buffers = await sharedBuffersFor(location.clusterDir)
  const settings = Object.entries({ ...SETTINGS, shared_buffers, ...where })
  return ['-D', location.clusterDir, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`
}

/** Shuts PostgreSQL down and waits until it has ended; returns false when it still runs after `withinMs`. */
export async function stopPostmaster(location: DatabaseLocation, pgCtl: string, withinMs: number): Promise<boolean> {
  const found = await findPostmaster(location)
  if (!found) return true
  await requestShutdown(found.pid, pgCtl)
  for (const until = performance.now() + withinMs; performance.now() < until; await sleep(POLL_EVERY_MS)) {
    if ((await findPostmaster(location))?.pid !== found.pid) return true
  }
  return false
}

/** SIGINT is PostgreSQL's "fast" shutdown: it ends open sessions and writes everything. */
async function requestShutdown(pid: number, pgCtl: string): Promise<void> {
  try {
    if (process.platform === 'win32') await promisify(execFile)(pgCtl, ['kill', 'INT', `${pid}`])
    else process.kill(pid, 'SIGINT')
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error
  }
}

async function tailOf(path: string): Promise<string> {
  const text = (await readIfExists(path)) ?? ''
  return `${text.slice(-LOG_TAIL_BYTES).trim().split('\n').slice(-5).join(' | ') || 'no message'} (${path})`
}
