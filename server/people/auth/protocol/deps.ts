import { isIP } from 'node:net'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Db } from '../../../../db/tables.ts'
import type { Messages } from '../../../pages/mail/messages.ts'
import type { Clock } from '../../../platform/config/clock.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Secrets } from '../../../platform/keys/secrets.ts'
import { plainAddress } from '../../../platform/load/client-network.ts'
import type { RateLimiter } from '../../../platform/load/rate-limit.ts'

/** Path of the sign-in service; the site's address with it is the issuer of access tokens. */
export const AUTH_BASE = '/auth/v1'

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

const MAX_USER_AGENT_LENGTH = 512

export interface Device {
  user_agent: string | null
  ip: string | null
  /** For limits: the client's address, or the one that a proxy reports. */
  address: string
}

/** Returns the client's program and IP address, as a session records them. */
export function deviceOf(request: FastifyRequest): Device {
  const address = plainAddress(request.ip)
  return {
    user_agent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    ip: isIP(address) ? address : null,
    address: request.ip,
  }
}
