import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../../db/tables.ts'
import type { Messages } from '../../../pages/mail/messages.ts'
import type { Clock } from '../../../platform/config/clock.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Secrets } from '../../../platform/keys/secrets.ts'
import type { RateLimiter } from '../../../platform/load/rate-limit.ts'

/** What the use cases of every room need; each room adds its own. */
export interface ProtocolDeps {
  config: Config
  db: Db
  clock: Clock
  secrets: Secrets
  limiter: RateLimiter
  messages: Messages
}

/** Where results of sign-in are logged as events: user ids and hashes, never addresses or secrets. */
export type EventLog = Pick<FastifyBaseLogger, 'info' | 'warn'>
