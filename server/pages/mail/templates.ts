import { orderDeliveryMessages } from '../../../shared/delivery/order-messages.ts'
import type { OrderDelivery } from '../../../shared/delivery/schema.ts'
import { deliveryLines, isSent } from '../../../shared/fulfilment/delivery-texts.ts'
import { dayOf, formatCalendarDay } from '../../../shared/kernel/calendar.ts'
import { currentLanguage } from '../../../shared/kernel/language.ts'
import { basePathOf, type LanguageCode } from '../../../shared/kernel/languages.ts'
import { formatAmount } from '../../../shared/kernel/money.ts'
import { mailMessages } from '../../../shared/mail/messages.ts'
import { paymentMeans } from '../../../shared/orders/card-messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { addressLines, readShippingAddress } from '../../../shared/orders/rules.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { paymentMessages, paymentWords } from '../../../shared/payments/messages.ts'
import type { OrderPayment } from '../../../shared/payments/schema.ts'
import { chargeRows } from '../../../shared/pricing/charge-rows.ts'
import type { PaidCharge } from '../../../shared/pricing/charges.ts'
import { lineTotal } from '../../../shared/pricing/line-total.ts'
import { pricingMessages } from '../../../shared/pricing/messages.ts'
import { canBePage } from '../../platform/http/page-address.ts'
import { type MailParts, type MailSite, renderHtml, renderText } from './layout.ts'

/** A code and a link with the same effect; using one uses up both. */
interface CodeAndLink {
  code: string
  link: string
  /** For the link and the code. */
  minutes: number
}

/** Mails that other users or the marketplace cause, not their reader. Their texts are in the modules of their subjects. */
const NOT_REQUESTED = [
  'order_update',
  'back_in_stock',
  'order_message',
  'review_update',
  'account_update',
  'invitation',
] as const

export interface MailData extends Record<(typeof NOT_REQUESTED)[number], MailParts> {
  confirm: CodeAndLink
  magic_link: CodeAndLink
  recovery: CodeAndLink
  email_change: CodeAndLink & { new_email: string }
  reauthentication: { code: string; minutes: number }
  password_changed: Record<never, never>
  email_changed: { new_email: string }
  factor_added: { factor: string }
  factor_removed: { factor: string }
  order_placed: { order: OrderToMail; link: string; links?: MailParts['links'] }
}

interface SellerOrderToMail {
  seller_order_id: string
  /** Empty when the seller has none. */
  seller_name: string
  awning?: number | undefined
  /** For example `2026-11-24`. */
  ship_by: string | null
  lines: Order['lines']
  delivery?: OrderDelivery | undefined
}

interface OrderToMail extends Pick<Order, 'order_id' | 'total_count' | 'shipping_address' | 'payment_method'> {
  sellerOrders: SellerOrderToMail[]
  charges: readonly PaidCharge[]
  /** Absent when the order is paid outside the marketplace. */
  payment?: PaymentToMail | undefined
}

interface PaymentToMail extends Partial<Pick<OrderPayment, 'card_brand' | 'card_last4'>> {
  label: string
  /** The bank transfer that is due. */
  transfer?: { details: string; amount_left: number; pay_by: string } | undefined
}

export type MailTemplate = keyof MailData

/** Returns whether a mail was caused by someone other than its reader. */
export function isNotRequested(template: MailTemplate): boolean {
  return NOT_REQUESTED.some((one) => one === template)
}

const TEMPLATES: { [Name in MailTemplate]: (data: MailData[Name]) => MailParts } = {
  confirm: (data) => codeAndLink(mailMessages.confirm, data),
  magic_link: (data) => codeAndLink(mailMessages.magic_link, data),
  recovery: (data) => codeAndLink(mailMessages.recovery, data),
  email_change: ({ code, link, minutes, new_email }) => {
    const { lead, button, ...rest } = mailMessages.email_change
    return { ...rest, lead: lead({ newEmail: new_email, minutes }), code, button: { text: button, link } }
  },
  reauthentication: ({ code, minutes }) => {
    const { subject, lead } = mailMessages.reauthentication
    return { subject, lead: lead({ minutes }), code, otherwise: mailMessages.protect }
  },
  password_changed: () => ({ ...mailMessages.password_changed, otherwise: mailMessages.protect }),
  email_changed: ({ new_email }) => {
    const { lead, ...rest } = mailMessages.email_changed
    return { ...rest, lead: lead({ newEmail: new_email }) }
  },
  factor_added: (data) => factorNotice(mailMessages.factor_added, data),
  factor_removed: (data) => factorNotice(mailMessages.factor_removed, data),
  order_placed: orderPlaced,
  order_update: (parts) => parts,
  back_in_stock: (parts) => parts,
  order_message: (parts) => parts,
  review_update: (parts) => parts,
  account_update: (parts) => parts,
  invitation: (parts) => parts,
}

type Texts = typeof mailMessages
type LinkTexts = Texts['confirm' | 'magic_link' | 'recovery']

function codeAndLink({ subject, lead, button }: LinkTexts, { code, link, minutes }: CodeAndLink): MailParts {
  return { subject, lead: lead({ minutes }), code, button: { text: button, link }, otherwise: mailMessages.ignore }
}

type FactorTexts = Texts['factor_added' | 'factor_removed']

function factorNotice({ subject, lead }: FactorTexts, { factor }: { factor: string }): MailParts {
  return { subject, lead: lead({ factor }), otherwise: mailMessages.protect }
}

