import { OPENING_STEPS, type OpeningStep } from '../../../shared/market/constants.ts'

/** Returns the address of a step of the guide. */
export function stepPath(step: OpeningStep): string {
  return step === OPENING_STEPS[0] ? '/admin/guide' : `/admin/guide?step=${step}`
}
