import { subscribe } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'
import { type EndedStatement, statements } from '../../db/watch-client.ts'

// Loaded into a server (`--import`): from SIGUSR2 on it counts the statements of requests, and kills the server right after
// the one that KILL_AFTER names, before anything is made of its result.

const killAfter = Number(process.env.KILL_AFTER)
let counted = -1
process.on('SIGUSR2', () => {
  counted = 0
})
subscribe(statements.name, (message) => {
  const { context, text } = message as EndedStatement
  if (counted < 0 || context.kind !== 'request' || ++counted < killAfter) return
  writeSync(2, `killed after: ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 90)}\n`)
  process.kill(process.pid, 'SIGKILL')
})
