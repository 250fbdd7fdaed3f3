import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../../db/tables.ts'
import type { Messages } from '../../../pages/mail/messages.ts'
import type { Clock } from '../../../platform/config/clock.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Secrets } from '../../../platform/keys/secrets.ts'
import type { RateLimiter } from '../../../platform/load/rate-limit.ts'

/** Dependencies common to all use cases; each folder adds its own. */
export interface ProtocolDeps {
  config: Config
  db: Db
  clock: Clock
  secrets: Secrets
  limiter: RateLimiter
  messages: Messages
}

/** The log of sign-in events: user ids and hashes, never addresses or secrets. */
export type EventLog = Pick<FastifyBaseLogger, 'info' | 'warn'>
