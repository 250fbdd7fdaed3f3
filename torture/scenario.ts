import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDatabase } from '../db/connect.ts'
import { freePort } from '../db/embedded/free-port.ts'
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../db/embedded.ts'
import type { Db } from '../db/tables.ts'
import { checkInvariants } from '../server/check/check-invariants.ts'
import { openBlobs } from '../server/storage/open-blobs.ts'
import { createClient } from './client.ts'
import type { Findings } from './findings.ts'
import type { Ledger } from './ledger.ts'
import { processesLeft } from './leftovers.ts'
import { type Server, type ServerOptions, startServer } from './server.ts'

/** One kind of fault or load, and what it must not do. */
export interface Scenario {
  /** As typed after `npm run torture --`. */
  name: string
  /** For the report: what is done. */
  title: string
  run(context: Context): Promise<void>
}

export interface Context {
  findings: Findings
  /** How much of it: the full count, or the small one of `--quick`, or the one of `--count`. */
  count(full: number, quick: number): number
  /** How long, in milliseconds: as long as it should be, or the short time of `--quick`. */
  time(full: number, quick: number): number
  say(line: string): void
  /** Runs at the end, newest first, also after a failure. */
  cleanUp(work: () => Promise<unknown>): void
}

/** A fresh data folder that any account can enter; removed at the end. */
export async function freshDataDir({ cleanUp }: Context): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'openstall-torture-'))
  await chmod(folder, 0o755)
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A server that is ended at the end, however the scenario ends. */
export function startHere({ cleanUp }: Context, options: ServerOptions): Server {
  const server = startServer(options)
  cleanUp(() => server.end('SIGTERM'))
  return server
}

export async function startFresh(
  context: Context,
  options: Partial<ServerOptions> = {},
): Promise<{ server: Server; dataDir: string; port: number }> {
  const dataDir = options.dataDir ?? (await freshDataDir(context))
  const port = await freePort()
  const server = startHere(context, { ...options, dataDir, port })
  await server.ready()
  return { server, dataDir, port }
}

/** The embedded database of a data folder, as one more of its users. */
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

/** Compares the ledger with the market, ends the server and looks for what it left behind. */
export async function closeBooks(context: Context, server: Server, dataDir: string, ledger: Ledger): Promise<void> {
  const { findings } = context
  await auditMarket(context, server, dataDir, ledger)
  const { code, ms } = await server.end('SIGTERM')
  findings.atMost('orderly end at last', ms, 10_000, 'ms')
  findings.none('exit code of that end', code === 0 ? [] : [code])
  findings.none('processes left over', await processesLeft(dataDir))
}

export async function auditMarket(
  { findings }: Context,
  server: Server,
  dataDir: string,
  ledger: Ledger,
): Promise<void> {
  const client = createClient(server.origin, { keepAlive: true })
  const database = await joinDatabase(dataDir)
  try {
    await ledger.audit(client, database.db, findings)
    await checkMarket(findings, database.db, dataDir)
  } finally {
    client.close()
    await database.close()
  }
}

/** Everything that `npm run db:check` looks at. */
export async function checkMarket(findings: Findings, db: Db, dataDir: string): Promise<void> {
  const { blobs } = openBlobs({ dataDir })
  try {
    findings.none('rules of the market that do not hold', await checkInvariants({ db, blobs }))
  } finally {
    blobs.close()
  }
}
