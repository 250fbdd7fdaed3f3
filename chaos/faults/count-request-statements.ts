import { subscribe } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'
import { type EndedStatement, statements } from '../../db/watch-client.ts'

// Loaded into a server (`--import`): prints on SIGALRM the number of statements that requests have sent to the database.

let counted = 0
subscribe(statements.name, (message) => {
  if ((message as EndedStatement).context.kind === 'request') counted++
})
process.on('SIGALRM', () => writeSync(2, `statements of requests: ${counted}\n`))
