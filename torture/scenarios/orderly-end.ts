import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient } from '../client.ts'
import { createLedger } from '../ledger.ts'
import { closeBooks, type Scenario, startFresh, startHere } from '../scenario.ts'
import { startCrowd, tally } from '../shoppers.ts'

const LONGEST_LIFE_MS = 1_000
/** A balancer that asks /readyz every second sends new requests elsewhere from then on. */
const NOTICED_AFTER_MS = 1_000
const END_WITHIN_MS = 10_000

export const orderlyEnd: Scenario = {
  name: 'orderly-end',
  title: 'SIGTERM under load: 8 parallel checkouts and 8 cart writers, new requests going elsewhere after a second',
  async run(context) {
    const { findings, count } = context
    const ends = count(100, 4)
    const first = await startFresh(context)
    const balancer = balance(createClient(first.server.origin, { keepAlive: true }))
    const ledger = createLedger()
    const crowd = await startCrowd(balancer.client, ledger, { pairs: 8 })
    const wrongEnds: string[] = []
    let { server } = first
    let slowest = 0
    let inFlight = 0
    for (let times = 0; times < ends; times++) {
      await sleep(200 + Math.random() * LONGEST_LIFE_MS)
      inFlight += balancer.running()
      const ending = server.end('SIGTERM')
      await sleep(NOTICED_AFTER_MS)
      balancer.hold()
      const { code, signal, ms } = await ending
      if (code !== 0) wrongEnds.push(`${code ?? signal}: ${server.lines.slice(-3).join(' | ')}`)
      slowest = Math.max(slowest, ms)
      server = startHere(context, first)
      await server.ready()
      balancer.goOn()
    }
    await crowd.stop()
    findings.note('ends', ends)
    findings.note('requests under way at the signals', inFlight)
    findings.note('answers', tally(crowd.seen))
    const dropped = [...crowd.seen.statuses].filter(([status]) => !/^[24]\d\d$/.test(status))
    findings.none(
      'requests dropped, refused or failed',
      dropped.map(([status, times]) => `${status} ×${times}`),
    )
    findings.none('answers that nobody should get', crowd.seen.dishonest)
    findings.none('ends with another code than 0', wrongEnds)
    findings.atMost('slowest end', slowest, END_WITHIN_MS, 'ms')
    await closeBooks(context, server, first.dataDir, ledger)
  },
}

/** Holds new requests back while there is no server to send them to. */
function balance(inner: Client): { client: Client; hold(): void; goOn(): void; running(): number } {
  let open = Promise.resolve()
  let goOn = () => {}
  let running = 0
  return {
    client: {
      send: async (path, sending) => {
        await open
        running++
        return inner.send(path, sending).finally(() => running--)
      },
      close: () => inner.close(),
    },
    hold: () => {
      open = new Promise((resolve) => {
        goOn = resolve
      })
    },
    goOn: () => goOn(),
    running: () => running,
  }
}
