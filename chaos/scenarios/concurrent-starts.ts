import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { freePort } from '../../db/embedded/free-port.ts'
import { remainingProcesses } from '../faults/processes.ts'
import type { Server } from '../faults/server-process.ts'
import { createClient } from '../load/client.ts'
import { createLedger } from '../load/ledger.ts'
import { startShoppers } from '../load/shoppers.ts'
import { audit, freshDataDir, joinDatabase, type Scenario, startManaged } from './scenario.ts'

export const concurrentStarts: Scenario = {
  name: 'concurrent-starts',
  title: '20 servers started at once on one fresh data folder, then stopped in random order, every third by kill -9',
  async run(context) {
    const { findings, count } = context
    const dataDir = await freshDataDir(context)
    const ports = await differentPorts(count(20, 6))
    const servers = ports.map((port) => startManaged(context, { dataDir, port }))
    const readyAfter = await Promise.all(servers.map((server) => server.ready()))
    findings.note('servers', servers.length)
    findings.note('all ready after', Math.max(...readyAfter), 'ms')
    const printed = servers.flatMap(({ lines }) => lines)
    findings.none(
      'databases created beyond the first',
      printed.filter((line) => line.includes('creating a new')).slice(1),
    )
    const failing = servers.filter(({ child }) => child.exitCode !== null)
    findings.none(
      'servers that did not start',
      failing.map(({ lines }) => lines.join(' | ')),
    )
    await checkSeededOnce(dataDir, findings.none)

    const ledger = createLedger()
    const groups = await Promise.all(
      servers.map(({ origin }) => startShoppers(createClient(origin, { keepAlive: true }), ledger, { pairs: 1 })),
    )
    await sleep(3_000)
    await Promise.all(groups.map((shoppers) => shoppers.stop()))
    const idle = servers.filter((_, index) => !groups[index]?.observed.statuses.has('200'))
    findings.none(
      'servers that served no request',
      idle.map(({ origin }) => origin),
    )
    findings.none(
      'unexpected responses',
      groups.flatMap(({ observed }) => observed.unexpected),
    )
    await audit(context, servers[0] as Server, dataDir, ledger)

    const shuffled = servers.toSorted(() => Math.random() - 0.5)
    const last = shuffled.pop() as Server
    const failed: string[] = []
    for (const [index, server] of shuffled.entries()) {
      await server.stop(index % 3 === 2 ? 'SIGKILL' : 'SIGTERM')
      const { status } = await createClient(last.origin, { keepAlive: false }).send('/api/products/just-for-you')
      if (status !== 200) failed.push(`${status} after the exit of ${server.origin}`)
    }
    findings.none('requests failed because another server stopped', failed)
    const { ms, code } = await last.stop('SIGTERM')
    findings.atMost('last server stops, with the database', ms, 10_000, 'ms')
    findings.none('its exit code other than 0', code === 0 ? [] : [code])
    findings.none('processes left over', await remainingProcesses(dataDir))
  },
}

async function checkSeededOnce(dataDir: string, none: (what: string, found: unknown[]) => void): Promise<void> {
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
