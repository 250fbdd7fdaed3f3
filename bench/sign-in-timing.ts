import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDatabase } from '../db/connect.ts'
import { openEmbeddedDatabase } from '../db/embedded/open-embedded-database.ts'
import { migrate } from '../db/migrate.ts'
import { buildApp } from '../server/app.ts'
import { systemClock } from '../server/platform/config/clock.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { openSecrets } from '../server/platform/keys/secrets.ts'
import { median } from './percentile.ts'

// Checks that response times do not reveal whether an address has an account: `node bench/sign-in-timing.ts`.
const ROUNDS = 300
const WARM_UP = 20
const BUDGET_MS = 5
const KNOWN = 'known@example.com'

async function post(url: string, apikey: string, body: object): Promise<{ status: number; ms: number }> {
  const beganAt = performance.now()
  const response = await fetch(url, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - beganAt }
}

/** Alternates failed sign-ins with and without an account, so that noise affects both; returns the medians. */
async function measure(origin: string, apiKey: string): Promise<{ known: number; unknown: number }> {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const side of round % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const email = side === 'known' ? KNOWN : `unknown-${round}@example.com`
      const body = { email, password: 'a wrong long phrase' }
      const { status, ms } = await post(`${origin}/auth/v1/token?grant_type=password`, apiKey, body)
      if (status !== 400) throw new Error(`a wrong sign-in returned ${status}`)
      if (round >= 0) times[side].push(ms)
    }
  }
  return { known: median(times.known), unknown: median(times.unknown) }
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'openstall-bench-'))
  const toClose: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })]
  try {
    const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', RATE_LIMITS: 'off' }, false)
    const { connection, close } = await openEmbeddedDatabase({ dataDir, log: () => {} })
    toClose.push(close)
    await migrate(connection, () => {})
    const db = connectDatabase(connection)
    toClose.push(() => db.destroy())
    const secrets = await openSecrets(config)
    const readiness = { accepting: true }
    const app = await buildApp({ config, db, connection, clock: systemClock, secrets, renderer: null, readiness })
    toClose.push(() => app.close())
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    await post(`${origin}/auth/v1/signup`, secrets.apiKey, { email: KNOWN, password: 'a long enough phrase' })
    const { known, unknown } = await measure(origin, secrets.apiKey)
    const difference = Math.abs(known - unknown)
    console.log(`Wrong sign-in, account known      ${known.toFixed(2)} ms (median of ${ROUNDS})`)
    console.log(`Wrong sign-in, no such account    ${unknown.toFixed(2)} ms`)
    console.log(`Difference                        ${difference.toFixed(2)} ms   (budget ${BUDGET_MS} ms)`)
    if (difference > BUDGET_MS) process.exitCode = 1
  } finally {
    for (const close of toClose.reverse()) await close()
  }
}

await main()
