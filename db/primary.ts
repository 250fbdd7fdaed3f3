import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { NoPrimary, reasonOf } from './failures.ts'
import { type Connection, hostName, hostUrls } from './hosts.ts'

const PROBE_TIMEOUT_MS = 2_000
/** Time for which a search goes on after it found a primary: a former primary may have responded first. */
const GRACE_MS = 300
/** The pause after a search that found no primary. */
const SEARCH_PAUSE_MS = 200

/** The host that takes writes, of one or several. */
export interface Primary {
  /** A single host is neither searched for nor checked. */
  readonly several: boolean
  /** The settings of the host that was found last. */
  readonly latest: pg.ClientConfig
  /** Returns the settings of the host that takes writes; searches for it when that is not certain. Throws NoPrimary. */
  locate(): Promise<pg.ClientConfig>
  /** Reports that a connection opened at that time (`performance.now()`) broke: the next `locate` searches again. */
  suspect(openedAt: number): void
  /** Throws NoPrimary when the host of this new connection does not take writes. */
  check(client: pg.ClientBase): Promise<void>
  /** Calls the listener whenever the primary is another host than before; returns a function that unsubscribes. */
  onMoved(listener: () => void): () => void
}

/** By URL, so that all connections of a process use the same host. */
const primaries = new Map<string, Primary>()

/** Returns the primary of a connection, the same object for the same URL. Throws an Error when the URL is malformed. */
export function primaryOf(connection: Connection): Primary {
  if (typeof connection !== 'string') return onlyHost(connection)
  const known = primaries.get(connection)
  if (known) return known
  const urls = hostUrls(connection)
  if (urls.length === 1) return onlyHost({ connectionString: connection })
  const primary = createSearch(urls)
  primaries.set(connection, primary)
  return primary
}

function onlyHost(config: pg.ClientConfig): Primary {
  return {
    several: false,
    latest: config,
    locate: async () => config,
    suspect: () => {},
    check: async () => {},
    onMoved: () => () => {},
  }
}

interface Host {
  name: string
  config: pg.ClientConfig
}

interface Found {
  host: Host
  /** PostgreSQL's timeline, raised by each promotion; 0 where the database has none. */
  timeline: number
}

function createSearch(urls: string[]): Primary {
  const hosts = urls.map((url): Host => ({ name: hostName(url), config: { connectionString: url } }))
  const listeners = new Set<() => void>()
  let latest = hosts[0]
  let isCertain = false
  let foundAt = Number.NEGATIVE_INFINITY
  let newestTimeline = 0
  let searching: Promise<Host> | undefined

  /** Throws unless the host takes writes, and for a former primary that still runs: its writes would be lost. */
  async function probe(host: Host): Promise<Found> {
    const timeline = await readTimeline(host.config)
    if (timeline && timeline < newestTimeline) throw new Error('another host has been promoted since')
    return { host, timeline }
  }

  async function search(): Promise<Host> {
    const failures: string[] = []
    const found: Found[] = []
    const probes = hosts.map((host) =>
      probe(host).then(
        (one) => void found.push(one),
        (error) => {
          failures.push(`${host.name}: ${reasonOf(error)}`)
          throw error
        },
      ),
    )
    await Promise.any(probes).catch(() => {})
    await Promise.race([Promise.allSettled(probes), sleep(GRACE_MS)])
    const best = found.toSorted((one, other) => other.timeline - one.timeline || order(one) - order(other))[0]
    if (!best) {
      await sleep(SEARCH_PAUSE_MS)
      throw new NoPrimary(`no host takes writes (${failures.join('; ')})`)
    }
    newestTimeline = Math.max(newestTimeline, best.timeline)
    isCertain = true
    foundAt = performance.now()
    if (latest !== best.host) {
      latest = best.host
      for (const listener of listeners) listener()
    }
    return best.host
  }

  const order = ({ host }: Found) => hosts.indexOf(host)

  return {
    several: true,
    get latest() {
      return latest?.config ?? {}
    },
    async locate() {
      if (isCertain && latest) return latest.config
      searching ??= search().finally(() => {
        searching = undefined
      })
      return (await searching).config
    },
    suspect(openedAt) {
      if (openedAt >= foundAt) isCertain = false
    },
    async check(client) {
      if (!(await takesWrites(client))) throw new NoPrimary('the host has become a standby')
    },
    onMoved(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Returns the timeline of a host that takes writes. Throws an Error for any other, and one that does not respond. */
async function readTimeline(config: pg.ClientConfig): Promise<number> {
  const client = new pg.Client({
    ...config,
    application_name: 'openstall probe',
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    if (!(await takesWrites(client))) throw new Error('a standby, which takes no writes')
    // Databases that only speak PostgreSQL's protocol have no such log.
    const timelines = await client
      .query<{ timeline: string }>('select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline')
      .catch(() => undefined)
    return Number.parseInt(timelines?.rows[0]?.timeline ?? '0', 16)
  } finally {
    client.end().catch(() => {})
    // A host that does not respond would keep it open.
    setTimeout(() => closeSocket(client), PROBE_TIMEOUT_MS).unref()
  }
}

async function takesWrites(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ writable: boolean }>(
    `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable`,
  )
  return rows[0]?.writable === true
}

/** Closes a connection without PostgreSQL's goodbye message, which a silent host would not receive. */
export function closeSocket(client: pg.ClientBase): void {
  socketOf(client).destroy()
}

/** Returns the socket of a connection. */
export function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}
