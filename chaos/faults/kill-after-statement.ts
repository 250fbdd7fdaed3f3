import { subscribe } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'
import { type EndedStatement, statements } from '../../db/watch-client.ts'

// Loaded into a server (`--import`): kills it after statement number KILL_AFTER of an order, before its result is used.

const killAfter = Number(process.env.KILL_AFTER)
/** The id of the first request that locks a cart. */
let ordering: string | undefined
const LOCKS_CART = /insert into "carts"|with cart as materialized/
let counted = 0
subscribe(statements.name, (message) => {
  const { context, text } = message as EndedStatement
  if (context.kind === 'request' && LOCKS_CART.test(text)) ordering ??= context.id
  if (context.id !== ordering || ++counted < killAfter) return
  writeSync(2, `killed after: ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 90)}\n`)
  process.kill(process.pid, 'SIGKILL')
})
