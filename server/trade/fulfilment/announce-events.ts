import type { Tx } from '../../../db/tables.ts'
import type { Role } from '../../../shared/accounts/constants.ts'
import { type OrderEventKind, UNDO_ACTION_SECONDS } from '../../../shared/fulfilment/constants.ts'
import { MAIL_KINDS } from '../../../shared/notifications/constants.ts'
import { readShippingAddress } from '../../../shared/orders/rules.ts'
import type { MailingDeps } from '../../pages/mail/messages.ts'
import { listActiveAdmins, readContacts } from '../../people/accounts/lookup-queries.ts'
import { listUnwanted, type NewNotification, notify } from '../../people/notifications/queries.ts'
import { DAY_SECONDS, secondsBefore } from '../../platform/config/clock.ts'
import { exclusiveStep, type OutboxStep } from '../../platform/jobs/outbox.ts'
import {
  areEventsToAnnounce,
  type EventToAnnounce,
  listEventsToAnnounce,
  setAnnounced,
  skipOldEvents,
} from '../orders/announce-queries.ts'
import { readSellerOrders, type SellerOrderRow } from '../orders/seller-order-queries.ts'
import { listOrderPayments } from '../payments/order-payment-queries.ts'
import {
  type AnnouncedEvent,
  type AnnouncedSellerOrder,
  textFact,
  withoutFailedRefunds,
  withoutVoided,
} from './announced-order.ts'
import { type Announcement, recipientsOf } from './event-recipients.ts'
import { factsOf, pathOf } from './notification-facts.ts'
import { orderEventMail } from './order-event-mails.ts'
import { listShipments } from './queries.ts'
import { listReturns } from './return-queries.ts'

/** Events announced per transaction, plus later events of the same orders. */
const BATCH = 100
/** Older events come from a restore or an import; they notify no one. */
const MAX_AGE_SECONDS = DAY_SECONDS
const SKIPPED_AT_ONCE = 1_000
const DEBOUNCE_SECONDS = 60

/** Notifies and mails users about order events, each event once. */
export function announcingEvents(deps: MailingDeps): OutboxStep {
  return exclusiveStep(deps.db, {
    name: 'order-events',
    isDue: (now) => areEventsToAnnounce(secondsBefore(now, DEBOUNCE_SECONDS)),
    run: (tx) => announceEvents(tx, deps),
  })
}

interface AnnouncementToUser extends Announcement {
  user_id: string
  event: AnnouncedEvent
}

async function announceEvents(tx: Tx, deps: MailingDeps): Promise<boolean> {
  const now = deps.clock()
  const since = secondsBefore(now, MAX_AGE_SECONDS)
  // A short batch may still contain old events, and more of them may follow.
  const isMoreToSkip = (await skipOldEvents(tx, since, SKIPPED_AT_ONCE)) > 0
  const [begun, ended] = [secondsBefore(now, DEBOUNCE_SECONDS), secondsBefore(now, UNDO_ACTION_SECONDS)]
  // Old events may be left, or have been inserted since.
  const found = await listEventsToAnnounce(tx, { since, begun, ended, limit: BATCH })
  if (!found.length) return isMoreToSkip
  const byOrder = [...Map.groupBy(found, ({ order_number }) => order_number).values()]
  const announcements = await announcementsToUsers(
    tx,
    byOrder.flatMap((events) => withoutFailedRefunds(withoutVoided(events))),
  )
  await notify(tx, announcements.map(notificationOf), now)
  await queueMails(tx, deps, announcements)
  await setAnnounced(tx, found)
  return found.length >= BATCH || isMoreToSkip
}

async function announcementsToUsers(tx: Tx, events: EventToAnnounce[]): Promise<AnnouncementToUser[]> {
  const about = events.flatMap((event) => recipientsOf(event).map((announcement) => ({ ...announcement, event })))
  const described = await describe(tx, events)
  const admins = about.some(({ to }) => to === 'admin') ? await listActiveAdmins(tx, 'orders') : []
  return about.flatMap(({ event, ...announcement }) => {
    const known = described.get(event.event_number)
    const users = { buyer: [event.buyer_id], seller: event.seller_id ? [event.seller_id] : [], admin: admins }
    return known ? users[announcement.to].map((user_id) => ({ ...announcement, user_id, event: known })) : []
  })
}

