import { commonErrors, type ErrorDefinitions } from '../kernel/errors.ts'

export const alertErrors = {
  ...commonErrors,
  buyers_only: { status: 403, text: 'Only buyers are notified of products that are back.' },
  not_sold_out: { status: 409, text: 'This product can be ordered now.' },
  too_many_alerts: {
    status: 409,
    text: ({ limit }: { limit: number }) => `You already have ${limit} restock alerts. Remove one first.`,
  },
} as const satisfies ErrorDefinitions
