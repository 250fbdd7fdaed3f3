import type { Tx } from '../../../db/tables.ts'
import type { Role } from '../../../shared/accounts/constants.ts'
import { reviewMails } from '../../../shared/reviews/messages.ts'
import { type MailParts, mailSettings } from '../../pages/mail/layout.ts'
import type { MailingDeps } from '../../pages/mail/messages.ts'
import { readContacts } from '../../people/accounts/lookup-queries.ts'
import { listUnwanted, notify } from '../../people/notifications/queries.ts'

interface ReviewedProduct {
  product_id: string
  product_name: string
  in_shop: boolean
}

interface ReviewEvent {
  product: ReviewedProduct
  text: string
  now: Date
}

interface ReviewNotice extends ReviewEvent {
  to: string
  role: Role
  kind: 'new_review' | 'review_answered'
  facts: Record<string, string | number>
  /** Returns the texts of the mail in the reader's language. */
  mail: () => { subject: string; heading: string; lead: string; title: string; button: string }
}

function pathOf({ product: { product_id, in_shop }, role }: Pick<ReviewNotice, 'product' | 'role'>): string {
  if (in_shop) return `/product/${product_id}#reviews`
  return role === 'seller' ? '/seller/notifications' : '/notifications'
}

/** Notifies a seller of a new review, by mail too unless turned off. */
export function notifySeller(
  tx: Tx,
  deps: MailingDeps,
  { seller_id, rating, ...event }: ReviewEvent & { seller_id: string; rating: number },
): Promise<void> {
  const facts = { product: event.product.product_name, stars: rating }
  const mail = () => {
    const { subject, heading, lead, text: title, button } = reviewMails.newReview
    return { subject: subject(facts), heading, lead: lead(facts), title, button }
  }
  return send(tx, deps, { ...event, to: seller_id, role: 'seller', kind: 'new_review', facts, mail })
}

/** Notifies a buyer of the seller's answer, by mail too unless turned off. */
export function notifyBuyer(
  tx: Tx,
  deps: MailingDeps,
  { buyer_id, seller, ...event }: ReviewEvent & { buyer_id: string; seller: string },
): Promise<void> {
  const facts = { product: event.product.product_name, seller }
  const mail = () => {
    const { subject, heading, lead, text: title, button } = reviewMails.answered
    return { subject: subject(facts), heading, lead: lead(facts), title, button }
  }
  return send(tx, deps, { ...event, to: buyer_id, role: 'buyer', kind: 'review_answered', facts, mail })
}

async function send(tx: Tx, { config, messages }: MailingDeps, notice: ReviewNotice): Promise<void> {
  const { to, role, kind, facts, text, now, mail } = notice
  const path = pathOf(notice)
  await notify(tx, [{ user_id: to, kind, facts, path }], now)
  const [contacts, unwanted] = [await readContacts(tx, [to]), await listUnwanted(tx, [to])]
  const email = contacts.get(to)?.email
  if (!email || unwanted.get(to)?.has(kind)) return
  const data = (): MailParts => {
    const { title, button, ...texts } = mail()
    return {
      ...texts,
      facts: text ? [{ title, lines: text.split('\n') }] : [],
      button: { text: button, link: config.siteUrl + path },
      settings: mailSettings(role, config.siteUrl),
    }
  }
  await messages.queueMail(tx, { template: 'review_update', to: email, data })
}
