import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Account, chooseAccount } from '../../db/embedded/account.ts'
import { findProgramPackage, type Programs, preparePrograms } from '../../db/embedded/programs.ts'

const START_TIMEOUT_MS = 20_000

/** A PostgreSQL server on loopback that requires a password, like an external one. */
export interface ExternalDatabase {
  url: string
  process: ChildProcess
  close(): Promise<void>
}

/** The account and programs that run a cluster; the password is that of the user `openstall`. */
export interface ClusterTools {
  account: Account
  programs: Programs
  password: string
}

/** Creates a database cluster in `folder` with the programs from npm and starts it on `port`. */
export async function startDatabase(folder: string, port: number): Promise<ExternalDatabase> {
  const account = await chooseAccount()
  await mkdir(folder, { recursive: true, mode: 0o755 })
  await chmod(folder, 0o755)
  const programs = await preparePrograms(await findProgramPackage(), account, join(folder, 'programs'), () => {})
  const password = randomBytes(18).toString('base64url')
  const cluster = join(folder, 'data')
  await createCluster({ account, programs, password }, cluster)
  const child = spawnPostgres({ account, programs, password }, cluster, port)
  const addressOf = (database: string) => `postgres://openstall:${password}@127.0.0.1:${port}/${database}`
  await createDatabase(addressOf('postgres'), child)
  return {
    url: addressOf('openstall'),
    process: child,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}

/** Creates an empty cluster in a new folder. */
export async function createCluster({ account, programs, password }: ClusterTools, folder: string): Promise<void> {
  const passwordFile = `${folder}.password`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account.spawnAs) for (const path of [folder, passwordFile]) await chown(path, account.uid, account.gid)
  const init = ['--pgdata', folder, '--username=openstall', '--pwfile', passwordFile, '--auth=scram-sha-256']
  const options = { ...account.spawnAs, cwd: '/', env: programs.env }
  await promisify(execFile)(programs.initdb, [...init, '--encoding=UTF8', '--locale=C', '--no-sync'], options)
  await rm(passwordFile)
}

/** Starts PostgreSQL on a cluster, on loopback alone; Ctrl-C does not reach it. */
export function spawnPostgres(
  { account, programs }: ClusterTools,
  folder: string,
  port: number,
  more: readonly string[] = [],
): ChildProcess {
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const options = { ...account.spawnAs, cwd: '/', env: programs.env, detached: true, stdio: 'ignore' } as const
  return spawn(programs.postgres, ['-D', folder, ...flags, ...more], options)
}

/** Waits for a connection, then creates the marketplace's database. */
async function createDatabase(url: string, server: ChildProcess): Promise<void> {
  for (const until = performance.now() + START_TIMEOUT_MS; ; await sleep(50)) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('create database openstall')
      return
    } catch (error) {
      if (server.exitCode !== null || performance.now() > until) throw error
    } finally {
      await client.end().catch(() => {})
    }
  }
}
