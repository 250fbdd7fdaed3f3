import { progressMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { formatList } from '../../../shared/kernel/locale.ts'

interface LineCountsProps {
  line: { cancelled: number; sent: number; returned_units: number }
}

/** How many units of a line were sent, came back and were cancelled; nothing while there are none. */
export function LineCounts({ line: { cancelled, sent, returned_units } }: LineCountsProps) {
  const { counts } = progressMessages
  const parts = [
    sent > 0 && counts.sent(sent),
    returned_units > 0 && counts.returned(returned_units),
    cancelled > 0 && counts.cancelled(cancelled),
  ].filter((part) => part !== false)
  return parts.length > 0 && <span className="ms-1">· {formatList(parts)}</span>
}
