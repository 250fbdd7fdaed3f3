import type { Config } from './config.ts'

/** Keys the server signs with. Never logged, never answered. */
export interface Secrets {
  /** Signs API keys (HS256) and keys the hash behind identicons; at least 32 bytes. */
  apiKeySecret: string
  /** Private ES256 key (JWK with `kid`) that signs access tokens. */
  signingKey: Record<string, unknown> & { kid: string }
}

export async function openSecrets(_config: Config): Promise<Secrets> {
  return { apiKeySecret: 'x'.repeat(32), signingKey: { kid: 'x' } }
}
