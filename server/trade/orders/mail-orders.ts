import type { Tx } from '../../../db/tables.ts'
import { paymentLabel } from '../../../shared/payments/payment-texts.ts'
import { agreedLinks } from '../../pages/mail/layout.ts'
import type { MailingDeps } from '../../pages/mail/messages.ts'
import { readContacts } from '../../people/accounts/lookup-queries.ts'
import { DAY_SECONDS, secondsBefore } from '../../platform/config/clock.ts'
import { exclusiveStep, type OutboxStep } from '../../platform/jobs/outbox.ts'
import { listSellerNames } from '../../shop/catalog/products/seller-page-queries.ts'
import { listOrderPayments, type PaymentOfOrder } from '../payments/order-payment-queries.ts'
import { areOrdersToMail, type PlacedOrder, takeOrdersToMail } from './announce-queries.ts'
import { readAwaited } from './fulfilment-queries.ts'

/** Orders whose mails are queued per transaction. */
const BATCH = 50
/** Older orders come from a restored backup; their buyers get no mail. */
const MAX_AGE_SECONDS = DAY_SECONDS

interface Deps extends MailingDeps {
  transferDetails: string
}

/** Mails buyers their new orders, each once, so that placing an order does not wait for mail. */
export function mailingOrders(deps: Deps): OutboxStep {
  return exclusiveStep(deps.db, { name: 'order-mails', isDue: areOrdersToMail, run: (tx) => queueMails(tx, deps) })
}

async function queueMails(tx: Tx, { clock, config, messages, transferDetails }: Deps): Promise<boolean> {
  const orders = await takeOrdersToMail(tx, BATCH)
  if (!orders.length) return false
  const oldest = secondsBefore(clock(), MAX_AGE_SECONDS).toISOString()
  const due = orders.filter(({ created_at }) => created_at > oldest)
  const contacts = await readContacts(
    tx,
    due.map(({ buyer_id }) => buyer_id),
  )
  const sellers = await listSellerNames(
    tx,
    due.flatMap(({ sellerOrders }) => sellerOrders.map(({ seller_id }) => seller_id)),
  )
  const payments = await listOrderPayments(
    tx,
    due.map(({ order_number }) => order_number),
  )
  const awaited = new Map<number, number>()
  for (const [number, payment] of payments) awaited.set(number, await readAwaited(tx, number, payment))
  const mails = due.flatMap((order) => {
    const to = contacts.get(order.buyer_id)?.email
    if (!to) return []
    const link = `${config.siteUrl}/order-tracking?orderId=${order.order_id}`
    const payment = payments.get(order.order_number)
    const transfer = { details: transferDetails, amount_left: awaited.get(order.order_number) ?? 0 }
    const data = () => ({
      order: { ...named(order, sellers), ...paymentOf(payment, transfer) },
      link,
      links: agreedLinks(order, config.siteUrl),
    })
    return [{ template: 'order_placed' as const, to, data, about: `order-placed:${order.order_id}` }]
  })
  await messages.queueMails(tx, mails)
  return orders.length === BATCH
}

function named(order: PlacedOrder, sellers: ReadonlyMap<string, { name: string; awning: number }>) {
  const sellerOrders = order.sellerOrders.map((sellerOrder) => {
    const seller = sellers.get(sellerOrder.seller_id)
    return { ...sellerOrder, seller_name: seller?.name ?? '', awning: seller?.awning }
  })
  return { ...order, sellerOrders }
}

function paymentOf(payment: PaymentOfOrder | undefined, awaited: { details: string; amount_left: number }) {
  if (!payment) return {}
  const { payment_state, pay_by, card_brand, card_last4 } = payment
  const isAwaited = payment_state === 'awaiting_transfer' && pay_by !== null
  const transfer = isAwaited ? { ...awaited, pay_by } : undefined
  return { payment: { label: paymentLabel(payment), card_brand, card_last4, transfer } }
}
