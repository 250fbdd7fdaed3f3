import type { Tx } from '../../../db/tables.ts'
import { formatCalendarDay } from '../../../shared/kernel/calendar.ts'
import { sellerMails } from '../../../shared/sellers/mail-messages.ts'
import { mailSettings } from '../../pages/mail/layout.ts'
import type { MailingDeps } from '../../pages/mail/messages.ts'
import { listActiveAdmins, readActiveEmails } from '../../people/accounts/lookup-queries.ts'
import { listUnwanted, notify } from '../../people/notifications/queries.ts'

export type SellerMailing = Pick<MailingDeps, 'config' | 'messages'>

interface SellerMail {
  seller_id: string
  what: 'approved' | 'refused' | 'fix_by' | 'overdue'
  reason?: string | undefined
  /** The last day of the correction, and whether the products are in the shop until then. */
  day?: string
  sells?: boolean
}

/** Mails a seller the decision about the shop. */
export async function mailSeller(
  tx: Tx,
  { config, messages }: SellerMailing,
  { seller_id, what, reason, day = '', sells = false }: SellerMail,
): Promise<void> {
  const to = (await readActiveEmails(tx, [seller_id])).get(seller_id)
  if (!to) return
  const data = () => {
    const { subject, lead } = sellerMails[what]
    return {
      subject,
      lead: typeof lead === 'function' ? lead({ day: formatCalendarDay(day), sells: String(sells) }) : lead,
      facts: reason ? [{ title: sellerMails.reason, lines: [reason] }] : [],
      button: { text: sellerMails.toShop, link: `${config.siteUrl}/seller/settings/shop` },
    }
  }
  await messages.queueMail(tx, { template: 'account_update', to, data })
}

/** Notifies the admins of sellers that one asks for approval, by mail too unless turned off. */
export async function announceAsking(
  tx: Tx,
  { config, messages }: SellerMailing,
  { seller_id, name, now }: { seller_id: string; name: string; now: Date },
): Promise<void> {
  const admins = await listActiveAdmins(tx, 'sellers')
  const path = `/admin/users/sellers?seller=${seller_id}`
  await notify(
    tx,
    admins.map((user_id) => ({ user_id, kind: 'seller_asks', facts: { name }, path })),
    now,
  )
  const [emails, unwanted] = [await readActiveEmails(tx, admins), await listUnwanted(tx, admins)]
  const mails = admins.flatMap((id) => {
    const to = emails.get(id)
    if (!to || unwanted.get(id)?.has('seller_asks')) return []
    const data = () => ({
      subject: sellerMails.asks.subject({ name }),
      lead: sellerMails.asks.lead({ name }),
      button: { text: sellerMails.toSeller, link: config.siteUrl + path },
      settings: mailSettings('admin', config.siteUrl),
    })
    return [{ template: 'account_update' as const, to, data }]
  })
  await messages.queueMails(tx, mails)
}
