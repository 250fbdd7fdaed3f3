import type { OrderChange } from '../../../shared/admin/schema.ts'
import { stateLabel } from '../../../shared/orders/rules.ts'
import { LocalDate } from '../../ui/local-date.tsx'

/** Who changed the state of an order, when, and how; newest first. */
export function OrderHistory({ changes }: { changes: readonly OrderChange[] }) {
  return (
    <div>
      <h3 className="mb-2 font-bold">History</h3>
      {changes.length === 0 && <p className="text-muted">The status was not changed yet.</p>}
      <ol aria-label="History" className="grid gap-2">
        {changes.map((change) => (
          <li key={change.created_at + change.to} className="flex flex-wrap justify-between gap-x-6">
            <span className="font-medium">
              {stateLabel(change.from)} <span aria-hidden>→</span>
              <span className="sr-only">to</span> {stateLabel(change.to)}
            </span>
            <span className="text-sm text-muted wrap-anywhere">
              {change.admin_name}, <LocalDate at={change.created_at} precise />
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
