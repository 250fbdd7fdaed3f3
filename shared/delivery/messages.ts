import { defineMessages } from '../kernel/define-messages.ts'
import { formatList } from '../kernel/locale.ts'

/** Delivery as buyers read of it. */
export const deliveryMessages = defineMessages('delivery', {
  notDelivered:
    '{known, select, yes {{count, plural, one {{sellers} does not deliver to {country}.} other {{sellers} do not deliver to {country}.}}} other {{count, plural, one {{sellers} does not deliver at the moment.} other {{sellers} do not deliver at the moment.}}}}',
  methodGone: '{seller} has changed their delivery methods. Please choose again.',
  /** In place of the name of one who has no methods any more. */
  aSeller: 'A seller',
})

/** Says that sellers do not deliver to a country, by its name; to none currently where that is empty. */
export function notDeliveredText(sellers: readonly string[], country: string): string {
  const known = country ? 'yes' : 'no'
  return deliveryMessages.notDelivered({ sellers: formatList(sellers), count: sellers.length, country, known })
}
