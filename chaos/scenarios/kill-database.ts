import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/percentile.ts'
import { findPostmaster } from '../faults/processes.ts'
import { type Server, untilReady } from '../faults/server-process.ts'
import { createClient } from '../load/client.ts'
import { createLedger } from '../load/ledger.ts'
import { startShoppers, tally } from '../load/shoppers.ts'
import { auditAndStop, type Scenario, startFresh } from './scenario.ts'

export const killDatabase: Scenario = {
  name: 'kill-database',
  title: "kill -9 of the database's main process, under 8 parallel checkouts and 8 cart writers",
  async run(context) {
    const { findings, count } = context
    const kills = count(30, 3)
    const { server, dataDir } = await startFresh(context)
    const client = createClient(server.origin, { keepAlive: true })
    const ledger = createLedger()
    const shoppers = await startShoppers(client, ledger, { pairs: 8, timeoutMs: 10_000 })
    const readyAfter: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      await sleep(500 + Math.random() * 2_000)
      const pid = await findPostmaster(dataDir)
      if (!pid) throw new Error('the database is not running')
      process.kill(pid, 'SIGKILL')
      const killedAt = performance.now()
      while ((await findPostmaster(dataDir)) === pid) await pause(server)
      await untilReady(server.origin, () => server.assertAlive())
      readyAfter.push(performance.now() - killedAt)
    }
    await shoppers.stop()
    findings.note('kills', kills)
    findings.note('responses', tally(shoppers.observed))
    findings.note('ready again, median', percentile(readyAfter, 50), 'ms')
    findings.atMost('ready again, slowest', Math.max(...readyAfter), 3_000, 'ms')
    findings.atMost('slowest response', shoppers.observed.slowestMs, 5_000, 'ms')
    findings.none('requests without a response', withoutResponse(shoppers.observed.statuses))
    findings.none('unexpected responses', shoppers.observed.unexpected)
    findings.none('errors logged by the server', server.bugs)
    findings.none('server exits', server.child.exitCode === null ? [] : [server.child.exitCode])
    await auditAndStop(context, server, dataDir, ledger)
  },
}

async function pause(server: Server): Promise<void> {
  server.assertAlive()
  await sleep(5)
}

function withoutResponse(statuses: Map<string, number>): string[] {
  return [...statuses].filter(([status]) => !/^\d+$/.test(status)).map(([status, times]) => `${status} ×${times}`)
}
