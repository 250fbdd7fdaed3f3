import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { hasOutboxPage } from '../../platform/config/loopback.ts'
import type { Messages } from './messages.ts'
import { outboxPublicRoutes } from './public-routes.ts'

/** The outbox, only where just this machine can open it: its mails hold links that sign users in. */
export async function mailRoutes(
  app: FastifyInstance,
  { config, messages }: { config: Pick<Config, 'databaseUrl' | 'host' | 'siteUrl'>; messages: Messages },
): Promise<void> {
  if (hasOutboxPage(config)) await outboxPublicRoutes(app, { outbox: messages.outbox, siteUrl: config.siteUrl })
}
