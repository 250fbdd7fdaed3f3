import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { chooseAccount } from '../../db/embedded/account.ts'
import { findProgramPackage, preparePrograms } from '../../db/embedded/programs.ts'

const START_TIMEOUT_MS = 20_000

/** A PostgreSQL server on loopback that requires a password, like an external one. */
export interface ExternalDatabase {
  url: string
  process: ChildProcess
  close(): Promise<void>
}

/** Creates a database cluster in `folder` with the programs from npm and starts it on `port`. */
export async function startDatabase(folder: string, port: number): Promise<ExternalDatabase> {
  const account = await chooseAccount()
  await mkdir(folder, { recursive: true, mode: 0o755 })
  await chmod(folder, 0o755)
  const programs = await preparePrograms(await findProgramPackage(), account, join(folder, 'programs'), () => {})
  const [cluster, passwordFile] = [join(folder, 'data'), join(folder, 'password')]
  const password = randomBytes(18).toString('base64url')
  await mkdir(cluster, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account.spawnAs) for (const path of [cluster, passwordFile]) await chown(path, account.uid, account.gid)
  const options = { ...account.spawnAs, cwd: '/', env: programs.env }
  const init = ['--pgdata', cluster, '--username=openstall', '--pwfile', passwordFile, '--auth=scram-sha-256']
  await promisify(execFile)(programs.initdb, [...init, '--encoding=UTF8', '--locale=C', '--no-sync'], options)
  await rm(passwordFile)
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(programs.postgres, ['-D', cluster, ...flags], { ...options, detached: true, stdio: 'ignore' })
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
