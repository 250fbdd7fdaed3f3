import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors, jwtVerify } from 'jose'
import type { Clock } from '../../../platform/config/clock.ts'
import { Cache } from '../../../platform/data/cache.ts'
import type { Secrets } from '../../../platform/keys/secrets.ts'
import { ApiKeyRefused } from '../protocol/errors.ts'

const ALGORITHM = 'HS256'
const ROLES = ['anon', 'service_role'] as const
type ApiKeyRole = (typeof ROLES)[number]
const CHECKED_MAX_AGE_MS = 60_000
const CHECKED_MAX_ENTRIES = 1_000

export type ApiKeys = ReturnType<typeof createApiKeys>

/** Recognizes API keys: tokens of the roles `anon` and `service_role`; only the second gives rights, to files. */
export function createApiKeys({ secrets, clock }: { secrets: Secrets; clock: Clock }) {
  const secret = new TextEncoder().encode(secrets.apiKeySecret)
  const checked = new Cache<ApiKeyRole | null>({
    name: 'API keys',
    maxEntries: CHECKED_MAX_ENTRIES,
    maxAgeMs: CHECKED_MAX_AGE_MS,
  })

  async function check(key: string): Promise<ApiKeyRole | null> {
    try {
      const { payload } = await jwtVerify(key, secret, { algorithms: [ALGORITHM], currentDate: clock() })
      return (payload.sub === undefined && ROLES.find((role) => role === payload.role)) || null
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }

  /** Returns the role in a key, undefined for anything that is not a key of ours. */
  async function roleOf(key: string): Promise<ApiKeyRole | undefined> {
    if (key === secrets.apiKey) return 'anon'
    return (await checked.get(hash('sha256', key, 'base64url'), () => check(key))) ?? undefined
  }

  /** Returns whether a key was signed with our secret and has not expired. */
  const isOurs = async (key: string) => (await roleOf(key)) !== undefined

  return { roleOf, isOurs }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    needsApiKey?: boolean
  }
}

/** Requires an API key, as header or query parameter `apikey`, before anything else is checked. */
export function installApiKeyCheck(app: FastifyInstance, apiKeys: ApiKeys): void {
  app.addHook('onRequest', async (request) => {
    if (request.is404 || !request.routeOptions.config.needsApiKey) return
    const key = request.headers.apikey ?? (request.query as FastifyRequest['query'] & { apikey?: unknown }).apikey
    if (key === undefined || key === '') throw new ApiKeyRefused('No API key found in request')
    if (typeof key !== 'string' || !(await apiKeys.isOurs(key))) throw new ApiKeyRefused('Invalid API key')
  })
}
