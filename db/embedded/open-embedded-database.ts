import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sqlState } from '../connect.ts'
import { openDataDir } from '../data-dir.ts'
import { reasonOf } from '../failures.ts'
import type { Log } from '../files.ts'
import { withProcessLock } from '../process-lock.ts'
import { forgetPassword, protectStopped, readPassword, SHOP_ROLE } from './access.ts'
import { chooseAccount } from './account.ts'
import { checkCluster, createCluster, SHOP_DATABASE } from './cluster.ts'
import { checkOwner, chooseLocation, type DatabaseLocation, lockFileOf } from './location.ts'
import { joinMembers, type Membership } from './membership.ts'
import { findPostmaster, type Postmaster, staleLockEnv, startPostmaster, stopPostmaster } from './postmaster.ts'
import { findProgramPackage, type ProgramPackage, pgCtlOf, preparePrograms } from './programs.ts'

/** Time for retries of starting or connecting, for example while a killed database releases its resources. */
const RETRY_FOR_MS = 10_000
const RETRY_EVERY_MS = 100
/** A wait for a recovering or ending database is logged after this time. */
const LOG_WAIT_AFTER_MS = 3_000
const STOP_TIMEOUT_MS = 8_000
const MAX_BACK_OFF_MS = 5_000
const WRONG_PASSWORD = '28P01'

export type EmbeddedDatabase = Awaited<ReturnType<typeof openEmbeddedDatabase>>

/** These override PGSSLMODE and PGOPTIONS, which are meant for other databases. */
const OVERRIDES = { ssl: false, options: '-c timezone=UTC' } as const

interface Site {
  location: DatabaseLocation
  programs: ProgramPackage
  log: Log
}

/**
 * Returns a connection to the PostgreSQL below `dataDir`, which is created and started as needed, and restarted when it is
 * killed before `close`. Throws an Error that says what the operator can do when it cannot run here.
 */
export async function openEmbeddedDatabase(options: { dataDir: string; log: Log }) {
  const { log } = options
  const dataDir = await openDataDir(options.dataDir)
  const lockFile = lockFileOf(dataDir)
  const underLock = <T>(work: () => Promise<T>) =>
    withProcessLock(lockFile, work, () => log('Database: waiting for another server that starts or stops it.'))
  const account = await chooseAccount()
  await checkEarlierOwner(dataDir, account)
  const programs = await findProgramPackage()
  return underLock(async () => {
    const location = await chooseLocation(dataDir, account, log)
    return stayJoined({ location, programs, log }, underLock)
  })
}

