import { parseJson } from './stored-text.ts'

/** The id of the session an access token belongs to; null when the text is no such token. Nothing is verified. */
export function sessionIdOf(token: string | null): string | null {
  const part = token?.split('.')[1]
  if (!part) return null
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    const claims = parseJson(new TextDecoder().decode(bytes))
    if (typeof claims !== 'object' || claims === null || !('session_id' in claims)) return null
    return typeof claims.session_id === 'string' ? claims.session_id : null
  } catch {
    return null
  }
}
