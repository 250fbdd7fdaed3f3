import type { ProtocolDeps } from '../protocol/deps.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { SessionLookup } from './session-lookup.ts'

/** What use cases that open, change or end sessions need. */
export interface SessionDeps extends ProtocolDeps {
  accessTokens: AccessTokens
  sessions: SessionLookup
}
