import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/percentile.ts'
import { createClient } from '../client.ts'
import { createLedger } from '../ledger.ts'
import { type Context, closeBooks, type Scenario, startFresh, startHere } from '../scenario.ts'
import { type Server, startServer } from '../server.ts'
import { startCrowd, tally } from '../shoppers.ts'

const LONGEST_LIFE_MS = 1_500
/** One in so many starts is killed before it is done, too. */
const KILL_IN_START = 8
const READY_MS = 3_000

export const killServer: Scenario = {
  name: 'kill-server',
  title: 'kill -9 of the server at random moments, under 8 parallel checkouts and 8 cart writers',
  async run(context) {
    const { findings, count } = context
    const kills = count(100, 5)
    const { server: first, dataDir, port } = await startFresh(context)
    const client = createClient(first.origin, { keepAlive: true })
    const ledger = createLedger()
    const crowd = await startCrowd(client, ledger, { pairs: 8, timeoutMs: 10_000 })
    const readyAfter: number[] = []
    const bugs: string[] = []
    let server = first
    for (let kill = 0; kill < kills; kill++) {
      await sleep(Math.random() * LONGEST_LIFE_MS)
      await server.end('SIGKILL')
      bugs.push(...server.bugs)
      if (kill % KILL_IN_START === 0) await killInStart(dataDir, port)
      server = startHere(context, { dataDir, port })
      readyAfter.push(await ready(context, server))
    }
    await crowd.stop()
    findings.note('kills', kills)
    findings.note('answers', tally(crowd.seen))
    findings.note('ready again, median', percentile(readyAfter, 50), 'ms')
    findings.atMost('ready again, slowest', Math.max(...readyAfter), READY_MS, 'ms')
    findings.none('answers that are neither done, refused nor 503', crowd.seen.dishonest)
    findings.none('failures of the server itself', [...bugs, ...server.bugs])
    await closeBooks(context, server, dataDir, ledger)
  },
}

async function killInStart(dataDir: string, port: number): Promise<void> {
  const server = startServer({ dataDir, port })
  await sleep(Math.random() * 800)
  await server.end('SIGKILL')
}

async function ready({ say }: Context, server: Server): Promise<number> {
  const ms = await server.ready()
  if (ms > READY_MS) say(`      ready only after ${ms.toFixed(0)} ms: ${server.lines.join(' | ')}`)
  return ms
}
