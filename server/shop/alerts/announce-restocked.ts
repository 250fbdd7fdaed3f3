import type { Tx } from '../../../db/tables.ts'
import { backInStockMail } from '../../../shared/alerts/messages.ts'
import { STOCK_ALERT_DAYS } from '../../../shared/alerts/schema.ts'
import type { ProductCard } from '../../../shared/catalog/schema.ts'
import { formatAmount } from '../../../shared/kernel/money.ts'
import { type MailParts, mailSettings } from '../../pages/mail/layout.ts'
import type { MailingDeps } from '../../pages/mail/messages.ts'
import { readActiveEmails } from '../../people/accounts/lookup-queries.ts'
import { listUnwanted, notify } from '../../people/notifications/queries.ts'
import { DAY_SECONDS } from '../../platform/config/clock.ts'
import { afterSeconds } from '../../platform/jobs/delete-expired.ts'
import { exclusiveStep, type OutboxStep } from '../../platform/jobs/outbox.ts'
import { productNumberOf } from '../catalog/products/catalog-changes.ts'
import { listByNumbers } from '../catalog/products/queries.ts'
import { deleteAlertsBefore, isAnyAlert, takeDueAlerts } from './queries.ts'

/** Buyers notified per transaction. */
const BATCH = 50
/** Products checked per run; more take several runs. */
const PRODUCTS = 500

/** Notifies buyers of restocked products, each once. */
export function announcingRestocked(deps: MailingDeps): OutboxStep {
  let after = 0
  return exclusiveStep(deps.db, {
    name: 'stock-alerts',
    isDue: isAnyAlert,
    async run(tx) {
      const { next, isMore } = await announceRestocked(tx, deps, after)
      after = next
      return isMore
    },
  })
}

async function announceRestocked(tx: Tx, { clock, config, messages }: MailingDeps, after: number) {
  const { due, next } = await takeDueAlerts(tx, { after, products: PRODUCTS, limit: BATCH })
  if (!due.length) return { next, isMore: false }
  const numbers = due.map(({ product_id }) => productNumberOf(product_id))
  const cards = await listByNumbers(tx, numbers)
  const products = new Map(cards.map((card) => [card.product_id, card]))
  const userIds = [...new Set(due.map(({ user_id }) => user_id))]
  const [emails, unwanted] = [await readActiveEmails(tx, userIds), await listUnwanted(tx, userIds)]
  const found = due.flatMap(({ user_id, product_id }) => {
    const product = products.get(product_id)
    return product ? [{ user_id, product }] : []
  })
  const now = clock()
  await notify(
    tx,
    found.map(({ user_id, product: { product_id, product_name } }) => ({
      user_id,
      kind: 'back_in_stock',
      facts: { product: product_name },
      path: `/product/${product_id}`,
    })),
    now,
  )
  const mails = found.flatMap(({ user_id, product }) => {
    const to = emails.get(user_id)
    if (!to || unwanted.get(user_id)?.has('back_in_stock')) return []
    const about = `back-in-stock:${product.product_id}:${user_id}:${now.getTime()}`
    return [{ template: 'back_in_stock' as const, to, data: () => mailOf(product, config), about }]
  })
  await messages.queueMails(tx, mails)
  return { next, isMore: due.length === BATCH }
}

function mailOf(product: ProductCard, { siteUrl }: { siteUrl: string }): MailParts {
  const { product_id, product_name: name, product_price, featured_image: picture } = product
  const { subject, heading, lead, group, price, button } = backInStockMail
  return {
    subject: subject({ product: name }),
    heading,
    lead: lead({ product: name }),
    groups: [{ title: group, items: [{ name, detail: price, amount: formatAmount(product_price), picture }] }],
    button: { text: button, link: `${siteUrl}/product/${product_id}` },
    settings: mailSettings('buyer', siteUrl),
  }
}

export const deleteOldAlerts = afterSeconds(STOCK_ALERT_DAYS * DAY_SECONDS, deleteAlertsBefore)
