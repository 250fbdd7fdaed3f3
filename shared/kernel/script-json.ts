const ESCAPED = /[<\u2000-\u2bff]/g

/**
 * Returns JSON that cannot end its script element. Also escapes punctuation and symbols beyond Latin-1: see
 * `web/app/static-parts.tsx`.
 */
export function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    ESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
