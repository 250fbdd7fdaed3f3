import type { Role } from '../../../shared/accounts/constants.ts'
import { formatCalendarDay } from '../../../shared/kernel/calendar.ts'
import { formatAmount } from '../../../shared/kernel/money.ts'
import { orderMailMessages } from '../../../shared/mail/order-mail-messages.ts'
import type { MailKind } from '../../../shared/notifications/constants.ts'
import { notificationText, shownFacts } from '../../../shared/notifications/kind-messages.ts'
import { endedPaymentText } from '../../../shared/payments/payment-texts.ts'
import { agreedLinks, type MailParts, mailSettings } from '../../pages/mail/layout.ts'
import { type AnnouncedEvent, isAboutReturn, textFact, unitsByLine } from './announced-order.ts'
import { factsOf as notificationFacts, pathOf, reasonOf } from './notification-facts.ts'

export interface EventToMail {
  mail: MailKind
  event: AnnouncedEvent
}

type Fact = NonNullable<MailParts['facts']>[number]

/** Mails whose texts are chosen by the event. */
const BY_EVENT = ['package_lost', 'order_changed', 'return_answered'] as const
type OtherMail = 'order_placed' | 'back_in_stock' | 'order_message' | 'new_review' | 'review_answered' | 'seller_asks'
type TextsOfMails = Record<Exclude<MailKind, OtherMail | (typeof BY_EVENT)[number]>, EventText | EventTexts>

interface EventFacts extends ReturnType<typeof shownFacts> {
  /** For a cancellation: the role of who cancelled, or a CancelReason for lost units and the system. */
  cause: string
  /** For a delivery: `time` without a report. */
  by: string
}

type EventText = string | ((facts: EventFacts) => string)

interface EventTexts {
  readonly subject: EventText
  readonly lead: EventText
}

interface Texts {
  subject: string
  lead: string
}

interface Piece extends Texts {
  facts: Fact[]
}