/** The caller holds the lock; `underLock` takes it again later. */
async function stayJoined(site: Site, underLock: <T>(work: () => Promise<T>) => Promise<T>) {
  const closing = new AbortController()
  let rejoining = Promise.resolve()
  const onLost = () => {
    if (!closing.signal.aborted) rejoining = rejoining.then(rejoin)
  }
  let { membership, connection } = await enter(site, { mayCreate: true, onLost })

  async function rejoin(): Promise<void> {
    site.log('Database: the connection to PostgreSQL broke; joining or starting it again.')
    for (let waitMs = RETRY_EVERY_MS; !closing.signal.aborted; waitMs = Math.min(waitMs * 2, MAX_BACK_OFF_MS)) {
      try {
        await membership.close()
        membership = (await underLock(() => enter(site, { mayCreate: false, onLost }))).membership
        return
      } catch (error) {
        site.log(`Database: ${reasonOf(error)}`)
        await sleep(waitMs, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
  }

  /** Leaves the database; the last server to leave stops it and waits until it has ended. */
  async function close(): Promise<void> {
    if (closing.signal.aborted) return
    closing.abort()
    await rejoining
    try {
      await underLock(() => leave(site, membership))
    } catch (error) {
      site.log(`Database: could not leave: ${reasonOf(error)}`)
    } finally {
      await membership.close()
    }
  }

  return { connection, close }
}

/** Creates and starts what is missing, then joins. The caller holds the lock. */
async function enter(site: Site, options: { mayCreate: boolean; onLost: () => void }) {
  const wasRunning = (await findPostmaster(site.location)) !== undefined
  for (const until = performance.now() + RETRY_FOR_MS; ; await sleep(RETRY_EVERY_MS)) {
    const { host, port, pid } = await ensureRunning(site, options.mayCreate)
    try {
      const password = (await readPassword(site.location, site.log)) ?? ''
      // Options of a pool; `host` is the folder of the Unix socket, on Windows the loopback address.
      const connection = { host, port, user: SHOP_ROLE, password, database: SHOP_DATABASE, ...OVERRIDES }
      return { connection, membership: await joinMembers(connection, options.onLost) }
    } catch (error) {
      if (!wasRunning && sqlState(error) === WRONG_PASSWORD) {
        // The data or the password file was replaced: as its owner, this server may set another password.
        await stopPostmaster(site.location, pgCtlOf(site.programs), STOP_TIMEOUT_MS)
        await forgetPassword(site.location)
      }
      if (performance.now() < until) continue
      const reason = reasonOf(error)
      // No other server uses what was started here: joining requires the lock.
      const ended = !wasRunning && (await stopPostmaster(site.location, pgCtlOf(site.programs), STOP_TIMEOUT_MS))
      const advice = ended ? '' : ` If that lasts, end it (kill -INT ${pid}) and start again.`
      throw new Error(`PostgreSQL ran as process ${pid} but could not be reached in ${host} (${reason}).${advice}`, {
        cause: error,
      })
    }
  }
}

async function ensureRunning(site: Site, mayCreate: boolean): Promise<Postmaster> {
  const beganAt = performance.now()
  let logged = false
  for (;;) {
    const exists = await checkCluster(site.location, site.programs.major)
    const found = await findPostmaster(site.location)
    if (found?.ready) return found
    if (!found) {
      await start(site, { create: !exists, mayCreate, lastTry: performance.now() - beganAt > RETRY_FOR_MS })
    } else if (!logged && performance.now() - beganAt > LOG_WAIT_AFTER_MS) {
      logged = true
      site.log(`Database: PostgreSQL (process ${found.pid}) is recovering or ending; waiting for it.`)
    }
    await sleep(found ? RETRY_EVERY_MS / 5 : 0)
  }
}

async function start(
  { location, programs: found, log }: Site,
  options: { create: boolean; mayCreate: boolean; lastTry: boolean },
): Promise<void> {
  const programs = await preparePrograms(found, location.account, location.programsDir, log)
  if (options.create) {
    if (!options.mayCreate)
      throw new Error(`${location.clusterDir} is missing. Stop Openstall, restore it and start again.`)
    log(`Database: creating a new PostgreSQL ${found.major} database in ${location.clusterDir}.`)
    await createCluster(location, programs)
  }
  const runBy = location.account.spawnAs ? `, run by the user ${location.account.name}` : ''
  log(`Database: starting PostgreSQL ${found.major} in ${location.clusterDir}${runBy}.`)
  try {
    await protectStopped(location, programs, { env: await staleLockEnv(location), log })
    await startPostmaster(location, programs)
  } catch (error) {
    if (options.lastTry) throw error
    await sleep(RETRY_EVERY_MS)
  }
}

/** The caller holds the lock: a server that wants to join waits, and starts the database again. */
async function leave({ location, programs, log }: Site, membership: Membership): Promise<void> {
  if (!(await membership.leave())) return
  if (await stopPostmaster(location, pgCtlOf(programs), STOP_TIMEOUT_MS)) return
  log('Database: PostgreSQL is still writing and will end on its own.')
}

/** Checked first, so that its message precedes other errors about another user's files. */
async function checkEarlierOwner(dataDir: string, account: DatabaseLocation['account']): Promise<void> {
  const cluster = join(dataDir, 'postgres')
  const found = await stat(cluster).catch(() => undefined)
  if (found && process.getuid) await checkOwner(cluster, found.uid, account)
}
