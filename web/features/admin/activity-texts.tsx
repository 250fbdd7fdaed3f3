import type { AdminAction } from '../../../shared/audit/constants.ts'
import { auditMessages } from '../../../shared/audit/messages.ts'
import type { Activity } from '../../../shared/audit/schema.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { paymentWords } from '../../../shared/payments/messages.ts'
import { useSite } from '../../api/site.ts'
import { Link } from '../../ui/link.tsx'

/** A link to the admin of an action. */
export function AdminLink({ activity: { admin_id, admin_name } }: { activity: Activity }) {
  return <TextLink to={`/admin/users?q=${admin_id}`}>{admin_name || admin_id}</TextLink>
}

/** Actions on payments; their target is an order if the payment has one. */
const OF_PAYMENTS: readonly AdminAction[] = [
  'refund',
  'refund_done',
  'payment_received',
  'payment_look',
  'surplus_returned',
  'dispute_answer',
]

const OF_SEARCH: readonly AdminAction[] = ['add_synonym', 'remove_synonym']

/** A link to the target of an action. */
export function TargetLink({ activity: { action, target, target_name } }: { activity: Activity }) {
  const { payments } = useSite()
  if (OF_SEARCH.includes(action)) return <TextLink to="/admin/search">{target}</TextLink>
  if (target.startsWith('ORD')) return <TextLink to={`/admin/orders?track=${target}`}>{target}</TextLink>
  if (target.startsWith('PRD')) return <TextLink to={`/admin/products?q=${target}`}>{target}</TextLink>
  if (target.startsWith('REV')) return <TextLink to={`/admin/reviews?q=${target}`}>{target}</TextLink>
  if (OF_PAYMENTS.includes(action) && !payments) return <span className="block wrap-anywhere">{target}</span>
  if (OF_PAYMENTS.includes(action)) return <TextLink to={`/admin/payments?q=${target}`}>{target}</TextLink>
  return <TextLink to={`/admin/users?q=${target}`}>{target_name ?? target}</TextLink>
}

/** A link of a table or a panel, on lines of its own. */
export function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="block underline underline-offset-2 wrap-anywhere sm:min-w-24">
      {children}
    </Link>
  )
}

/** Returns what an action changed, in words. */
export function changeText(from: string | null, to: string | null): string {
  return auditMessages.changed({ from: valueText(from), to: valueText(to) })
}

const VALUES: Readonly<Record<string, string>> = {
  ...paymentWords.states,
  ...auditMessages.values,
  ...orderMessages.states,
}

function valueText(value: string | null): string {
  return value === null ? '–' : (VALUES[value] ?? value)
}
