import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../db/embedded/free-port.ts'
import type { Db } from '../../db/tables.ts'
import { type FaultyProxy, openProxy } from '../faults/network-proxy.ts'
import { type Server, untilReady } from '../faults/server-process.ts'
import { type Client, createClient } from '../load/client.ts'
import { createLedger } from '../load/ledger.ts'
import { type Observed, startShoppers, tally } from '../load/shoppers.ts'
import {
  type Context,
  checkRules,
  freshDataDir,
  joinDatabase,
  type Scenario,
  startFresh,
  startManaged,
} from './scenario.ts'

const RESPONSE_LIMIT_MS = 5_000
const RECOVERY_LIMIT_MS = 3_000
const BLACK_HOLE_MS = 10_000

export const databaseNetwork: Scenario = {
  name: 'database-network',
  title: 'A network to PostgreSQL that adds 200 ms, resets connections, and drops everything for 10 s',
  async run(context) {
    const { findings, count, time } = context
    const { server, proxy, db, dataDir } = await startOnFaultyNetwork(context)
    const client = createClient(server.origin, { keepAlive: true })
    const ledger = createLedger()
    const phase = async (name: string, fault: () => Promise<void>) => {
      const shoppers = await startShoppers(client, ledger, { pairs: 8, timeoutMs: 20_000 })
      await sleep(1_000)
      await fault()
      await sleep(1_000)
      await shoppers.stop()
      recordFindings(context, name, shoppers.observed)
    }
    await phase('+200 ms', async () => {
      proxy.faults.delayMs = 200
      await sleep(time(15_000, 5_000))
      proxy.faults.delayMs = 0
    })
    await phase('resets', async () => {
      let broken = 0
      for (let times = count(40, 10); times > 0; times--) {
        broken += proxy.resetAll()
        await sleep(Math.random() * 500)
      }
      findings.note('connections reset', broken)
      await recovery(context, client, 'resets')
    })
    for (let times = count(3, 1); times > 0; times--) {
      await phase('black hole', async () => {
        proxy.faults.blackHole = true
        await sleep(BLACK_HOLE_MS)
        proxy.faults.blackHole = false
        await recovery(context, client, 'black hole')
      })
    }
    findings.none('errors logged by the server', server.bugs)
    findings.none('server exits', server.child.exitCode === null ? [] : [server.child.exitCode])
    await ledger.audit(client, db, findings)
    await checkRules(findings, db, dataDir)
  },
}

function recordFindings({ findings }: Context, name: string, observed: Observed): void {
  findings.note(`${name}: responses`, tally(observed))
  findings.atMost(`${name}: slowest response`, observed.slowestMs, RESPONSE_LIMIT_MS, 'ms')
  findings.none(
    `${name}: requests without a response`,
    [...observed.statuses.keys()].filter((status) => !/^\d+$/.test(status)),
  )
  findings.none(`${name}: unexpected responses`, observed.unexpected)
}

/** Records the time until ten consecutive checks of /readyz return 200. */
async function recovery({ findings }: Context, client: Client, name: string): Promise<void> {
  const startedAt = performance.now()
  for (let good = 0; good < 10 && performance.now() - startedAt < 30_000; ) {
    const { status } = await client.send('/readyz', { timeoutMs: 500 })
    good = status === 200 ? good + 1 : 0
    if (!good) await sleep(20)
  }
  findings.atMost(`${name}: recovered after`, performance.now() - startedAt, RECOVERY_LIMIT_MS, 'ms')
}

interface OnFaultyNetwork {
  server: Server
  proxy: FaultyProxy
  db: Db
  dataDir: string
}

/** Starts a server on seeded data that reaches its database over TCP through a proxy. */
async function startOnFaultyNetwork(context: Context): Promise<OnFaultyNetwork> {
  const dataDir = await freshDataDir(context)
  const { server: first } = await startFresh(context, { dataDir })
  await first.stop('SIGTERM')
  const database = await joinDatabase(dataDir)
  context.cleanUp(() => database.close())
  const { connection } = database
  if (typeof connection === 'string') throw new Error('the embedded database has no address')
  const proxy = await openProxy(join(connection.host, `.s.PGSQL.${connection.port}`))
  context.cleanUp(() => proxy.close())
  const address = `postgres://${connection.user}:${connection.password}@127.0.0.1:${proxy.port}/${connection.database}`
  const port = await freePort()
  const server = startManaged(context, { dataDir, port, environment: { DATABASE_URL: address } })
  await untilReady(server.origin)
  return { server, proxy, db: database.db, dataDir }
}
