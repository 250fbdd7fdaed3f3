import { setTimeout as sleep } from 'node:timers/promises'
import type { Ledger } from '../load/ledger.ts'
import type { Observed } from '../load/shoppers.ts'
import type { Findings } from '../report/findings.ts'
import type { DatabaseNode, DatabasePair } from './database-pair.ts'

const ORDERS_LIMIT_MS = 60_000
const POLL_INTERVAL_MS = 10
/** Orders placed in each phase. */
const ORDERS = 10

interface FailOver {
  pair: DatabasePair
  /** Filled by running shoppers. */
  ledger: Ledger
  observed: Observed
  /** `freeze`: the primary stops responding and later continues where it was. */
  fault: 'kill' | 'freeze'
  /** Time without a database before the standby is promoted. */
  outageMs: number
}

/**
 * Stops the primary under load and promotes the standby. The former primary first returns by mistake as a second primary, then
 * as the new standby. Returns the time of the first order acknowledged after the promotion, and writes to the former primary.
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
  // Forces reconnects while both hosts accept writes.
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

/** Compares the orders of the primary with those of its standby, after it has replayed them. */
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

/** Waits until the statements of a formerly frozen primary have ended or wait for its missing standby. */
function untilUnused(pair: DatabasePair, node: DatabaseNode): Promise<void> {
  return until(async () => {
    const busy = await pair.query(
      node,
      `select 1 from pg_stat_activity where application_name like 'openstall%' and wait_event is distinct from 'SyncRep'`,
    )
    return busy.length === 0
  })
}

/** Returns the next transaction id and the number of orders, one of which any write would change. */
async function readWrites(pair: DatabasePair, node: DatabaseNode): Promise<string> {
  const [row] = await pair.query<{ next: string; orders: string }>(
    node,
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next, (select count(*) from orders)::text as orders',
  )
  return `transaction ${row?.next}, ${row?.orders} orders`
}

/** Counts requests that got a 503 or no response. */
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
