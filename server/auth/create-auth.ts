import type { FastifyRequest } from 'fastify'
import type { Db } from '../../db/tables.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Authenticate } from '../platform/guards.ts'
import type { Notifications } from '../platform/notifications.ts'
import { createRateLimiter } from '../platform/rate-limit.ts'
import type { Secrets } from '../platform/secrets.ts'
import { createAccessTokens } from './access-tokens.ts'
import { type ApiKeys, createApiKeys } from './api-keys.ts'
import { AUTH_BASE } from './auth-base.ts'
import type { AuthDeps } from './auth-deps.ts'
import { noAuthorization } from './errors.ts'
import { createProviders } from './oauth/providers.ts'
import { createPasswords } from './passwords.ts'
import { createSessionLookup } from './session-lookup.ts'
import { createSsoProviders } from './sso/sso-providers.ts'

export interface Auth {
  authenticate: Authenticate
  /**
   * Whether a request carries an access token of a seller or an admin, by the token alone. Gives no rights: only says
   * whose reads must show their own changes.
   */
  writesCatalog(request: FastifyRequest): Promise<boolean>
  /** The public key of the sign-in client, published in the page. */
  apiKey: string
  /** Which keys requests may carry. */
  apiKeys: ApiKeys
  /** What the routes of sign-in work with. */
  services: Pick<AuthDeps, 'accessTokens' | 'passwords' | 'sessions' | 'limiter' | 'providers' | 'sso'>
}

/** Makes everything sign-in needs, once for the process. */
export function createAuth(deps: {
  config: Config
  db: Db
  notifications: Notifications
  clock: Clock
  secrets: Secrets
}): Auth {
  const { config, db, clock, secrets } = deps
  const apiKeys = createApiKeys({ secrets, clock })
  const accessTokens = createAccessTokens({ secrets, apiKeys, issuer: `${config.siteUrl}${AUTH_BASE}`, clock })
  const passwords = createPasswords({
    minLength: config.passwordMinLength,
    commonRefused: config.commonPasswordsRefused,
  })
  const sessions = createSessionLookup(deps)
  const providers = createProviders(config.authProviders)
  const sso = createSsoProviders(config.ssoProviders, config.siteUrl)
  const limiter = createRateLimiter({ db, secrets, enabled: config.rateLimits })
  return {
    async authenticate(request) {
      const token = tokenOf(request)
      if (!token) throw noAuthorization()
      const claims = await accessTokens.verify(token)
      return sessions.find(claims.sub, claims.session_id)
    },
    async writesCatalog(request) {
      const token = tokenOf(request)
      if (!token) return false
      const claims = await accessTokens.verify(token).catch(() => undefined)
      return claims?.app_metadata?.role === 'seller' || claims?.app_metadata?.role === 'admin'
    },
    apiKey: secrets.apiKey,
    apiKeys,
    services: { accessTokens, passwords, sessions, limiter, providers, sso },
  }
}

function tokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}