/** Decides the subject of a mail about several events. */
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
    ...(to === 'buyer' && { links: agreedLinks(event, siteUrl) }),
    ...(optional && { settings: mailSettings(to, siteUrl) }),
  }
  if (pieces.length === 1) return { ...first, ...shared }
  const several = severalOf(to, event)
  const leading = pieces[events.findIndex(({ mail }) => mail === FIRST_OF_ALL)]
  const isOneSubject = pieces.every(({ subject }) => subject === first.subject)
  return {
    ...several,
    subject: leading?.subject ?? (isOneSubject ? first.subject : several.subject),
    heading: isOneSubject ? first.subject : several.subject,
    facts: pieces.map(({ subject, lead, facts }) => ({
      title: isOneSubject ? '' : subject,
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
  return formatted(several[to], shownIn(event, to))
}

function pieceOf({ mail, event }: EventToMail, to: Role): Piece {
  return {
    ...formatted(textsOfMail(mail, event, to), shownIn(event, to)),
    facts: factsOf(event, to).filter(({ lines }) => lines.length > 0),
  }
}

function formatted({ subject, lead }: EventTexts, shown: EventFacts): Texts {
  return {
    subject: typeof subject === 'string' ? subject : subject(shown),
    lead: typeof lead === 'string' ? lead : lead(shown),
  }
}

function shownIn(event: AnnouncedEvent, to: Role): EventFacts {
  const shown = shownFacts(notificationFacts(event, to))
  const reason = textFact(event, 'reason')
  return {
    ...shown,
    sellerOrderId: shown.sellerOrderId || event.order_id,
    cause: reason === 'lost' || event.by_role === 'system' ? reason : event.by_role,
    by: textFact(event, 'by'),
  }
}

function textsOfMail(mail: MailKind, event: AnnouncedEvent, to: Role): EventTexts {
  const all: Readonly<Record<string, EventText | EventTexts>> = orderMailMessages.kinds satisfies TextsOfMails
  const texts = all[BY_EVENT.some((other) => other === mail) ? event.kind : mail]
  if (texts === undefined || mail === 'order_placed') throw new Error(`${mail} is not a mail about an event`)
  if (typeof texts === 'object') return texts
  if (to === 'admin') return { subject: orderMailMessages.orderNeedsAdmin, lead: texts }
  return { subject: notificationText({ kind: mail, facts: notificationFacts(event, to) }).title, lead: texts }
}

function factsOf(event: AnnouncedEvent, to: Role): Fact[] {
  const { kind, sellerOrder, shipment } = event
  const note = { title: orderMailMessages.note, lines: textsOf(textFact(event, 'note')) }
  const nameOf = new Map(sellerOrder?.lines.map(({ line_number, product_name }) => [line_number, product_name]))
  const named = (line: number, units: number) =>
    textsOf(nameOf.has(line) && orderMailMessages.line({ quantity: units, name: nameOf.get(line) ?? '' }))
  const concerned = unitsByLine(event).flatMap(([line, units]) => named(line, units))
  if (kind === 'placed' || textFact(event, 'mark') === 'paid') {
    if (!sellerOrder) return []
    const { lines, town, goods, delivery } = sellerOrder
    return [
      {
        title: orderMailMessages.items,
        lines: lines.map(({ quantity, product_name }) => orderMailMessages.line({ quantity, name: product_name })),
      },
      { title: orderMailMessages.shipsTo, lines: textsOf(town && orderMailMessages.town({ town })) },
      { title: orderMailMessages.delivery, lines: textsOf(delivery?.name) },
      { title: orderMailMessages.goods, lines: [formatAmount(goods)] },
    ]
  }
  if (kind === 'cancelled') {
    const [amount, delivery] = [Number(textFact(event, 'amount')), Number(textFact(event, 'delivery_back'))]
    return [
      { title: orderMailMessages.cancelledItems, lines: concerned },
      { title: orderMailMessages.amount, lines: textsOf(amount > 0 && formatAmount(amount)) },
      { title: orderMailMessages.deliveryBack, lines: textsOf(delivery > 0 && formatAmount(delivery)) },
      { title: orderMailMessages.reason, lines: textsOf(reasonOf(event, to)) },
    ]
  }
  if (kind === 'cancel_requested') return [{ title: orderMailMessages.askedItems, lines: concerned }, note]
  if (kind === 'state_set')
    return [
      { title: orderMailMessages.reason, lines: note.lines },
      { title: orderMailMessages.payment, lines: textsOf(event.payment && endedPaymentText(event.payment)) },
    ]
  if (isAboutReturn(event)) return [...returnFacts(event, to, concerned), note]
  const inPackage = {
    title: orderMailMessages.inPackage,
    lines: shipment?.lines.flatMap(({ line_number, quantity }) => named(line_number, quantity)) ?? [],
  }
  if (kind === 'lost' || kind === 'resent') return [inPackage]
  if (kind !== 'sent' || !shipment) return [note]
  return [
    { title: orderMailMessages.collectAt, lines: linesOf(sellerOrder?.delivery?.pickup_address) },
    { title: orderMailMessages.carrier, lines: textsOf(shipment.carrier) },
    { title: orderMailMessages.trackingNumber, lines: textsOf(shipment.tracking_number) },
    { title: orderMailMessages.follow, lines: textsOf(shipment.tracking_url) },
    {
      title: orderMailMessages.expected,
      lines: textsOf(shipment.expected_on && formatCalendarDay(shipment.expected_on)),
    },
    inPackage,
  ]
}

function returnFacts(event: AnnouncedEvent, to: Role, concerned: string[]): Fact[] {
  return [
    { title: orderMailMessages.returnedItems, lines: concerned },
    { title: orderMailMessages.reason, lines: textsOf(reasonOf(event, to)) },
    { title: orderMailMessages.sendTo, lines: linesOf(event.instructions) },
    { title: orderMailMessages.carrier, lines: textsOf(textFact(event, 'carrier')) },
    { title: orderMailMessages.trackingNumber, lines: textsOf(textFact(event, 'tracking_number')) },
  ]
}

const linesOf = (text = '') => text.split(/\r?\n/).filter(Boolean)

function textsOf(text: string | false | null | undefined): string[] {
  return text ? [text] : []
}
