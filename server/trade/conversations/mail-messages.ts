import type { Tx } from '../../../db/tables.ts'
import { conversationPath } from '../../../shared/conversations/constants.ts'
import { conversationMailMessages } from '../../../shared/conversations/messages.ts'
import { sellerOrderId } from '../../../shared/fulfilment/rules.ts'
import { type MailParts, mailSettings } from '../../pages/mail/layout.ts'
import type { MailingDeps } from '../../pages/mail/messages.ts'
import { readActiveEmails } from '../../people/accounts/lookup-queries.ts'
import { listUnwanted } from '../../people/notifications/queries.ts'
import { DAY_SECONDS, secondsBefore } from '../../platform/config/clock.ts'
import { exclusiveStep, type OutboxStep } from '../../platform/jobs/outbox.ts'
import { listSellerNames } from '../../shop/catalog/products/seller-page-queries.ts'
import {
  areSidesToMail,
  type DueSide,
  listMessagesToMail,
  lockDueSides,
  type MessageToMail,
  setMailed,
} from './mail-queries.ts'

const BATCH = 20
/** Older messages come from a restored backup, and are not mailed. */
const MAX_AGE_SECONDS = DAY_SECONDS
/** Messages per mail; the rest is left out. */
const MAX_MAILED = 20

/** Mails unread messages to buyers and sellers, each message once. */
export function mailingMessages(deps: MailingDeps): OutboxStep {
  const run = (tx: Tx) => mailMessages(tx, deps)
  return exclusiveStep(deps.db, { name: 'conversation-mails', isDue: areSidesToMail, run })
}

async function mailMessages(tx: Tx, { clock, config, messages }: MailingDeps): Promise<boolean> {
  const now = clock()
  const due = await lockDueSides(tx, now, BATCH)
  if (!due.length) return false
  const userIds = [...new Set(due.map(({ user_id }) => user_id))]
  const [emails, unwanted] = [await readActiveEmails(tx, userIds), await listUnwanted(tx, userIds)]
  const names = await listSellerNames(tx, [...new Set(due.map(({ seller_id }) => seller_id))])
  for (const side of due) {
    const to = emails.get(side.user_id)
    const isWanted = to && !unwanted.get(side.user_id)?.has('order_message')
    const unread = isWanted ? await listMessagesToMail(tx, side, secondsBefore(now, MAX_AGE_SECONDS)) : []
    const last = unread.at(-1)
    if (to && last) {
      const seller = names.get(side.seller_id)?.name ?? ''
      const data = () => mailOf(side, unread, { seller, ...config })
      const about = `messages:${side.order_id}-${side.number}:${side.side}:${last.number}`
      await messages.queueMail(tx, { template: 'order_message', to, data, about })
    }
    await setMailed(tx, side, last && { to: last.number, at: now })
  }
  return due.length === BATCH
}

function mailOf(
  { side, order_id, number }: DueSide,
  unread: readonly MessageToMail[],
  { seller, siteUrl }: { seller: string; siteUrl: string },
): MailParts {
  const { newMessages, lead, writers, more, button, buyer, marketplace } = conversationMailMessages
  const id = sellerOrderId(order_id, number)
  const names = { buyer: writers.buyer, seller, admin: writers.admin }
  const from = { buyer, seller, admin: marketplace }[unread[0]?.by_role ?? 'admin']
  const left = unread.length - MAX_MAILED
  return {
    subject: newMessages({ count: unread.length, from, sellerOrderId: id }),
    lead: lead({ sellerOrderId: id }),
    facts: unread.slice(0, MAX_MAILED).map(({ by_role, text }) => ({ title: names[by_role], lines: text.split('\n') })),
    ...(left > 0 && { note: more({ count: left }) }),
    button: { text: button, link: `${siteUrl}${conversationPath(side, order_id, number)}` },
    settings: mailSettings(side, siteUrl),
  }
}
