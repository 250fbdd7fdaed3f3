import type { Role } from '../../../shared/accounts/constants.ts'
import { returnChanged } from '../../../shared/fulfilment/return-messages.ts'
import { formatCalendarDay } from '../../../shared/kernel/calendar.ts'
import { formatDollars } from '../../../shared/kernel/money.ts'
import {
  type EventFacts,
  type EventTexts,
  NO_DAY,
  orderMailMessages,
} from '../../../shared/mail/order-mail-messages.ts'
import type { MailKind } from '../../../shared/notifications/constants.ts'
import { notificationMessages } from '../../../shared/notifications/messages.ts'
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

interface Texts {
  subject: string
  lead: string
}

interface Piece extends Texts {
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

function severalOf(to: Role, event: AnnouncedEvent): Texts {
  const several: Record<Role, EventTexts> = {
    buyer: orderMailMessages.severalToBuyer,
    seller: orderMailMessages.severalToSeller,
    admin: { subject: orderMailMessages.orderNeedsAdmin, lead: orderMailMessages.severalToAdmin },
  }
  return formatted(several[to], event)
}

function pieceOf({ mail, event }: EventToMail, to: Role): Piece {
  if (!isAboutOrder(mail)) throw new Error(`${mail} is no mail about an event`)
  return {
    ...formatted(textsOfMail(mail, event), event),
    facts: factsOf(event, to).filter(({ lines }) => lines.length > 0),
  }
}

function formatted({ subject, lead }: EventTexts, event: AnnouncedEvent): Texts {
  const shown = shownFacts(event)
  return {
    subject: typeof subject === 'string' ? subject : subject(shown),
    lead: typeof lead === 'string' ? lead : lead(shown),
  }
}

function shownFacts(event: AnnouncedEvent): EventFacts {
  const { order_id, sellerOrder, by_role } = event
  const reason = textFact(event, 'reason')
  const payBy = textFact(event, 'pay_by')
  const amount = amountOf(event)
  return {
    orderId: order_id,
    sellerOrderId: sellerOrder?.seller_order_id ?? order_id,
    seller: sellerOrder?.seller_name ?? '',
    shipBy: sellerOrder?.ship_by ? formatCalendarDay(sellerOrder.ship_by) : NO_DAY,
    units: Number(textFact(event, 'units')),
    cause: reason === 'lost' || by_role === 'system' ? reason : by_role,
    by: textFact(event, 'by'),
    change: textFact(event, 'mark'),
    state: orderStateName(textFact(event, 'to')),
    amount: amount === undefined ? '' : formatDollars(amount),
    payBy: payBy && formatCalendarDay(payBy),
  }
}

function textsOfMail(mail: Exclude<MailKind, OtherMail>, { kind }: AnnouncedEvent): EventTexts {
  const needsAdmin = (lead: EventTexts['lead']) => ({ subject: orderMailMessages.orderNeedsAdmin, lead })
  const texts: Record<Exclude<MailKind, OtherMail>, EventTexts> = {
    part_cancelled: orderMailMessages.partCancelled,
    package_sent: orderMailMessages.packageSent,
    package_delivered: orderMailMessages.packageDelivered,
    package_lost: kind === 'resent' ? orderMailMessages.packageResent : orderMailMessages.packageLost,
    lost_to_decide: orderMailMessages.lostToDecide,
    order_changed: kind === 'state_set' ? orderMailMessages.orderSetTo : orderMailMessages.cancelDeclined,
    seller_suspended: orderMailMessages.sellerSuspended,
    payment_received: orderMailMessages.paymentReceived,
    please_pay: orderMailMessages.pleasePay,
    money_back: orderMailMessages.moneyBack,
    money_not_back: orderMailMessages.moneyNotBack,
    refund_failed: needsAdmin(orderMailMessages.refundFailed),
    payment_not_captured: needsAdmin(orderMailMessages.notCaptured),
    payment_disputed: orderMailMessages.disputed,
    return_answered: returnAnswered(kind),
    return_received: orderMailMessages.returnReceived,
    return_requested: orderMailMessages.returnRequested,
    return_changed: {
      subject: ({ sellerOrderId }) => returnChanged(sellerOrderId, kind),
      lead: orderMailMessages.returnChanged,
    },
    new_order: orderMailMessages.newOrder,
    cancel_requested: orderMailMessages.cancelRequested,
    address_changed: orderMailMessages.addressChanged,
    package_missing: orderMailMessages.packageMissing,
    order_held: { subject: notificationMessages.orderHeld, lead: orderMailMessages.orderHeld },
    ship_by_tomorrow: orderMailMessages.shipByTomorrow,
    order_late: needsAdmin(orderMailMessages.late),
    order_missing: needsAdmin(orderMailMessages.missing),
    not_answered: needsAdmin(orderMailMessages.notAnswered),
  }
  return texts[mail]
}

function returnAnswered(kind: AnnouncedEvent['kind']): EventTexts {
  if (kind === 'return_expired') return orderMailMessages.returnExpired
  return kind === 'return_accepted' ? orderMailMessages.returnAccepted : orderMailMessages.returnDeclined
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
