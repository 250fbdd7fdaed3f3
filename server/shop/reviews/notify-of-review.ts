import type { Tx } from '../../../db/tables.ts'
import type { Role } from '../../../shared/accounts/constants.ts'
import { reviewMails } from '../../../shared/reviews/messages.ts'
import { howToSwitchOff, type MailParts } from '../../pages/mail/layout.ts'
import type { Messages } from '../../pages/mail/messages.ts'
import { readContacts } from '../../people/accounts/lookup-queries.ts'
import { listUnwanted, notify } from '../../people/notifications/queries.ts'

export interface NotifyingDeps {
  config: { siteUrl: string }
  messages: Messages
}

interface ReviewedProduct {
  product_id: string
  product_name: string
  in_shop?: boolean
}

/** A new review or answer. */
interface ReviewEvent {
  product: ReviewedProduct
  text: string
  now: Date
}

interface ReviewNotice extends Pick<ReviewEvent, 'product' | 'now'> {
  to: string
  kind: 'new_review' | 'review_answered'
  facts: Record<string, string | number>
  /** Makes the mail in the reader's language. */
  mail: () => Omit<MailParts, 'settings'>
  role: Role
}

const pathOf = ({ product_id, in_shop = true }: ReviewedProduct) =>
  in_shop ? `/product/${product_id}#reviews` : '/seller/notifications'

/** Notifies a seller of a new review, by mail too unless turned off. */
export function notifySeller(
  tx: Tx,
  deps: NotifyingDeps,
  { seller_id, product, rating, text, now }: ReviewEvent & { seller_id: string; rating: number },
): Promise<void> {
  return send(tx, deps, {
    to: seller_id,
    kind: 'new_review',
    product,
    facts: { product: product.product_name, stars: rating },
    mail: () => {
      const { subject, heading, lead, text: title, button } = reviewMails.newReview
      const shown = { product: product.product_name, stars: rating }
      return {
        subject: subject(shown),
        heading,
        lead: lead(shown),
        ...(text && { facts: [{ title, lines: text.split('\n') }] }),
        button: { text: button, link: deps.config.siteUrl + pathOf(product) },
      }
    },
    role: 'seller',
    now,
  })
}

/** Notifies a buyer of the seller's answer, by mail too unless turned off. */
export function notifyBuyer(
  tx: Tx,
  deps: NotifyingDeps,
  { buyer_id, product, seller, text, now }: ReviewEvent & { buyer_id: string; seller: string },
): Promise<void> {
  return send(tx, deps, {
    to: buyer_id,
    kind: 'review_answered',
    product,
    facts: { product: product.product_name, seller },
    mail: () => {
      const { subject, heading, lead, text: title, button } = reviewMails.answered
      const shown = { product: product.product_name, seller }
      return {
        subject: subject(shown),
        heading,
        lead: lead(shown),
        facts: [{ title, lines: text.split('\n') }],
        button: { text: button, link: deps.config.siteUrl + pathOf(product) },
      }
    },
    role: 'buyer',
    now,
  })
}

async function send(tx: Tx, { config, messages }: NotifyingDeps, notice: ReviewNotice): Promise<void> {
  const { to, kind, product, facts, mail, role, now } = notice
  await notify(tx, [{ user_id: to, kind, facts, path: pathOf(product) }], now)
  const [contacts, unwanted] = [await readContacts(tx, [to]), await listUnwanted(tx, [to])]
  const email = contacts.get(to)?.email
  if (!email || unwanted.get(to)?.has(kind)) return
  const data = () => ({ ...mail(), settings: howToSwitchOff(role, config.siteUrl) })
  await messages.queueMail(tx, { template: 'review_news', to: email, data })
}
