import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/tables.ts'
import type { Messages } from '../mail/messages.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Authenticate } from '../platform/guards.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { Providers } from './oauth/providers.ts'
import type { Passwords } from './passwords.ts'
import type { SessionLookup } from './session-lookup.ts'
import type { SsoProviders } from './sso/sso-providers.ts'

/** What the use cases of sign-in need. */
export interface AuthDeps {
  config: Config
  db: Db
  clock: Clock
  secrets: Secrets
  accessTokens: AccessTokens
  passwords: Passwords
  sessions: SessionLookup
  limiter: RateLimiter
  providers: Providers
  sso: SsoProviders
  /** For routes that are open to everyone and do more for who is signed in. */
  authenticate: Authenticate
  messages: Messages
}

/** Where results of sign-in are logged as events: user ids and hashes, never addresses or secrets. */
export type EventLog = Pick<FastifyBaseLogger, 'info' | 'warn'>
