import { hash } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import { createCache } from '../platform/cache.ts'
import type { Clock } from '../platform/clock.ts'
import type { Secrets } from '../platform/secrets.ts'

const ALGORITHM = 'HS256'
const ROLES = ['anon', 'service_role']
const CHECKED_MAX_AGE_MS = 60_000
const CHECKED_MAX_ENTRIES = 1_000

export interface ApiKeys {
  /** Whether we, or an operator with our secret, made this key, and it has not ended. */
  isOurs(key: string): Promise<boolean>
}

/**
 * Knows API keys: tokens signed with the API key secret that say `anon` or `service_role`. Whichever it is, a key only
 * opens the door to the service; it stands for nobody and gives no rights.
 */
export function createApiKeys({ secrets, clock }: { secrets: Secrets; clock: Clock }): ApiKeys {
  const secret = new TextEncoder().encode(secrets.apiKeySecret)
  const checked = createCache<boolean>({
    name: 'API keys',
    maxEntries: CHECKED_MAX_ENTRIES,
    maxAgeMs: CHECKED_MAX_AGE_MS,
  })

  async function check(key: string): Promise<boolean> {
    try {
      const { payload } = await jwtVerify(key, secret, { algorithms: [ALGORITHM], currentDate: clock() })
      return payload.sub === undefined && typeof payload.role === 'string' && ROLES.includes(payload.role)
    } catch (error) {
      if (error instanceof errors.JOSEError) return false
      throw error
    }
  }

  return {
    isOurs: async (key) => key === secrets.apiKey || checked.get(hash('sha256', key, 'base64url'), () => check(key)),
  }
}
