import { createInterface } from 'node:readline'
import { openEmbeddedDatabase } from '../../db/embedded/open-embedded-database.ts'

// A server reduced to its use of the embedded database: opens it, prints its connection, and leaves when its input ends.
const say = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`)
try {
  const database = await openEmbeddedDatabase({
    dataDir: process.argv[2] ?? '.data',
    log: (message) => say({ log: message }),
  })
  say({ connection: database.connection })
  createInterface({ input: process.stdin }).once('close', () => void database.close())
} catch (error) {
  say({ refused: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
