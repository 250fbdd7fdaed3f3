import { setTimeout as sleep } from 'node:timers/promises'
import type { Ledger } from '../load/ledger.ts'
import type { Observed } from '../load/shoppers.ts'
import type { Findings } from '../report/findings.ts'
import type { DatabaseNode, DatabasePair } from './database-pair.ts'

const ORDERS_LIMIT_MS = 60_000
const POLL_INTERVAL_MS = 10
/** How many orders are placed in each phase. */
const ORDERS = 10

interface FailOver {
  pair: DatabasePair
  /** Filled by shoppers that are ordering. */
  ledger: Ledger
  observed: Observed
  /** Killed, or frozen: it does not respond, and later goes on as if nothing had happened. */
  fault: 'kill' | 'freeze'
  /** How long the database is away before the standby is promoted. */
  outageMs: number
}

/**
 * Takes the primary of the pair away under load and promotes the standby. The former primary first comes back by mistake, as
 * a primary, and then as the new standby. Returns when the first order after the promotion was acknowledged, and what was
 * written to the former primary.
 */
export async function failOver(
  { pair, ledger, observed, fault, outageMs }: FailOver,
  former: DatabaseNode,
  next: DatabaseNode,
): Promise<{ firstOrderMs: number; misplaced: string[] }> {
  const orders = () => ledger.orders()
  await untilMore(orders, ORDERS)
  const failedBefore = countFailed(observed)
  await (fault === 'kill' ? pair.kill(former) : pair.freeze(former))
  await untilMore(() => countFailed(observed), 1, failedBefore)
  await sleep(outageMs)
  const before = orders()
  await pair.promote(next)
  const promotedAt = performance.now()
  await untilMore(orders, 1, before)
  const firstOrderMs = performance.now() - promotedAt

  await (fault === 'kill' ? pair.start(former) : pair.resume(former))
  await untilUnused(pair, former)
  const found = await readWrites(pair, former)
  // Every connection has to be opened again, and both hosts take writes.
  await pair.query(
    next,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name like 'openstall%' and pid <> pg_backend_pid()`,
  )
  await untilMore(orders, ORDERS)
  const left = await readWrites(pair, former)
  await pair.kill(former)

  await pair.rejoin(former, next)
  await untilMore(orders, ORDERS)
  return { firstOrderMs, misplaced: left === found ? [] : [`${found}, then ${left}`] }
}

/** Compares the orders of the primary with those of its standby, once it has replayed them. */
export async function compareNodes(
  { pair, findings }: { pair: DatabasePair; findings: Findings },
  primary: DatabaseNode,
  standby: DatabaseNode,
): Promise<void> {
  const [end] = await pair.query<{ position: string }>(primary, 'select pg_current_wal_lsn()::text as position')
  await until(
    async () =>
      (await pair.query(standby, `select 1 where pg_last_wal_replay_lsn() >= '${end?.position}'::pg_lsn`)).length > 0,
  )
  const checksum = `select md5(string_agg(orders::text, ',' order by order_number)) as sum, count(*) as orders from orders`
  const both = await Promise.all([primary, standby].map((node) => pair.query<{ sum: string }>(node, checksum)))
  const [one, other] = both.map((rows) => JSON.stringify(rows))
  findings.none('differences between the primary and its standby', one === other ? [] : [one, other])
}

/** Waits until statements that a frozen primary had received have ended, or wait for a standby for ever. */
function untilUnused(pair: DatabasePair, node: DatabaseNode): Promise<void> {
  return until(async () => {
    const busy = await pair.query(
      node,
      `select 1 from pg_stat_activity where application_name like 'openstall%' and wait_event is distinct from 'SyncRep'`,
    )
    return busy.length === 0
  })
}

/** Returns what any write would change: the next transaction's number, and the count of orders. */
async function readWrites(pair: DatabasePair, node: DatabaseNode): Promise<string> {
  const [row] = await pair.query<{ next: string; orders: string }>(
    node,
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next, (select count(*) from orders)::text as orders',
  )
  return `transaction ${row?.next}, ${row?.orders} orders`
}

/** Returns how many requests got a 503 or no response. */
function countFailed({ statuses }: Observed): number {
  return [...statuses].reduce((sum, [status, count]) => (/^[24]/.test(status) ? sum : sum + count), 0)
}

function untilMore(count: () => number, more: number, before = count()): Promise<void> {
  return until(async () => count() >= before + more)
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + ORDERS_LIMIT_MS; !(await condition()); await sleep(POLL_INTERVAL_MS))
    if (performance.now() > end) throw new Error(`nothing changed for ${ORDERS_LIMIT_MS / 1000} s`)
}
