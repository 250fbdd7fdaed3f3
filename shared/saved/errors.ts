import { commonErrors, type ErrorDefinitions } from '../kernel/errors.ts'

export const savedErrors = {
  ...commonErrors,
  buyers_only: { status: 403, text: 'Only buyers have a wish list.' },
} as const satisfies ErrorDefinitions
