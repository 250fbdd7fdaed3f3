import { rightMessages } from '../../../shared/accounts/right-messages.ts'
import { ADMIN_RIGHTS } from '../../../shared/accounts/rights.ts'
import { areaMessages } from '../../../shared/app/area-messages.ts'
import { ADMIN_ACTIONS, type AdminAction, type SETTINGS_ACTIONS } from '../../../shared/audit/constants.ts'
import { auditMessages } from '../../../shared/audit/messages.ts'
import type { Activity } from '../../../shared/audit/schema.ts'
import { bannerMessages } from '../../../shared/banners/messages.ts'
import { categoryAdminMessages } from '../../../shared/categories/admin-messages.ts'
import { formatList } from '../../../shared/kernel/locale.ts'
import { mailSettingsMessages } from '../../../shared/mail/settings-messages.ts'
import { marketMessages } from '../../../shared/market/messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { paymentWords } from '../../../shared/payments/messages.ts'
import { adminSellerMessages } from '../../../shared/sellers/admin-messages.ts'
import { factMessages } from '../../../shared/sellers/messages.ts'
import { pageMessages } from '../../../shared/site-pages/admin-messages.ts'
import { useSite } from '../../api/site.ts'
import { DifferenceTable } from '../../ui/difference-table.tsx'
import { Link } from '../../ui/link.tsx'
import { pageName } from './site-pages/page-parts.tsx'

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

/** The pages of settings, by the actions that change them. */
const SETTINGS_PAGES: Partial<Record<AdminAction, string>> = {
  change_market: '/admin/market',
  add_page: '/admin/pages',
  save_page: '/admin/pages',
  publish_page: '/admin/pages',
  unpublish_page: '/admin/pages',
  page_footer: '/admin/pages',
  order_pages: '/admin/pages',
  delete_page: '/admin/pages',
  add_category: '/admin/categories',
  change_category: '/admin/categories',
  order_categories: '/admin/categories',
  merge_category: '/admin/categories',
  add_banner: '/admin/banners',
  change_banner: '/admin/banners',
  order_banners: '/admin/banners',
  delete_banner: '/admin/banners',
  mail_texts: '/admin/mail',
  mail_server: '/admin/mail',
  approval_settings: '/admin/users/sellers',
} satisfies Record<(typeof SETTINGS_ACTIONS)[number], string>

/** Actions on one page, whose target is its slug. */
const OF_PAGES = ADMIN_ACTIONS.filter((action) => /_page$|^page_/.test(action))
const OF_INVITATIONS: readonly AdminAction[] = ['invite_staff', 'cancel_invitation']
const OF_SEARCH: readonly AdminAction[] = ['add_synonym', 'remove_synonym']

/** A link to the target of an action. */
export function TargetLink({ activity: { action, target, target_name } }: { activity: Activity }) {
  const { payments } = useSite()
  const settingsPage = SETTINGS_PAGES[action]
  if (OF_PAGES.includes(action) && action !== 'delete_page')
    return <TextLink to={`/admin/pages/${target}`}>{pageName({ slug: target })}</TextLink>
  if (settingsPage) return <TextLink to={settingsPage}>{settingsTarget({ action, target })}</TextLink>
  if (action === 'seller_approval')
    return <TextLink to={`/admin/users/sellers?seller=${target}`}>{target_name ?? target}</TextLink>
  if (OF_SEARCH.includes(action)) return <TextLink to="/admin/search">{target}</TextLink>
  if (OF_INVITATIONS.includes(action)) return <TextLink to="/admin/staff">{target}</TextLink>
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

/** The names of settings, and of what they belong to. */
const FIELDS: Readonly<Record<string, string>> = {
  market: marketMessages.heading,
  ...marketMessages.fields,
  ...pageMessages.fields,
  ...categoryAdminMessages.fields,
  banners: areaMessages.banners,
  ...bannerMessages.fields,
  mail: areaMessages.mail,
  sender_name: mailSettingsMessages.senderName,
  reply_to: mailSettingsMessages.replyTo,
  footer: mailSettingsMessages.footer,
  sellers: areaMessages.sellers,
  seller_approval: adminSellerMessages.settings,
  requirements: adminSellerMessages.requirements,
  host: mailSettingsMessages.host,
  port: mailSettingsMessages.port,
  encryption: mailSettingsMessages.encryption,
  user: mailSettingsMessages.user,
  password: mailSettingsMessages.password,
  sender: mailSettingsMessages.senderAddress,
}

function fieldText(field: string): string {
  return Object.hasOwn(FIELDS, field) ? (FIELDS[field] ?? field) : field
}

function settingsTarget({ action, target }: Pick<Activity, 'action' | 'target'>): string {
  return OF_PAGES.includes(action) ? pageName({ slug: target }) : fieldText(target)
}

/** Returns the heading of an action. */
export function actionHeading({ action, target, target_name }: Activity): string {
  const text = auditMessages.actions[action]
  if (SETTINGS_PAGES[action] && !OF_PAGES.includes(action)) return text
  const name = SETTINGS_PAGES[action] ? settingsTarget({ action, target }) : target_name
  return auditMessages.actionHeading({ action: text, target: name ?? target })
}

/** Returns what an action changed, in words. */
export function changeText({ action, from, to }: Pick<Activity, 'action' | 'from' | 'to'>): string {
  if (SETTINGS_PAGES[action] && to) return formatList(to.split(' ').map(fieldText))
  return auditMessages.changed({ from: valueText(from), to: valueText(to) })
}

const VALUES: Readonly<Record<string, string>> = {
  ...paymentWords.states,
  ...factMessages.states,
  ...auditMessages.values,
  ...orderMessages.states,
  ...factMessages.names,
}

/** Settings that are texts of an admin: a text may equal a word of `VALUES`. */
const FREE_TEXTS = [
  'slug',
  'merged_into',
  'name',
  'about',
  'contact',
  'title',
  'text',
  'action',
  'path',
  'order',
  'body',
  'sender_name',
  'reply_to',
  'footer',
  'user',
  'sender',
]

function settingText(field: string, value: unknown): string {
  if (value == null) return ''
  if (Array.isArray(value)) return formatList(value.map((one) => settingText(field, one)))
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (FREE_TEXTS.includes(field)) return text
  const values: Readonly<Record<string, string>> = field === 'encryption' ? mailSettingsMessages.encryptions : VALUES
  return values[text] ?? text
}

/** The settings that an action changed, before and after. */
export function SettingsDifference({ before, after }: NonNullable<Activity['difference']>) {
  const fields = Object.keys(after ?? before ?? {})
  return (
    <DifferenceTable
      isNarrow
      headings={{ field: auditMessages.field, one: auditMessages.before, other: auditMessages.after }}
      differences={fields.map((field) => ({
        label: fieldText(field),
        one: settingText(field, before?.[field]),
        other: settingText(field, after?.[field]),
      }))}
    />
  )
}

function valueText(value: string | null): string {
  if (value === null) return '–'
  const rights = value.split(' ').map((word) => ADMIN_RIGHTS.find((right) => right === word))
  const names = rights.flatMap((right) => (right ? [rightMessages.rights[right]] : []))
  return names.length === rights.length ? names.join(', ') : (VALUES[value] ?? value)
}
