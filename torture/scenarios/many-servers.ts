import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { freePort } from '../../db/embedded/free-port.ts'
import { createClient } from '../client.ts'
import { createLedger } from '../ledger.ts'
import { processesLeft } from '../leftovers.ts'
import { auditMarket, freshDataDir, joinDatabase, type Scenario, startHere } from '../scenario.ts'
import type { Server } from '../server.ts'
import { startCrowd } from '../shoppers.ts'

export const manyServers: Scenario = {
  name: 'many-servers',
  title: '20 servers started at once on one fresh data folder, then ended in any order, every third by kill -9',
  async run(context) {
    const { findings, count } = context
    const dataDir = await freshDataDir(context)
    const ports = await differentPorts(count(20, 6))
    const servers = ports.map((port) => startHere(context, { dataDir, port }))
    const readyAfter = await Promise.all(servers.map((server) => server.ready()))
    findings.note('servers', servers.length)
    findings.note('all ready after', Math.max(...readyAfter), 'ms')
    const said = servers.flatMap(({ lines }) => lines)
    findings.none('databases made beyond the first', said.filter((line) => line.includes('making a new')).slice(1))
    const failing = servers.filter(({ child }) => child.exitCode !== null)
    findings.none(
      'servers that did not come up',
      failing.map(({ lines }) => lines.join(' | ')),
    )
    await oneMarket(dataDir, findings.none)

    const ledger = createLedger()
    const crowds = await Promise.all(
      servers.map(({ origin }) => startCrowd(createClient(origin, { keepAlive: true }), ledger, { pairs: 1 })),
    )
    await sleep(3_000)
    await Promise.all(crowds.map((crowd) => crowd.stop()))
    const idle = servers.filter((_, index) => !crowds[index]?.seen.statuses.has('200'))
    findings.none(
      'servers that served nobody',
      idle.map(({ origin }) => origin),
    )
    findings.none(
      'answers that nobody should get',
      crowds.flatMap(({ seen }) => seen.dishonest),
    )
    await auditMarket(context, servers[0] as Server, dataDir, ledger)

    const shuffled = servers.toSorted(() => Math.random() - 0.5)
    const last = shuffled.pop() as Server
    const failed: string[] = []
    for (const [index, server] of shuffled.entries()) {
      await server.end(index % 3 === 2 ? 'SIGKILL' : 'SIGTERM')
      const { status } = await createClient(last.origin, { keepAlive: false }).send('/api/products/just-for-you')
      if (status !== 200) failed.push(`${status} after the end of ${server.origin}`)
    }
    findings.none('requests failed because another server ended', failed)
    const { ms, code } = await last.end('SIGTERM')
    findings.atMost('the last one ends, with the database', ms, 10_000, 'ms')
    findings.none('exit code of the last one', code === 0 ? [] : [code])
    findings.none('processes left over', await processesLeft(dataDir))
  },
}

/** Migrated once, seeded once. */
async function oneMarket(dataDir: string, none: (what: string, found: unknown[]) => void): Promise<void> {
  const { db, close } = await joinDatabase(dataDir)
  const names = await sql<{ product_name: string }>`
    select product_name from products group by product_name, seller_id having count(*) > 1`.execute(db)
  none('products seeded twice', names.rows)
  await close()
}

async function differentPorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}
