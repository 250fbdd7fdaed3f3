import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectDatabase } from '../../db/connect.ts'
import { freePort } from '../../db/embedded/free-port.ts'
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../../db/embedded/open-embedded-database.ts'
import type { Db } from '../../db/tables.ts'
import { checkInvariants } from '../../server/operate/check/check-invariants.ts'
import { openBlobs } from '../../server/programs/storage/open-blobs.ts'
import { remainingProcesses } from '../faults/processes.ts'
import { type Server, type ServerOptions, startServer } from '../faults/server-process.ts'
import { createClient } from '../load/client.ts'
import type { Ledger } from '../load/ledger.ts'
import { compareBooks, countPayments, endReservations, listUnfinished } from '../load/payment-queries.ts'
import type { Findings } from '../report/findings.ts'

/** A kind of fault or load, with bounds. */
export interface Scenario {
  /** The argument of `npm run chaos --`. */
  name: string
  /** The heading in the report. */
  title: string
  run(context: Context): Promise<void>
}

export interface Context {
  findings: Findings
  /** Returns the number of repetitions: `--count`, or `quick` with `--quick`, or `full`. */
  count(full: number, quick: number): number
  /** Returns the duration in milliseconds: `quick` with `--quick`, or `full`. */
  time(full: number, quick: number): number
  print(line: string): void
  /** Registers work for the end of the scenario, which runs newest first, even after a failure. */
  cleanUp(work: () => Promise<unknown>): void
}

/** Returns a new data folder that every system account can enter; it is removed at the end. */
export async function freshDataDir({ cleanUp }: Context): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'openstall-chaos-'))
  await chmod(folder, 0o755)
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a server that is stopped when the scenario ends. */
export function startManaged({ cleanUp }: Context, options: ServerOptions): Server {
  const server = startServer(options)
  cleanUp(() => server.stop('SIGTERM'))
  return server
}

/** Starts a server on a new data folder, or that of `options`, and waits until it is ready. */
export async function startFresh(
  context: Context,
  options: Partial<ServerOptions> = {},
): Promise<{ server: Server; dataDir: string; port: number }> {
  const dataDir = options.dataDir ?? (await freshDataDir(context))
  const port = await freePort()
  const server = startManaged(context, { ...options, dataDir, port })
  await server.ready()
  return { server, dataDir, port }
}

/** Connects to the running embedded database of a data folder. */
export async function joinDatabase(dataDir: string): Promise<EmbeddedDatabase & { db: Db }> {
  const embedded = await openEmbeddedDatabase({ dataDir, log: () => {} })
  const db = connectDatabase(embedded.connection, { max: 2 })
  return {
    connection: embedded.connection,
    db,
    close: async () => {
      await db.destroy()
      await embedded.close()
    },
  }
}

/** Audits the data, stops the server and reports processes it left behind. */
export async function auditAndStop(context: Context, server: Server, dataDir: string, ledger: Ledger): Promise<void> {
  const { findings } = context
  await audit(context, server, dataDir, ledger)
  const { code, ms } = await server.stop('SIGTERM')
  findings.atMost('final graceful shutdown', ms, 10_000, 'ms')
  findings.none('exit code other than 0', code === 0 ? [] : [code])
  findings.none('processes left over', await remainingProcesses(dataDir))
}

/** Compares the ledger with the server's data, and checks every rule of `npm run db:check`. */
export async function audit({ findings }: Context, server: Server, dataDir: string, ledger: Ledger): Promise<void> {
  const client = createClient(server.origin, { keepAlive: true })
  const database = await joinDatabase(dataDir)
  try {
    await ledger.audit(client, database.db, findings)
    await checkRules(findings, database.db, dataDir)
  } finally {
    client.close()
    await database.close()
  }
}

/** Checks every rule of `npm run db:check`. */
export async function checkRules(findings: Findings, db: Db, dataDir: string): Promise<void> {
  const { blobs } = openBlobs({ dataDir })
  try {
    findings.none('broken rules of db:check', await checkInvariants({ db, blobs }))
  } finally {
    blobs.close()
  }
}

const LOOK_EVERY_MS = 1_000

/** Waits until every payment is final, and compares the provider's books with ours; checkouts of buyers who left end at once. */
export async function auditPayments({ findings }: Context, db: Db, limitMs: number): Promise<void> {
  await endReservations(db)
  const begun = performance.now()
  while (performance.now() - begun < limitMs && (await listUnfinished(db)).length) await sleep(LOOK_EVERY_MS)
  findings.note('all at their end after', (performance.now() - begun) / 1000, 's')
  findings.none('payments, refunds, events that have not ended', await listUnfinished(db))
  findings.note('payments', await countPayments(db))
  findings.none("differences between the provider's books and ours", await compareBooks(db))
}
