import { monitorEventLoopDelay } from 'node:perf_hooks'
import { percentile } from '../../bench/percentile.ts'
import { createClient, type Outcome } from '../load/client.ts'
import { createLedger } from '../load/ledger.ts'
import { failures, responseTimes, runClosedLoop, runOpenLoop } from '../load/traffic.ts'
import { createVisitors } from '../load/visitors.ts'
import { auditAndStop, type Scenario, startFresh } from './scenario.ts'

const TIMES_CAPACITY = 4
/** Enough to reach the capacity; more would only queue. */
const VISITORS = 16
const LIGHT_VISITORS = 2
/** Below the server's limit for one client. */
const CONNECTIONS = 1_500
/** Above this delay the load generator is the bottleneck. */
const MAX_GENERATOR_DELAY_MS = 250

export const overload: Scenario = {
  name: 'overload',
  title: '4 times the capacity, for 60 s',
  async run(context) {
    const { findings, time } = context
    const { server, dataDir } = await startFresh(context)
    const client = createClient(server.origin, { keepAlive: true, maxSockets: CONNECTIONS })
    const ledger = createLedger()
    // Cached responses would cost the server less than requests cost this process.
    const { request, completeOrders } = await createVisitors(client, ledger, { computed: true })
    await runClosedLoop(request, VISITORS, 2_000)
    const light = await runClosedLoop(request, LIGHT_VISITORS, 3_000)
    const best = await runClosedLoop(request, VISITORS, time(10_000, 4_000))
    const capacity = best.responses.length / best.seconds
    findings.note('capacity', capacity, 'requests/s')
    const usual = percentile(responseTimes(light, 'served'), 99)
    findings.note('p99 at light load', usual, 'ms')

    // Opens connections first, to measure only requests.
    await Promise.all(Array.from({ length: CONNECTIONS }, () => client.send('/healthz')))
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const load = await runOpenLoop(request, capacity * TIMES_CAPACITY, time(60_000, 8_000))
    delay.disable()
    const back = await backToNormal(request, Math.max(100, usual * 3))
    findings.note('for', load.seconds, 's')
    findings.note('sent', load.responses.length / load.seconds, 'requests/s')
    findings.note('served', responseTimes(load, 'served').length / load.seconds, 'requests/s')
    findings.note('refused with 503', responseTimes(load, 'shed').length / load.seconds, 'requests/s')
    findings.atMost(
      'event loop delay of the load generator, p99',
      delay.percentile(99) / 1e6,
      MAX_GENERATOR_DELAY_MS,
      'ms',
    )
    findings.note('served: median', percentile(responseTimes(load, 'served'), 50), 'ms')
    findings.atMost('served: p99', percentile(responseTimes(load, 'served'), 99), 1_000, 'ms')
    if (responseTimes(load, 'shed').length) {
      findings.note('503: median', percentile(responseTimes(load, 'shed'), 50), 'ms')
      findings.atMost('503: p99', percentile(responseTimes(load, 'shed'), 99), 1_000, 'ms')
    }
    findings.atMost('503 without Retry-After', load.withoutRetryAfter, 0)
    findings.none('responses that are neither served nor 503', failures(load))
    findings.atMost('back to normal after', back, 5_000, 'ms')
    findings.none('errors logged by the server', server.bugs)
    await completeOrders()
    client.close()
    await auditAndStop(context, server, dataDir, ledger)
  },
}

/** Returns the milliseconds until a second of light load was served completely and within bounds. */
async function backToNormal(request: () => Promise<Outcome>, p99: number): Promise<number> {
  const beganAt = performance.now()
  for (;;) {
    const startedAt = performance.now()
    const load = await runClosedLoop(request, LIGHT_VISITORS, 1_000)
    const served = responseTimes(load, 'served')
    if (served.length === load.responses.length && percentile(served, 99) <= p99) return startedAt - beganAt
    if (performance.now() - beganAt > 60_000) return performance.now() - beganAt
  }
}
