import type { ProtocolDeps } from '../protocol/deps.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { SessionLookup } from './session-lookup.ts'

export interface SessionDeps extends ProtocolDeps {
  accessTokens: AccessTokens
  sessions: SessionLookup
}
