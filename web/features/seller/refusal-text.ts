import { apiErrorOf } from '../../api/api.ts'

/** Answers that say nothing about what was asked for. */
const UNTELLING = ['unexpected_error', 'busy']

/** Why the server refused, or which step failed, in its own words when it tells; else `otherwise`. */
export function refusalText(error: unknown, otherwise: string): string {
  const refusal = apiErrorOf(error)
  return refusal && !UNTELLING.includes(refusal.code) ? refusal.message : otherwise
}
