import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedDatabase } from '../../db/embedded/open-embedded-database.ts'
import { migrate } from '../../db/migrate.ts'
import { checkInvariants } from '../../server/operate/check/check-invariants.ts'
import { openBlobs } from '../../server/programs/storage/open-blobs.ts'
import { readCanary } from '../fuzz/canary.ts'
import { type FuzzFigures, runFuzz } from '../fuzz/run-fuzz.ts'
import { openFuzzTarget } from '../fuzz/target.ts'
import type { Scenario } from './scenario.ts'

const MAX_MS = 2_000
const ROUNDS = 10

/**
 * Sends generated requests in all roles to one server, in rounds with a seed each. Failures are faulty responses, responses
 * slower than 2 s, changes to the canary and broken rules of `db:check`.
 */
async function fuzz(count: number): Promise<FuzzFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'openstall-fuzz-'))
  const embedded = await openEmbeddedDatabase({ dataDir, log: () => {} })
  await migrate(embedded.connection, () => {})
  const market = await openFuzzTarget({ connection: embedded.connection, drop: async () => {} })
  try {
    const canaryBefore = JSON.stringify(await readCanary(market.db, market.canary))
    const rounds: FuzzFigures[] = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push(await runFuzz(market, { count: Math.ceil(count / ROUNDS), seed: 1 + round, maxMs: MAX_MS }))
    const figures = sumOf(rounds)
    if (JSON.stringify(await readCanary(market.db, market.canary)) !== canaryBefore)
      figures.failures.push('something of the canary was changed')
    const { blobs } = openBlobs(market.config)
    for (const { rule, count: times, examples } of await checkInvariants({ db: market.db, blobs }))
      figures.failures.push(`${rule}: ${times} times not, as in ${examples.join(', ')}`)
    blobs.close()
    return figures
  } finally {
    await market.close()
    await embedded.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function sumOf(rounds: FuzzFigures[]): FuzzFigures {
  const slowest = rounds.toSorted((a, b) => b.slowestMs - a.slowestMs)[0] as FuzzFigures
  const statuses: Record<string, number> = {}
  for (const round of rounds)
    for (const [status, times] of Object.entries(round.statuses)) statuses[status] = (statuses[status] ?? 0) + times
  const sum = (of: (figures: FuzzFigures) => number) => rounds.reduce((total, one) => total + of(one), 0)
  return {
    requests: sum((one) => one.requests),
    statuses,
    routesReached: Math.max(...rounds.map((one) => one.routesReached)),
    slowestMs: slowest.slowestMs,
    slowest: slowest.slowest,
    busy: sum((one) => one.busy),
    failures: rounds.flatMap((one) => one.failures),
  }
}

export const fuzzing: Scenario = {
  name: 'fuzz',
  title: '20,000 requests generated from the schemas of the routes, in all roles, with fixed seeds',
  async run({ findings, count }) {
    const figures = await fuzz(count(20_000, 2_000))
    const statuses = Object.entries(figures.statuses).map(([status, times]) => `${status} ×${times}`)
    findings.note('requests', figures.requests)
    findings.note('responses', statuses.join(', '))
    findings.note('routes that succeeded', figures.routesReached)
    findings.note('slowest response', figures.slowestMs, 'ms')
    findings.none('faults', figures.failures)
  },
}
