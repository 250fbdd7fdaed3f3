import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { type SlowStatement, slowStatements } from '../../../db/watch-client.ts'

/** Logs each statement that runs for a second, with its request or job and its process in `pg_stat_activity`. */
export function installSlowStatementLog(app: FastifyInstance): void {
  function log(message: unknown): void {
    const { context, statement, pid } = message as SlowStatement
    const { kind, id } = context
    app.log.warn({ event: 'slow_statement', [kind === 'request' ? 'reqId' : 'job']: id, pid, statement })
  }
  subscribe(slowStatements.name, log)
  app.addHook('onClose', async () => void unsubscribe(slowStatements.name, log))
}
