import { parseJson } from './stored-text.ts'

/** The id of the session an access token belongs to; null when the text is no such token. Nothing is verified. */
export function sessionIdOf(token: string | null): string | null {
  const { session_id } = claimsOf(token)
  return typeof session_id === 'string' ? session_id : null
}

/** Whether the token says that the person used a second factor, too. Nothing is verified. */
export function hasSecondFactor(token: string): boolean {
  return claimsOf(token).aal === 'aal2'
}

/** When the token was issued, by the server's clock, in seconds; null when it does not say. Nothing is verified. */
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
