import { defineMessages } from '../kernel/define-messages.ts'

/** What buyers read about delivery. */
export const deliveryMessages = defineMessages('delivery', {
  notDelivered:
    '{known, select, yes {{count, plural, one {{sellers} does not deliver to {country}.} other {{sellers} do not deliver to {country}.}}} other {{count, plural, one {{sellers} does not deliver at present.} other {{sellers} do not deliver at present.}}}}',
  methodGone: '{seller} has changed its delivery methods. Please choose again.',
})
