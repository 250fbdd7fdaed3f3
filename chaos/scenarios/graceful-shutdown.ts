import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient } from '../load/client.ts'
import { createLedger } from '../load/ledger.ts'
import { startShoppers, tally } from '../load/shoppers.ts'
import { auditAndStop, type Scenario, startFresh, startManaged } from './scenario.ts'

const MAX_UPTIME_MS = 1_000
/** Gives a load balancer that checks /readyz every second time to route requests elsewhere. */
const NOTICE_MS = 1_000
const SHUTDOWN_LIMIT_MS = 10_000

export const gracefulShutdown: Scenario = {
  name: 'graceful-shutdown',
  title: 'SIGTERM under 8 parallel checkouts and 8 cart writers; new requests go elsewhere after a second',
  async run(context) {
    const { findings, count } = context
    const shutdowns = count(100, 4)
    const first = await startFresh(context)
    const balancer = balance(createClient(first.server.origin, { keepAlive: true }))
    const ledger = createLedger()
    const shoppers = await startShoppers(balancer.client, ledger, { pairs: 8 })
    const wrongExits: string[] = []
    let { server } = first
    let slowest = 0
    let inFlight = 0
    for (let times = 0; times < shutdowns; times++) {
      await sleep(200 + Math.random() * MAX_UPTIME_MS)
      inFlight += balancer.running()
      const stopping = server.stop('SIGTERM')
      await sleep(NOTICE_MS)
      balancer.hold()
      const { code, signal, ms } = await stopping
      if (code !== 0) wrongExits.push(`${code ?? signal}: ${server.lines.slice(-3).join(' | ')}`)
      slowest = Math.max(slowest, ms)
      server = startManaged(context, first)
      await server.ready()
      balancer.resume()
    }
    await shoppers.stop()
    findings.note('shutdowns', shutdowns)
    findings.note('requests in flight at the signals', inFlight)
    findings.note('responses', tally(shoppers.observed))
    const dropped = [...shoppers.observed.statuses].filter(([status]) => !/^[24]\d\d$/.test(status))
    findings.none(
      'requests dropped, refused or failed',
      dropped.map(([status, times]) => `${status} ×${times}`),
    )
    findings.none('unexpected responses', shoppers.observed.unexpected)
    findings.none('exit codes other than 0', wrongExits)
    findings.atMost('slowest shutdown', slowest, SHUTDOWN_LIMIT_MS, 'ms')
    await auditAndStop(context, server, first.dataDir, ledger)
  },
}

/** Queues new requests while no server runs. */
function balance(inner: Client): { client: Client; hold(): void; resume(): void; running(): number } {
  let open = Promise.resolve()
  let resume = () => {}
  let running = 0
  return {
    client: {
      send: async (path, options) => {
        await open
        running++
        return inner.send(path, options).finally(() => running--)
      },
      close: () => inner.close(),
    },
    hold: () => {
      open = new Promise((resolve) => {
        resume = resolve
      })
    },
    resume: () => resume(),
    running: () => running,
  }
}
