import { hash } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import { createCache } from '../platform/cache.ts'
import type { Clock } from '../platform/clock.ts'
import type { Secrets } from '../platform/secrets.ts'

const ALGORITHM = 'HS256'
const ROLES = ['anon', 'service_role'] as const
type ApiKeyRole = (typeof ROLES)[number]
const CHECKED_MAX_AGE_MS = 60_000
const CHECKED_MAX_ENTRIES = 1_000

export interface ApiKeys {
  /** Whether we, or an operator with our secret, made this key, and it has not ended. */
  isOurs(key: string): Promise<boolean>
  /** What the key says its holder is; undefined for everything that is not a key of ours. */
  roleOf(key: string): Promise<ApiKeyRole | undefined>
}

/**
 * Knows API keys: tokens signed with the API key secret that say `anon` or `service_role`. In sign-in, whichever it is, a
 * key only opens the door to the service; it stands for nobody and gives no rights. File storage obeys `service_role`.
 */
export function createApiKeys({ secrets, clock }: { secrets: Secrets; clock: Clock }): ApiKeys {
  const secret = new TextEncoder().encode(secrets.apiKeySecret)
  const checked = createCache<ApiKeyRole | null>({
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

  async function roleOf(key: string): Promise<ApiKeyRole | undefined> {
    if (key === secrets.apiKey) return 'anon'
    return (await checked.get(hash('sha256', key, 'base64url'), () => check(key))) ?? undefined
  }

  return { roleOf, isOurs: async (key) => (await roleOf(key)) !== undefined }
}
