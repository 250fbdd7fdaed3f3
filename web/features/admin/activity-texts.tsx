import { auditMessages } from '../../../shared/audit/messages.ts'
import type { Activity } from '../../../shared/audit/schema.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { Link } from '../../ui/link.tsx'

/** Leads to the admin of an action. */
export function AdminLink({ activity: { admin_id, admin_name } }: { activity: Activity }) {
  return <TextLink to={`/admin/users?q=${admin_id}`}>{admin_name || admin_id}</TextLink>
}

/** Leads to the order, the product or the user of an action. */
export function TargetLink({ activity: { target, target_name } }: { activity: Activity }) {
  if (target.startsWith('ORD')) return <TextLink to={`/admin/orders?track=${target}`}>{target}</TextLink>
  if (target.startsWith('PRD')) return <TextLink to={`/admin/products?q=${target}`}>{target}</TextLink>
  return <TextLink to={`/admin/users?q=${target}`}>{target_name ?? target}</TextLink>
}

function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="block underline underline-offset-2 wrap-anywhere sm:min-w-24">
      {children}
    </Link>
  )
}

/** Returns what an action changed, in words. */
export function changeText(from: string | null, to: string | null): string {
  return auditMessages.changed(valueText(from), valueText(to))
}

const VALUES: Readonly<Record<string, string>> = { ...auditMessages.values, ...orderMessages.states }

function valueText(value: string | null): string {
  return value === null ? '–' : (VALUES[value] ?? value)
}
