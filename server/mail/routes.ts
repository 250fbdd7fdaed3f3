import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Messages } from './messages.ts'
import { outboxPublicRoutes } from './public-routes.ts'

/** The outbox; only with the embedded database, as its mails hold links that sign users in. */
export async function mailRoutes(
  app: FastifyInstance,
  { config, messages }: { config: Pick<Config, 'databaseUrl'>; messages: Messages },
): Promise<void> {
  if (!config.databaseUrl) await outboxPublicRoutes(app, { messages })
}
