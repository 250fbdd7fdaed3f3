import { subscribe } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'
import { type EndedStatement, statements } from '../../db/watch-client.ts'

// Loaded into a server (`--import`): on SIGALRM it prints how many statements requests have sent to the database so far.

let counted = 0
subscribe(statements.name, (message) => {
  if ((message as EndedStatement).context.kind === 'request') counted++
})
process.on('SIGALRM', () => writeSync(2, `statements of requests: ${counted}\n`))
