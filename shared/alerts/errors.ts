import { defineErrors, defineMessages } from '../kernel/define-messages.ts'
import { commonErrors } from '../kernel/errors.ts'

const texts = defineMessages('alertErrorTexts', {
  tooMany: 'You already have {limit} restock alerts. Remove one first.',
})

export const alertErrors = defineErrors('alertErrors', {
  ...commonErrors,
  buyers_only: { status: 403, text: 'Only buyers can get restock alerts.' },
  not_sold_out: { status: 409, text: 'This product can be ordered now.' },
  too_many_alerts: {
    status: 409,
    text: ({ limit }: { limit: number }) => texts.tooMany({ limit }),
  },
})