async function describe(tx: Tx, events: EventToAnnounce[]): Promise<Map<number, AnnouncedEvent>> {
  const orders = [...new Set(events.map(({ order_number }) => order_number))]
  const ordersOf = (kind: OrderEventKind) =>
    events.filter((event) => event.kind === kind).map(({ order_number }) => order_number)
  const sellerOrders = new Map((await readSellerOrders(tx, orders)).map((row) => [keyOf(row), row]))
  const shipments = new Map((await listShipments(tx, orders)).map((one) => [one.shipment_number, one]))
  const returns = new Map((await listReturns(tx, ordersOf('return_accepted'))).map((one) => [one.return_number, one]))
  const contacts = await readContacts(tx, [...new Set(events.flatMap(({ seller_id }) => seller_id ?? []))])
  const payments = await listOrderPayments(tx, ordersOf('state_set'))
  return new Map(
    events.map((event) => {
      const row = sellerOrders.get(keyOf(event))
      const sellerOrder = row && toAnnounced(row, contacts.get(row.seller_id)?.name ?? '')
      const shipment = shipments.get(Number(textFact(event, 'shipment_number')))
      const isAccepted = event.kind === 'return_accepted'
      const accepted = isAccepted ? returns.get(Number(textFact(event, 'return_number'))) : undefined
      const payment = payments.get(event.order_number)
      const about = { sellerOrder, shipment, payment, instructions: accepted?.instructions ?? '' }
      return [event.event_number, { ...event, ...about }]
    }),
  )
}

const keyOf = ({ order_number, seller_id }: { order_number: number; seller_id: string | null }) =>
  `${order_number} ${seller_id}`

function toAnnounced(row: SellerOrderRow, seller_name: string): AnnouncedSellerOrder {
  const { seller_order_id, state, goods, lines, delivery } = row
  const isToSend = (state === 'pending' || state === 'confirmed') && row.hold === null && !row.is_stopped
  const isSent = delivery === undefined || delivery.kind === 'parcel'
  const town = (isSent && readShippingAddress(row.shipping_address)?.city.trim()) || ''
  return { seller_order_id, seller_name, ship_by: isToSend ? row.ship_by : null, goods, town, lines, delivery }
}

function notificationOf({ user_id, to, kind, event }: AnnouncementToUser): NewNotification {
  return { user_id, kind, facts: factsOf(event, to), path: pathOf(to, event.order_id) }
}

async function queueMails(tx: Tx, { config, messages }: MailingDeps, announcements: AnnouncementToUser[]) {
  const userIds = [...new Set(announcements.map(({ user_id }) => user_id))]
  const [contacts, unwanted] = [await readContacts(tx, userIds), await listUnwanted(tx, userIds)]
  const wanted = announcements.flatMap(({ mail, ...rest }) =>
    mail && !unwanted.get(rest.user_id)?.has(mail) ? [{ ...rest, mail }] : [],
  )
  const groups = Map.groupBy(wanted, ({ user_id, event }) => `${user_id} ${event.order_id}`)
  const mails = [...groups.values()].flatMap((group) => {
    const [{ user_id, to, event }] = group as [(typeof group)[number]]
    const email = contacts.get(user_id)?.email
    if (!email) return []
    const optional = group.every(({ mail }) => !isMandatory(to, mail))
    const data = () => orderEventMail(to, group, { siteUrl: config.siteUrl, optional })
    return [
      { template: 'order_update' as const, to: email, data, about: `order-event:${event.event_number}:${user_id}` },
    ]
  })
  await messages.queueMails(tx, mails)
}

function isMandatory(role: Role, kind: string): boolean {
  return MAIL_KINDS[role].some((mail) => mail.kind === kind && mail.always)
}
