import type { Role } from '../../../shared/accounts/constants.ts'
import { formatCalendarDay } from '../../../shared/kernel/calendar.ts'
import { formatDollars } from '../../../shared/kernel/money.ts'
import { orderMailMessages } from '../../../shared/mail/order-mail-messages.ts'
import type { MailKind } from '../../../shared/notifications/constants.ts'
import { orderStateName } from '../../../shared/orders/rules.ts'
import { endedPaymentText } from '../../../shared/payments/payment-texts.ts'
import { howToSwitchOff, type MailParts } from '../../pages/mail/layout.ts'
import { type AnnouncedEvent, isAboutReturn, textFact, unitsByLine } from './announced-order.ts'
import { amountOf, pathOf, reasonOf } from './notification-facts.ts'

export interface EventToMail {
  mail: MailKind
  event: AnnouncedEvent
}

type Fact = NonNullable<MailParts['facts']>[number]

const OTHER_MAILS = ['order_placed', 'back_in_stock', 'order_message', 'new_review', 'review_answered'] as const
type OtherMail = (typeof OTHER_MAILS)[number]

function isAboutOrder(mail: MailKind): mail is Exclude<MailKind, OtherMail> {
  return !OTHER_MAILS.some((other) => other === mail)
}

interface Piece {
  subject: string
  lead: string
  facts: Fact[]
}

/** Gives a mail about several events its subject. */
const FIRST_OF_ALL: MailKind = 'new_order'

/** Creates the mail to a user about one or more events of an order. */
export function orderEventMail(
  to: Role,
  events: readonly EventToMail[],
  { siteUrl, optional }: { siteUrl: string; optional: boolean },
): MailParts {
  const pieces = events.map((one) => pieceOf(one, to))
  const [{ event }] = events as [EventToMail]
  const [first] = pieces as [Piece]
  const shared = {
    button: {
      text: to === 'buyer' ? orderMailMessages.trackOrder : orderMailMessages.openOrder,
      link: `${siteUrl}${pathOf(to, event.order_id)}`,
    },
    ...(optional && { settings: howToSwitchOff(to, siteUrl) }),
  }
  if (pieces.length === 1) return { ...first, ...shared }
  const several = severalOf(to, event)
  const leading = pieces[events.findIndex(({ mail }) => mail === FIRST_OF_ALL)]
  const isOneSubject = pieces.every(({ subject }) => subject === first.subject)
  return {
    ...several,
    subject: leading?.subject ?? (isOneSubject ? first.subject : several.subject),
    facts: pieces.map(({ subject, lead, facts }) => ({
      title: subject,
      lines: [lead, ...facts.flatMap(({ title, lines }) => lines.map((line) => `${title}: ${line}`))],
    })),
    ...shared,
  }
}

function severalOf(to: Role, { order_id, sellerOrder }: AnnouncedEvent) {
  if (to === 'buyer') return orderMailMessages.severalToBuyer(order_id)
  return to === 'seller'
    ? orderMailMessages.severalToSeller(sellerOrder?.seller_order_id ?? order_id)
    : orderMailMessages.severalToAdmin(order_id)
}

function pieceOf({ mail, event }: EventToMail, to: Role): Piece {
  return { ...leadOf(mail, event), facts: factsOf(event, to).filter(({ lines }) => lines.length > 0) }
}

function leadOf(mail: MailKind, event: AnnouncedEvent): { subject: string; lead: string } {
  const { order_id: id, sellerOrder, by_role, kind } = event
  const seller = sellerOrder?.seller_name ?? ''
  const sellerOrderId = sellerOrder?.seller_order_id ?? id
  const shipBy = sellerOrder?.ship_by ? formatCalendarDay(sellerOrder.ship_by) : ''
  const units = Number(textFact(event, 'units'))
  const leads: Record<Exclude<MailKind, OtherMail>, () => { subject: string; lead: string }> = {
    part_cancelled: () =>
      orderMailMessages.partCancelled({
        orderId: id,
        seller,
        units,
        byRole: by_role,
        reason: textFact(event, 'reason'),
      }),
    package_sent: () => orderMailMessages.packageSent(seller, id),
    package_delivered: () => orderMailMessages.packageDelivered(seller, id, textFact(event, 'by')),
    package_lost: () =>
      kind === 'resent' ? orderMailMessages.packageResent(seller, id) : orderMailMessages.packageLost(seller, id),
    lost_to_decide: () => orderMailMessages.lostToDecide(sellerOrderId),
    order_changed: () =>
      kind === 'state_set'
        ? orderMailMessages.orderSetTo(id, orderStateName(textFact(event, 'to')))
        : orderMailMessages.cancelDeclined(seller, id),
    seller_suspended: () => orderMailMessages.sellerSuspended(seller, id),
    payment_received: () => orderMailMessages.paymentReceived(id),
    please_pay: () => orderMailMessages.pleasePay(id, formatCalendarDay(textFact(event, 'pay_by'))),
    money_back: () => orderMailMessages.moneyBack(id, amountOf(event) ?? ''),
    money_not_back: () => orderMailMessages.moneyNotBack(id, amountOf(event) ?? ''),
    refund_failed: () => orderMailMessages.orderNeedsAdmin(id, orderMailMessages.refundFailed({ amount: amountOf(event) ?? '' })),
    payment_not_captured: () =>
      orderMailMessages.orderNeedsAdmin(id, orderMailMessages.notCaptured({ amount: amountOf(event) ?? '' })),
    payment_disputed: () => ({
      ...orderMailMessages.orderNeedsAdmin(id, orderMailMessages.disputed({ amount: amountOf(event) ?? '' })),
      subject: orderMailMessages.disputedSubject({ orderId: id }),
    }),
    return_answered: () => returnAnswered(kind, seller, id),
    return_received: () => orderMailMessages.returnReceived(seller, id, units),
    return_requested: () => orderMailMessages.returnRequested(sellerOrderId, units),
    return_changed: () => orderMailMessages.returnChanged(sellerOrderId, kind),
    new_order: () => orderMailMessages.newOrder(sellerOrderId, shipBy),
    cancel_requested: () => orderMailMessages.cancelRequested(sellerOrderId, units),
    address_changed: () => orderMailMessages.addressChanged(sellerOrderId),
    package_missing: () => orderMailMessages.packageMissing(sellerOrderId),
    order_held: () => orderMailMessages.orderHeld(sellerOrderId, textFact(event, 'mark'), shipBy),
    ship_by_tomorrow: () => orderMailMessages.shipByTomorrow(sellerOrderId, shipBy),
    order_late: () => orderMailMessages.orderNeedsAdmin(id, orderMailMessages.late(sellerOrderId, seller)),
    order_missing: () => orderMailMessages.orderNeedsAdmin(id, orderMailMessages.missing({ sellerOrderId, seller })),
    not_answered: () => orderMailMessages.orderNeedsAdmin(id, orderMailMessages.notAnswered(sellerOrderId, seller)),
  }
  if (!isAboutOrder(mail)) throw new Error(`${mail} is no mail about an event`)
  return leads[mail]()
}

