import { auditMessages } from '../../../../shared/audit/messages.ts'
import { orderMessages } from '../../../../shared/orders/messages.ts'
import { orderListMessages } from '../../../../shared/orders/order-list-messages.ts'
import type { OrderChange } from '../../../../shared/orders/schema.ts'
import { LocalDate } from '../../../ui/local-date.tsx'
import { Sentence } from '../../../ui/sentence.tsx'

/** The state changes of an order with admin and time, newest first. */
export function OrderHistory({ changes }: { changes: readonly OrderChange[] }) {
  return (
    <div>
      <h3 className="mb-2 font-bold">{orderListMessages.history}</h3>
      {changes.length === 0 && <p className="text-muted">{orderListMessages.noHistory}</p>}
      <ol aria-label={orderListMessages.history} className="grid gap-2">
        {changes.map((change) => (
          <li key={change.created_at + change.to} className="flex flex-wrap justify-between gap-x-6">
            <StateChange change={change} />
            <span className="text-sm text-muted wrap-anywhere">
              <Sentence
                text={orderListMessages.changedBy}
                parts={{ name: change.admin_name, time: <LocalDate at={change.created_at} precise /> }}
              />
            </span>
            {change.reason && (
              <span className="w-full text-sm wrap-anywhere">
                <Sentence text={auditMessages.reasonGiven} parts={{ reason: change.reason }} />
              </span>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

function StateChange({ change }: { change: OrderChange }) {
  const { [change.from]: from, [change.to]: to } = orderMessages.states
  return (
    <span className="font-medium">
      <span aria-hidden>{orderListMessages.stateChange(from, to)}</span>
      <span className="sr-only">{orderListMessages.stateChangeSpoken(from, to)}</span>
    </span>
  )
}
