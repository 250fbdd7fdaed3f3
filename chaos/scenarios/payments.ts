import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../db/embedded/free-port.ts'
import type { Db } from '../../db/tables.ts'
import type { Server } from '../faults/server-process.ts'
import { type Client, createClient } from '../load/client.ts'
import { type PaidOrders, runPayers } from '../load/payers.ts'
import { listPlaced } from '../load/payment-queries.ts'
import {
  auditPayments,
  type Context,
  checkRules,
  joinDatabase,
  type Scenario,
  startFresh,
  startManaged,
} from './scenario.ts'

const SERVERS = 3
const BUYERS = 24
const ENVIRONMENT = { PAYMENTS: 'sandbox', SANDBOX: 'rough' }

export const payments: Scenario = {
  name: 'payments',
  title:
    'three servers, one killed again and again, while buyers pay in every way and events come late, twice or never',
  async run(context) {
    const { findings, count, time } = context
    const { server, dataDir, port } = await startFresh(context, { environment: ENVIRONMENT })
    const database = await joinDatabase(dataDir)
    context.cleanUp(() => database.close())
    const servers = [server]
    const ports = [port]
    while (servers.length < SERVERS) {
      const next = await freePort()
      ports.push(next)
      servers.push(await startReady(context, dataDir, next))
    }
    const clients = ports.map((own) => createClient(`http://127.0.0.1:${own}`, { keepAlive: true }))
    const [steady = createClient(server.origin, { keepAlive: true })] = clients
    const killing = startKilling(context, { servers, ports, dataDir, everyMs: time(20_000, 4_000) })
    const paid = await runPayers(anyOf(clients), { buyers: BUYERS, count: count(5_000, 150), steady })
    const kills = await killing.stop()
    findings.note('checkouts', paid.begun)
    findings.note('kills', kills)
    findings.note('responses', [...paid.responses].map(([what, times]) => `${what}: ${times}`).join(', '))
    await auditPayments(context, database.db, time(600_000, 240_000))
    await recordFindings(context, database.db, paid)
    findings.none(
      'errors logged by the servers',
      servers.flatMap(({ bugs }) => bugs),
    )
    await checkRules(findings, database.db, dataDir)
    for (const client of clients) client.close()
  },
}

async function startReady(context: Context, dataDir: string, port: number): Promise<Server> {
  const server = startManaged(context, { dataDir, port, environment: ENVIRONMENT })
  await server.ready()
  return server
}

function anyOf(clients: readonly Client[]): () => Client {
  let next = 0
  return () => clients[next++ % clients.length] as Client
}

/** Kills and restarts one server after another, except the first: the database is its child. */
function startKilling(
  context: Context,
  { servers, ports, dataDir, everyMs }: { servers: Server[]; ports: number[]; dataDir: string; everyMs: number },
) {
  let isStopping = false
  let kills = 0
  const run = async () => {
    while (!isStopping) {
      await sleep(everyMs * (0.5 + Math.random()))
      const victim = 1 + (kills++ % (SERVERS - 1))
      await servers[victim]?.stop('SIGKILL')
      servers[victim] = await startReady(context, dataDir, ports[victim] ?? 0)
    }
    return kills
  }
  const running = run()
  return {
    stop: () => {
      isStopping = true
      return running
    },
  }
}

async function recordFindings({ findings }: Context, db: Db, paid: PaidOrders): Promise<void> {
  const acknowledged = [...paid.orders.values()]
  const placed = await listPlaced(db, acknowledged)
  findings.none('unexpected responses', paid.unexpected)
  findings.none(
    'acknowledged orders that are missing',
    acknowledged.filter((id) => !placed.has(id)),
  )
}