function orderPlaced({ order, link, links = [] }: MailData['order_placed']): MailParts {
  const texts = mailMessages.order_placed
  return {
    subject: texts.subject({ orderId: order.order_id }),
    heading: texts.heading,
    lead: texts.lead({ orderId: order.order_id }),
    first: order.payment?.transfer && transferFact(order.order_id, order.payment.transfer),
    groups: order.sellerOrders.map((sellerOrder) => ({
      title: sellerOrderTitle(sellerOrder),
      awning: sellerOrder.awning,
      items: sellerOrder.lines.map(({ product_name, unit_price, quantity, featured_image }) => ({
        name: product_name,
        detail: texts.quantity({ quantity, price: formatAmount(unit_price) }),
        amount: formatAmount(lineTotal(unit_price, quantity)),
        picture: featured_image,
      })),
    })),
    sums: [
      ...chargeRows(order.charges).map(({ label, amount }) => ({
        label,
        amount: amount === 0 ? pricingMessages.free : formatAmount(amount),
      })),
      { label: orderMessages.total, amount: formatAmount(order.total_count) },
    ],
    facts: [
      ...order.sellerOrders.flatMap(deliveryFact),
      ...addressFact(order),
      {
        title: orderMessages.paymentMethod,
        lines: [paymentMeans(order.payment_method, order.payment), order.payment?.label ?? paymentWords.notPaidHere],
      },
    ],
    button: { text: texts.button, link },
    links,
  }
}

function addressFact({ sellerOrders, shipping_address }: OrderToMail) {
  if (sellerOrders.every(({ delivery }) => !isSent(delivery))) return []
  const readable = readShippingAddress(shipping_address)
  const address = readable ? addressLines(readable) : [orderMessages.shippingAddressUnreadable]
  return [{ title: orderMessages.shippingAddress, lines: address.length ? address : [orderMessages.noAddressGiven] }]
}

function deliveryFact({ delivery, seller_name: seller }: SellerOrderToMail) {
  if (!delivery) return []
  const { delivery: title, deliveryFrom } = orderDeliveryMessages
  return [{ title: seller ? deliveryFrom({ seller }) : title, lines: deliveryLines(delivery) }]
}

function sellerOrderTitle({ seller_name: seller, seller_order_id: sellerOrderId, ...rest }: SellerOrderToMail): string {
  const texts = mailMessages.order_placed
  if (!rest.ship_by) return seller ? texts.sellerOrder({ seller, sellerOrderId }) : sellerOrderId
  const due = { sellerOrderId, day: formatCalendarDay(rest.ship_by), kind: rest.delivery?.kind ?? 'parcel' }
  return seller ? texts.sellerOrderDue({ seller, ...due }) : texts.unnamedOrderDue(due)
}

function transferFact(orderId: string, { details, amount_left, pay_by }: NonNullable<PaymentToMail['transfer']>) {
  return {
    title: paymentMessages.transferTitle,
    rows: [
      { label: paymentMessages.transferTo, text: details },
      { label: paymentMessages.transferAmount, text: formatAmount(amount_left) },
      { label: paymentMessages.transferReference, text: orderId },
    ],
    note: paymentMessages.transferUntil({ day: formatCalendarDay(dayOf(new Date(pay_by))) }),
  }
}

const ABOUT_ORDERS: readonly MailTemplate[] = ['order_placed', 'order_update']

interface PaidHow {
  payments?: string
  stripe?: { isTest: boolean } | undefined
}

function paymentNote({ payments, stripe }: PaidHow): string | undefined {
  if (payments === 'off') return paymentMessages.agreed
  return payments === 'sandbox' || stripe?.isTest ? paymentMessages.testMode : undefined
}

export interface ComposedMail {
  subject: string
  text: string
  /** With `site`, the source of its HTML. */
  parts: MailParts
  site: MailSite
}

interface Sending extends PaidHow, Pages {
  footer?: string | undefined
}

/** Returns a mail in the current language, as plain text and as HTML; user input is escaped. */
export function renderMail<Name extends MailTemplate>(template: Name, data: MailData[Name], sending: Sending) {
  const { subject, text, parts, site } = composeMail(template, data, sending)
  return { subject, text, html: renderHtml(parts, site) }
}

/** Returns a mail in the current language. */
export function composeMail<Name extends MailTemplate>(
  template: Name,
  data: MailData[Name],
  site: Sending,
): ComposedMail {
  const note = ABOUT_ORDERS.includes(template) ? paymentNote(site) : undefined
  const parts = withPageLinks({ ...TEMPLATES[template](data), ...(note && { note }) }, site)
  const { siteUrl, footer } = site
  const addresses = { siteUrl, home: pageLink(siteUrl, site), footer: footer?.split('\n') }
  return { subject: parts.subject, text: renderText(parts, addresses), parts, site: addresses }
}

interface Pages {
  siteUrl: string
  languages: readonly LanguageCode[]
}

function withPageLinks({ button, settings, links, ...parts }: MailParts, pages: Pages): MailParts {
  return {
    ...parts,
    ...(links && { links: links.map((one) => ({ ...one, link: pageLink(one.link, pages) })) }),
    ...(button && { button: { ...button, link: pageLink(button.link, pages) } }),
    ...(settings && { settings: { ...settings, link: pageLink(settings.link, pages) } }),
  }
}

/** Returns the link to a page in the current language; a link to anything else is returned unchanged. */
function pageLink(link: string, { siteUrl, languages }: Pages): string {
  if (link !== siteUrl && !link.startsWith(`${siteUrl}/`)) return link
  const local = link.slice(siteUrl.length)
  const [path = ''] = local.split(/[?#]/, 1)
  return canBePage(path) ? siteUrl + basePathOf(currentLanguage(), languages) + local : link
}
