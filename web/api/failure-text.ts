import { limitRefusals, type RefusalTexts, refusalText } from '../../shared/kernel/refusals.ts'
import { apiErrorOf } from './api.ts'

/** Returns the text for a failed call by its refusal's code; `otherwise` for unknown codes and calls without a response. */
export function failureText(error: unknown, texts: RefusalTexts, otherwise: string): string {
  const refusal = apiErrorOf(error)
  return (refusal && refusalText({ ...limitRefusals, ...texts }, refusal.code, refusal.details)) ?? otherwise
}
