import type { SellerRequirement } from './constants.ts'
import type { SellerFacts } from './schema.ts'

const IS_MET: Record<SellerRequirement, (facts: SellerFacts) => boolean> = {
  kind: ({ is_trader }) => is_trader !== null,
  legal_name: ({ legal_name }) => legal_name !== '',
  legal_address: ({ legal_address }) => legal_address !== '',
  legal_phone: ({ legal_phone }) => legal_phone !== '',
  legal_email: ({ legal_email }) => legal_email !== '',
  register: ({ register_name, legal_number }) => register_name !== '' && legal_number !== '',
  certified: ({ certified_at }) => certified_at !== null,
  document: ({ document }) => document !== null,
}

/** Requirements that private sellers need not meet. */
const OF_TRADERS: readonly SellerRequirement[] = ['register', 'certified']

/** Returns the requirements that apply to a seller, each with whether it is met. */
export function requirementRows(facts: SellerFacts, required: readonly SellerRequirement[]) {
  return required
    .filter((one) => facts.is_trader !== false || !OF_TRADERS.includes(one))
    .map((requirement) => ({ requirement, isMet: IS_MET[requirement](facts) }))
}
