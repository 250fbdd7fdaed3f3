import { monitorEventLoopDelay } from 'node:perf_hooks'
import { percentile } from '../../bench/percentile.ts'
import { type Answer, createClient } from '../client.ts'
import { createLedger } from '../ledger.ts'
import { failuresOf, rush, timesOf, visitSteadily } from '../load.ts'
import { closeBooks, type Scenario, startFresh } from '../scenario.ts'
import { openDay } from '../visits.ts'

const TIMES_CAPACITY = 4
/** As many as are served at their best: more only wait for each other. */
const VISITORS = 16
const LIGHT_VISITORS = 2
const CONNECTIONS = 2_000

export const overload: Scenario = {
  name: 'overload',
  title: '4 times as many requests as can be served, for 60 s',
  async run(context) {
    const { findings, time } = context
    const { server, dataDir } = await startFresh(context)
    const client = createClient(server.origin, { keepAlive: true })
    const ledger = createLedger()
    const { request, settle } = await openDay(client, ledger)
    await visitSteadily(request, VISITORS, 2_000)
    const light = await visitSteadily(request, LIGHT_VISITORS, 3_000)
    const best = await visitSteadily(request, VISITORS, time(10_000, 4_000))
    const capacity = best.answers.length / best.seconds
    findings.note('capacity', capacity, 'requests/s')
    const usual = percentile(timesOf(light, 'served'), 99)
    findings.note('p99 when there is little to do', usual, 'ms')

    // A crowd is there before it asks: what is measured is serving, not the making of connections.
    await Promise.all(Array.from({ length: CONNECTIONS }, () => client.send('/healthz')))
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const load = await rush(request, capacity * TIMES_CAPACITY, time(60_000, 8_000))
    delay.disable()
    const back = await backToNormal(request, Math.max(100, usual * 3))
    findings.note('sent', load.answers.length / load.seconds, 'requests/s')
    findings.note('served', timesOf(load, 'served').length / load.seconds, 'requests/s')
    findings.note('told to come again (503)', timesOf(load, 'shed').length / load.seconds, 'requests/s')
    findings.note('delay in the sender itself, p99, part of what follows', delay.percentile(99) / 1e6, 'ms')
    findings.note('served: median', percentile(timesOf(load, 'served'), 50), 'ms')
    findings.atMost('served: p99', percentile(timesOf(load, 'served'), 99), 1_000, 'ms')
    if (timesOf(load, 'shed').length) {
      findings.note('503: median', percentile(timesOf(load, 'shed'), 50), 'ms')
      findings.atMost('503: p99', percentile(timesOf(load, 'shed'), 99), 1_000, 'ms')
    }
    findings.atMost('503 without Retry-After', load.unadvised, 0)
    findings.none('answers that are neither service nor 503', failuresOf(load))
    findings.atMost('back to normal after', back, 5_000, 'ms')
    findings.none('failures of the server itself', server.bugs)
    await settle()
    await closeBooks(context, server, dataDir, ledger)
  },
}

/** Until a second of light use is served whole and quickly. */
async function backToNormal(request: () => Promise<Answer>, p99: number): Promise<number> {
  const beganAt = performance.now()
  for (;;) {
    const startedAt = performance.now()
    const load = await visitSteadily(request, LIGHT_VISITORS, 1_000)
    const served = timesOf(load, 'served')
    if (served.length === load.answers.length && percentile(served, 99) <= p99) return startedAt - beganAt
    if (performance.now() - beganAt > 60_000) return performance.now() - beganAt
  }
}
