import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../db/embedded/free-port.ts'
import type { Db } from '../../db/tables.ts'
import { type Client, createClient } from '../client.ts'
import { createLedger } from '../ledger.ts'
import { type FaultyProxy, openProxy } from '../proxy.ts'
import {
  type Context,
  checkMarket,
  freshDataDir,
  joinDatabase,
  type Scenario,
  startFresh,
  startHere,
} from '../scenario.ts'
import { type Server, untilReady } from '../server.ts'
import { type Seen, startCrowd, tally } from '../shoppers.ts'

const SLOWEST_ANSWER_MS = 5_000
const RECOVERED_WITHIN_MS = 3_000
const BLACK_HOLE_MS = 10_000

export const databaseNetwork: Scenario = {
  name: 'database-network',
  title: 'A network to PostgreSQL that adds 200 ms, resets connections, and swallows everything for 10 s',
  async run(context) {
    const { findings, count, time } = context
    const { server, proxy, db, dataDir } = await startOnFaultyNetwork(context)
    const client = createClient(server.origin, { keepAlive: true })
    const ledger = createLedger()
    const phase = async (name: string, fault: () => Promise<void>) => {
      const crowd = await startCrowd(client, ledger, { pairs: 8, timeoutMs: 20_000 })
      await sleep(1_000)
      await fault()
      await sleep(1_000)
      await crowd.stop()
      judge(context, name, crowd.seen)
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
    findings.none('failures of the server itself', server.bugs)
    findings.none('ends of the server', server.child.exitCode === null ? [] : [server.child.exitCode])
    await ledger.audit(client, db, findings)
    await checkMarket(findings, db, dataDir)
  },
}

function judge({ findings }: Context, name: string, seen: Seen): void {
  findings.note(`${name}: answers`, tally(seen))
  findings.atMost(`${name}: slowest answer`, seen.slowestMs, SLOWEST_ANSWER_MS, 'ms')
  findings.none(
    `${name}: requests without an answer`,
    [...seen.statuses.keys()].filter((status) => !/^\d+$/.test(status)),
  )
  findings.none(`${name}: answers that nobody should get`, seen.dishonest)
}

/** Until requests that need the database are answered again: ten in a row. */
async function recovery({ findings }: Context, client: Client, name: string): Promise<void> {
  const beganAt = performance.now()
  for (let good = 0; good < 10 && performance.now() - beganAt < 30_000; ) {
    const { status } = await client.send('/readyz', { timeoutMs: 500 })
    good = status === 200 ? good + 1 : 0
    if (!good) await sleep(20)
  }
  findings.atMost(`${name}: recovered after`, performance.now() - beganAt, RECOVERED_WITHIN_MS, 'ms')
}

interface OnFaultyNetwork {
  server: Server
  proxy: FaultyProxy
  db: Db
  dataDir: string
}

/** A market that was made before; its database is reached over TCP, through a proxy. */
async function startOnFaultyNetwork(context: Context): Promise<OnFaultyNetwork> {
  const dataDir = await freshDataDir(context)
  const { server: first } = await startFresh(context, { dataDir })
  await first.end('SIGTERM')
  const database = await joinDatabase(dataDir)
  context.cleanUp(() => database.close())
  const { connection } = database
  if (typeof connection === 'string') throw new Error('the embedded database has no address')
  const proxy = await openProxy(join(connection.host, `.s.PGSQL.${connection.port}`))
  context.cleanUp(() => proxy.close())
  const address = `postgres://${connection.user}@127.0.0.1:${proxy.port}/${connection.database}`
  const port = await freePort()
  const server = startHere(context, { dataDir, port, environment: { DATABASE_URL: address } })
  await untilReady(server.origin)
  return { server, proxy, db: database.db, dataDir }
}
