import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/percentile.ts'
import { type Server, startServer } from '../faults/server-process.ts'
import { createClient } from '../load/client.ts'
import { createLedger } from '../load/ledger.ts'
import { startShoppers, tally } from '../load/shoppers.ts'
import { auditAndStop, type Context, type Scenario, startFresh, startManaged } from './scenario.ts'

const MAX_UPTIME_MS = 1_500
/** Every 8th server is killed while it starts. */
const KILL_DURING_START = 8
const READY_LIMIT_MS = 3_000

export const killServer: Scenario = {
  name: 'kill-server',
  title: 'kill -9 of the server at random moments, under 8 parallel checkouts and 8 cart writers',
  async run(context) {
    const { findings, count } = context
    const kills = count(100, 5)
    const { server: first, dataDir, port } = await startFresh(context)
    const client = createClient(first.origin, { keepAlive: true })
    const ledger = createLedger()
    const shoppers = await startShoppers(client, ledger, { pairs: 8, timeoutMs: 10_000 })
    const readyAfter: number[] = []
    const bugs: string[] = []
    let server = first
    for (let kill = 0; kill < kills; kill++) {
      await sleep(Math.random() * MAX_UPTIME_MS)
      await server.stop('SIGKILL')
      bugs.push(...server.bugs)
      if (kill % KILL_DURING_START === 0) await killDuringStart(dataDir, port)
      server = startManaged(context, { dataDir, port })
      readyAfter.push(await ready(context, server))
    }
    await shoppers.stop()
    findings.note('kills', kills)
    findings.note('responses', tally(shoppers.observed))
    findings.note('ready again, median', percentile(readyAfter, 50), 'ms')
    findings.atMost('ready again, slowest', Math.max(...readyAfter), READY_LIMIT_MS, 'ms')
    findings.none('unexpected responses', shoppers.observed.unexpected)
    findings.none('errors logged by the server', [...bugs, ...server.bugs])
    await auditAndStop(context, server, dataDir, ledger)
  },
}

async function killDuringStart(dataDir: string, port: number): Promise<void> {
  const server = startServer({ dataDir, port })
  await sleep(Math.random() * 800)
  await server.stop('SIGKILL')
}

async function ready({ print }: Context, server: Server): Promise<number> {
  const ms = await server.ready()
  if (ms > READY_LIMIT_MS) print(`      ready only after ${ms.toFixed(0)} ms: ${server.lines.join(' | ')}`)
  return ms
}
