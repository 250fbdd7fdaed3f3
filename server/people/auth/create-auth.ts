import type { FastifyRequest } from 'fastify'
import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../../platform/config/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Channels } from '../../platform/data/channels.ts'
import type { Authenticate } from '../../platform/http/guards.ts'
import type { Secrets } from '../../platform/keys/secrets.ts'
import { createRateLimiter } from '../../platform/load/rate-limit.ts'
import { createPasswords, type PasswordCost, type PasswordDeps } from './passwords/passwords.ts'
import { AUTH_BASE } from './protocol/deps.ts'
import { noAuthorization } from './protocol/errors.ts'
import { createProviders } from './providers/oauth/providers.ts'
import type { ProviderDeps } from './providers/provider.ts'
import { createSsoProviders } from './providers/sso/sso-providers.ts'
import { createAccessTokens } from './sessions/access-tokens.ts'
import { createApiKeys } from './sessions/api-keys.ts'
import { createSessionLookup } from './sessions/session-lookup.ts'

export interface AuthDeps extends PasswordDeps, ProviderDeps {
  /** For public routes that do more for signed-in callers. */
  authenticate: Authenticate
}

export type Auth = ReturnType<typeof createAuth>

/** Creates the services of sign-in, once per process. Throws an Error that names a wrong setting. */
export function createAuth(deps: {
  config: Config
  db: Db
  channels: Channels
  clock: Clock
  secrets: Secrets
  passwordCost?: PasswordCost
}) {
  const { config, db, clock, secrets } = deps
  const apiKeys = createApiKeys({ secrets, clock })
  const accessTokens = createAccessTokens({ secrets, apiKeys, issuer: `${config.siteUrl}${AUTH_BASE}`, clock })
  const passwords = createPasswords(config, deps.passwordCost)
  const sessions = createSessionLookup(deps)
  const providers = createProviders(config.authProviders)
  const sso = createSsoProviders(config.ssoProviders, config.siteUrl)
  const limiter = createRateLimiter({ db, secrets, enabled: config.rateLimits })
  return {
    async authenticate(request: FastifyRequest) {
      const token = tokenOf(request)
      if (!token) throw noAuthorization()
      const claims = await accessTokens.verify(token)
      return sessions.find(claims.sub, claims.session_id)
    },
    apiKey: secrets.apiKey,
    apiKeys,
    services: { accessTokens, passwords, sessions, limiter, providers, sso },
  }
}

function tokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}
