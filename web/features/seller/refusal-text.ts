import { apiErrorOf } from '../../api/api.ts'

/** Why the server refused, in its own words when it says something a person can act on; else `otherwise`. */
export function refusalText(error: unknown, otherwise: string): string {
  const refusal = apiErrorOf(error)
  return refusal && refusal.status < 500 ? refusal.message : otherwise
}
