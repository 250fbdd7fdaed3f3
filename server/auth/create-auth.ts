import { AuthenticationFailed } from '../platform/errors.ts'
import type { Authenticate } from '../platform/guards.ts'

export interface Auth {
  authenticate: Authenticate
  /** The public key of the sign-in client, published in the page. */
  apiKey: string
  close(): Promise<void>
}

export function createAuth(_deps: unknown): Auth {
  return {
    authenticate: async () => {
      throw new AuthenticationFailed(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
    },
    apiKey: '',
    close: async () => {},
  }
}
