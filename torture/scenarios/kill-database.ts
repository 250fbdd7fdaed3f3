import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/percentile.ts'
import { createClient } from '../client.ts'
import { createLedger } from '../ledger.ts'
import { postmasterOf } from '../leftovers.ts'
import { closeBooks, type Scenario, startFresh } from '../scenario.ts'
import { type Server, untilReady } from '../server.ts'
import { startCrowd, tally } from '../shoppers.ts'

export const killDatabase: Scenario = {
  name: 'kill-database',
  title: "kill -9 of the database's main process, under 8 parallel checkouts and 8 cart writers",
  async run(context) {
    const { findings, count } = context
    const kills = count(30, 3)
    const { server, dataDir } = await startFresh(context)
    const client = createClient(server.origin, { keepAlive: true })
    const ledger = createLedger()
    const crowd = await startCrowd(client, ledger, { pairs: 8, timeoutMs: 10_000 })
    const readyAfter: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      await sleep(500 + Math.random() * 2_000)
      const pid = await postmasterOf(dataDir)
      if (!pid) throw new Error('the database was not there')
      process.kill(pid, 'SIGKILL')
      const killedAt = performance.now()
      while ((await postmasterOf(dataDir)) === pid) await looking(server)
      await untilReady(server.origin, () => server.assertAlive())
      readyAfter.push(performance.now() - killedAt)
    }
    await crowd.stop()
    findings.note('kills', kills)
    findings.note('answers', tally(crowd.seen))
    findings.note('ready again, median', percentile(readyAfter, 50), 'ms')
    findings.atMost('ready again, slowest', Math.max(...readyAfter), 3_000, 'ms')
    findings.atMost('slowest answer', crowd.seen.slowestMs, 5_000, 'ms')
    findings.none('requests without an answer', silent(crowd.seen.statuses))
    findings.none('answers that are neither done, refused nor 503', crowd.seen.dishonest)
    findings.none('failures of the server itself', server.bugs)
    findings.none('ends of the server', server.child.exitCode === null ? [] : [server.child.exitCode])
    await closeBooks(context, server, dataDir, ledger)
  },
}

async function looking(server: Server): Promise<void> {
  server.assertAlive()
  await sleep(5)
}

/** The server lives, so every request gets an answer. */
function silent(statuses: Map<string, number>): string[] {
  return [...statuses].filter(([status]) => !/^\d+$/.test(status)).map(([status, times]) => `${status} ×${times}`)
}
