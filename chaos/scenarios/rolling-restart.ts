import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../load/client.ts'
import { createLedger } from '../load/ledger.ts'
import { startShoppers, tally } from '../load/shoppers.ts'
import { auditAndStop, type Scenario, startFresh } from './scenario.ts'

const RESTART_TIMEOUT_MS = 60_000

export const rollingRestart: Scenario = {
  name: 'rolling-restart',
  title: 'Rolling restarts of `npm run start:cluster` with 2 processes, under 8 parallel checkouts and 8 cart writers',
  async run(context) {
    const { findings, count } = context
    const { server, dataDir } = await startFresh(context, {
      program: 'server/cluster.ts',
      environment: { PROCESSES: '2' },
    })
    const client = createClient(server.origin, { keepAlive: true })
    const ledger = createLedger()
    const shoppers = await startShoppers(client, ledger, { pairs: 8 })
    const restarts = count(20, 2)
    let slowest = 0
    for (let times = 0; times < restarts; times++) {
      await sleep(1_000)
      const startedAt = performance.now()
      const replaced = server.untilPrinted('Rolling restart: done', RESTART_TIMEOUT_MS)
      server.child.kill('SIGHUP')
      await replaced
      slowest = Math.max(slowest, performance.now() - startedAt)
    }
    await shoppers.stop()
    findings.note('rolling restarts', restarts)
    findings.note('slowest restart', slowest / 1000, 's')
    findings.note('responses', tally(shoppers.observed))
    const failed = [...shoppers.observed.statuses].filter(([status]) => !/^(2\d\d|409)$/.test(status))
    findings.none(
      'requests failed',
      failed.map(([status, times]) => `${status} ×${times}`),
    )
    findings.none('unexpected responses', shoppers.observed.unexpected)
    await auditAndStop(context, server, dataDir, ledger)
  },
}
