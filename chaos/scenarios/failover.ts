import { percentile } from '../../bench/percentile.ts'
import { connectDatabase } from '../../db/connect.ts'
import { freePort } from '../../db/embedded/free-port.ts'
import { startDatabasePair } from '../faults/database-pair.ts'
import { compareNodes, failOver } from '../faults/fail-over.ts'
import { createClient } from '../load/client.ts'
import { createLedger } from '../load/ledger.ts'
import { createProducts, startShoppers, tally } from '../load/shoppers.ts'
import { checkRules, freshDataDir, type Scenario, startManaged } from './scenario.ts'

/** The time that a failover tool needs to promote the standby. */
const OUTAGE_MS = 3_000

export const failover: Scenario = {
  name: 'failover',
  title:
    'kill -9, or SIGSTOP, of the primary of two databases, and promotion of its synchronous standby, under 8 checkouts',
  async run(context) {
    const { findings, count } = context
    const times = count(6, 2)
    const pair = await startDatabasePair()
    context.cleanUp(() => pair.close())
    const dataDir = await freshDataDir(context)
    const server = startManaged(context, { dataDir, port: await freePort(), environment: { DATABASE_URL: pair.url } })
    await server.ready()
    const client = createClient(server.origin, { keepAlive: true })
    const products = await createProducts(client, server.origin)
    const ledger = createLedger()
    const shoppers = await startShoppers(client, ledger, { pairs: 8, timeoutMs: 20_000, products })
    const { observed } = shoppers
    const firstOrders: number[] = []
    const misplaced: string[] = []
    try {
      for (let time = 0; time < times; time++) {
        const [former, next] = time % 2 ? [pair.b, pair.a] : [pair.a, pair.b]
        // Every third primary is frozen instead of killed.
        const fault = time % 3 === 2 ? 'freeze' : 'kill'
        const result = await failOver({ pair, ledger, observed, fault, outageMs: OUTAGE_MS }, former, next)
        firstOrders.push(result.firstOrderMs)
        misplaced.push(...result.misplaced)
      }
    } finally {
      await shoppers.stop()
    }
    findings.note('failovers, of which by SIGSTOP', `${times}, ${Math.floor(times / 3)}`)
    findings.note('responses', tally(observed))
    findings.note('first order after a promotion, median', percentile(firstOrders, 50), 'ms')
    findings.atMost('first order after a promotion, slowest', Math.max(...firstOrders), 10_000, 'ms')
    findings.none('writes to a former primary that came back as one', misplaced)
    findings.atMost('slowest response', observed.slowestMs, 5_000, 'ms')
    findings.none('unexpected responses', observed.unexpected)
    findings.none('errors logged by the server', server.bugs)
    findings.none('server exits', server.child.exitCode === null ? [] : [server.child.exitCode])
    const db = connectDatabase(pair.url, { max: 2 })
    try {
      await ledger.audit(client, db, findings)
      await checkRules(findings, db, dataDir)
    } finally {
      client.close()
      await db.destroy()
    }
    const [primary, standby] = times % 2 ? [pair.b, pair.a] : [pair.a, pair.b]
    await compareNodes({ pair, findings }, primary, standby)
  },
}
