import { connectDatabase } from '../../db/connect.ts'
import { buildApp } from '../../server/app.ts'
import { systemClock } from '../../server/platform/config/clock.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { openSecrets } from '../../server/platform/keys/secrets.ts'

/**
 * The server in its own process, on an existing database, for tests that kill it. Its database, data folder and optional port
 * come as one JSON argument; it prints its address and its public key.
 */
const { connection, dataDir, port = 0 } = JSON.parse(process.argv[2] ?? '')
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off', PAYMENTS: 'off' }, false)
const secrets = await openSecrets(config)
const db = connectDatabase(connection)
const app = await buildApp({
  config,
  db,
  connection,
  clock: systemClock,
  secrets,
  renderer: null,
  readiness: { accepting: true },
})
const address = await app.listen({ port, host: '127.0.0.1' })
console.log(JSON.stringify({ address, apiKey: secrets.apiKey }))
