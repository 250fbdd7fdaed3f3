import { parseJson } from '../api/browser-storage.ts'

/** Returns the id of the session an access token belongs to; null when the text is not a token. Verifies nothing. */
export function sessionIdOf(token: string | null): string | null {
  const { session_id } = claimsOf(token)
  return typeof session_id === 'string' ? session_id : null
}

/** Returns whether the token says that the user passed a second factor. Verifies nothing. */
export function hasSecondFactor(token: string): boolean {
  return claimsOf(token).aal === 'aal2'
}

/** Returns when the token was issued, in seconds of the server's clock; null when it does not say. Verifies nothing. */
export function issuedAt(token: string): number | null {
  const { iat } = claimsOf(token)
  return typeof iat === 'number' ? iat : null
}

function claimsOf(token: string | null): { session_id?: unknown; aal?: unknown; iat?: unknown } {
  const part = token?.split('.')[1]
  if (!part) return {}
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    const claims = parseJson(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}