function returnAnswered(kind: AnnouncedEvent['kind'], seller: string, orderId: string) {
  if (kind === 'return_expired') return orderMailMessages.returnExpired(seller, orderId)
  return kind === 'return_accepted'
    ? orderMailMessages.returnAccepted(seller, orderId)
    : orderMailMessages.returnDeclined(seller, orderId)
}

function factsOf(event: AnnouncedEvent, to: Role): Fact[] {
  const { kind, sellerOrder, shipment } = event
  const note = { title: orderMailMessages.note, lines: textsOf(textFact(event, 'note')) }
  const nameOf = new Map(sellerOrder?.lines.map(({ line_number, product_name }) => [line_number, product_name]))
  const named = (line: number, units: number) =>
    textsOf(nameOf.has(line) && orderMailMessages.line({ quantity: units, name: nameOf.get(line) ?? '' }))
  if (kind === 'placed' || textFact(event, 'mark') === 'paid') {
    if (!sellerOrder) return []
    const { lines, town, goods } = sellerOrder
    return [
      {
        title: orderMailMessages.items,
        lines: lines.map(({ quantity, product_name }) => orderMailMessages.line({ quantity, name: product_name })),
      },
      { title: orderMailMessages.shipsTo, lines: textsOf(town && orderMailMessages.town({ town })) },
      { title: orderMailMessages.goods, lines: [formatDollars(goods)] },
    ]
  }
  if (kind === 'cancelled') {
    const amount = Number(textFact(event, 'amount'))
    return [
      {
        title: orderMailMessages.cancelledItems,
        lines: unitsByLine(event).flatMap(([line, units]) => named(line, units)),
      },
      { title: orderMailMessages.amount, lines: textsOf(amount > 0 && formatDollars(amount)) },
      { title: orderMailMessages.reason, lines: textsOf(reasonOf(event, to)) },
    ]
  }
  if (kind === 'cancel_requested') {
    const lines = unitsByLine(event).flatMap(([line, units]) => named(line, units))
    return [{ title: orderMailMessages.askedItems, lines }, note]
  }
  if (kind === 'state_set')
    return [
      { title: orderMailMessages.reason, lines: note.lines },
      { title: orderMailMessages.payment, lines: textsOf(event.payment && endedPaymentText(event.payment)) },
    ]
  if (isAboutReturn(event)) return [...returnFacts(event, to, named), note]
  const inPackage = {
    title: orderMailMessages.inPackage,
    lines: shipment?.lines.flatMap(({ line_number, quantity }) => named(line_number, quantity)) ?? [],
  }
  if (kind === 'lost' || kind === 'resent') return [inPackage]
  if (kind !== 'sent' || !shipment) return [note]
  return [
    { title: orderMailMessages.carrier, lines: [shipment.carrier] },
    { title: orderMailMessages.trackingNumber, lines: textsOf(shipment.tracking_number) },
    { title: orderMailMessages.follow, lines: textsOf(shipment.tracking_url) },
    {
      title: orderMailMessages.expected,
      lines: textsOf(shipment.expected_on && formatCalendarDay(shipment.expected_on)),
    },
    inPackage,
  ]
}

function returnFacts(event: AnnouncedEvent, to: Role, named: (line: number, units: number) => string[]): Fact[] {
  return [
    {
      title: orderMailMessages.returnedItems,
      lines: unitsByLine(event).flatMap(([line, units]) => named(line, units)),
    },
    { title: orderMailMessages.reason, lines: textsOf(reasonOf(event, to)) },
    { title: orderMailMessages.sendTo, lines: (event.instructions ?? '').split(/\r?\n/).filter(Boolean) },
    { title: orderMailMessages.carrier, lines: textsOf(textFact(event, 'carrier')) },
    { title: orderMailMessages.trackingNumber, lines: textsOf(textFact(event, 'tracking_number')) },
  ]
}

function textsOf(text: string | false | null | undefined): string[] {
  return text ? [text] : []
}
