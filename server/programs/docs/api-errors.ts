import { z } from 'zod'
import { userErrors } from '../../../shared/accounts/errors.ts'
import { rightErrors } from '../../../shared/accounts/right-messages.ts'
import { ADMIN_RIGHTS } from '../../../shared/accounts/rights.ts'
import { alertErrors } from '../../../shared/alerts/errors.ts'
import { activityErrors, noticeErrors } from '../../../shared/audit/errors.ts'
import { setupErrors } from '../../../shared/auth/errors.ts'
import { bannerErrors } from '../../../shared/banners/errors.ts'
import { cartErrors } from '../../../shared/cart/errors.ts'
import { productFormErrors, sellerErrors, sellerPageErrors, synonymErrors } from '../../../shared/catalog/errors.ts'
import { categoryErrors } from '../../../shared/categories/errors.ts'
import { checkoutErrors } from '../../../shared/checkouts/errors.ts'
import { conversationErrors } from '../../../shared/conversations/errors.ts'
import { deliveryErrors } from '../../../shared/delivery/errors.ts'
import { fulfilmentErrors } from '../../../shared/fulfilment/errors.ts'
import type { ErrorDefinition, ErrorDefinitions } from '../../../shared/kernel/error-definition.ts'
import { commonErrors, type DetailsOf, requestErrors } from '../../../shared/kernel/errors.ts'
import { mailSettingsErrors } from '../../../shared/mail/settings-errors.ts'
import { marketErrors } from '../../../shared/market/errors.ts'
import type { MailKind } from '../../../shared/notifications/constants.ts'
import { notificationErrors } from '../../../shared/notifications/errors.ts'
import { ORDER_STATES } from '../../../shared/orders/constants.ts'
import { adminOrderErrors, orderErrors } from '../../../shared/orders/errors.ts'
import { chargesField } from '../../../shared/orders/schema.ts'
import { paymentErrors } from '../../../shared/payments/errors.ts'
import { reviewErrors } from '../../../shared/reviews/errors.ts'
import { savedErrors } from '../../../shared/saved/errors.ts'
import { shopErrors } from '../../../shared/sellers/errors.ts'
import { sitePageErrors } from '../../../shared/site-pages/errors.ts'
import { invitationErrors, staffErrors } from '../../../shared/staff/errors.ts'
import { stockErrors } from '../../../shared/stock/change-errors.ts'
import { sellingErrors } from '../../../shared/stock/errors.ts'

/** The failures of `/api` by feature. For documents only: pages import those of their feature. */
export const apiErrors = {
  'Every call': { ...commonErrors, ...rightErrors, ...requestErrors },
  Cart: cartErrors,
  Buying: { ...sellingErrors, ...checkoutErrors },
  Payments: paymentErrors,
  'Orders of buyers': orderErrors,
  'Orders of admins': adminOrderErrors,
  'Packages and returns': fulfilmentErrors,
  Products: productFormErrors,
  Stock: stockErrors,
  Sellers: { ...sellerErrors, ...sellerPageErrors },
  Synonyms: synonymErrors,
  Reviews: reviewErrors,
  'Wish list': savedErrors,
  'Restock alerts': alertErrors,
  Messages: conversationErrors,
  Notifications: notificationErrors,
  Accounts: userErrors,
  'Settings of emails': mailSettingsErrors,
  Market: marketErrors,
  Pages: sitePageErrors,
  Categories: categoryErrors,
  Banners: bannerErrors,
  Delivery: deliveryErrors,
  "Sellers' approval and hidden products": shopErrors,
  Staff: { ...staffErrors, ...invitationErrors },
  'The first admin': setupErrors,
  Notices: noticeErrors,
  Activity: activityErrors,
} as const satisfies Record<string, ErrorDefinitions>

type Entry = {
  [Group in keyof typeof apiErrors]: {
    [Code in keyof (typeof apiErrors)[Group]]: [Code, DetailsOf<(typeof apiErrors)[Group][Code] & ErrorDefinition>]
  }[keyof (typeof apiErrors)[Group]]
}[keyof typeof apiErrors]
type WithDetails = Exclude<Entry, [PropertyKey, undefined]>

const units = z.object({
  line_number: z.number(),
  product_name: z.string(),
  left: z.number(),
  seller_order: z.unknown(),
})
const preference = z.object({ field: z.literal('preferences'), kind: z.string<MailKind>() })

/** The details of each failure that has any. */
export const errorDetails = {
  account_full: z.object({ mib: z.number() }),
  checkout_placed: z.object({ order_id: z.string() }),
  idempotency_key_reused: z.object({ order_id: z.string().optional() }),
  insufficient_stock: z.object({
    lines: z.array(z.object({ product_id: z.string(), product_name: z.string(), available: z.number() })),
  }),
  mail_always_sent: preference,
  mail_of_other_role: preference,
  mail_password_needed: z.object({ field: z.literal('password') }),
  method_gone: z.object({
    seller_id: z.string(),
    seller: z.string(),
    methods: z.array(z.object({ method_id: z.string(), name: z.string(), price: z.number() })),
  }),
  more_than_asked: units,
  not_delivered_there: z.object({
    sellers: z.array(z.object({ seller_id: z.string(), seller: z.string(), product_ids: z.array(z.string()) })),
    country: z.string(),
  }),
  not_returnable: units,
  nothing_left: units,
  order_changed: z.object({ order_state: z.enum(ORDER_STATES) }),
  payment_declined: z.object({ reason: z.string() }),
  product_gone: z.object({ product_ids: z.array(z.string()), product_names: z.array(z.string()) }),
  refund_too_large: z.object({ left: z.number() }),
  other_destination: z.object({ country: z.string(), prefix: z.string() }),
  delivery_refund_too_large: z.object({ left: z.number() }),
  right_missing: z.object({ right: z.enum(ADMIN_RIGHTS) }),
  return_period_over: z.object({ until: z.string() }),
  seller_order_changed: z.object({ seller_order: z.unknown() }),
  stock_changed: z.object({ on_hand: z.number() }),
  stock_reserved: z.object({ reserved: z.number() }),
  too_many: z.object({ max_per_order: z.number(), product_id: z.string().optional() }),
  too_many_alerts: z.object({ limit: z.number() }),
  too_many_products: z.object({ limit: z.number() }),
  total_changed: z.object({
    total: z.number(),
    lines: z.array(
      z.object({
        product_id: z.string(),
        product_name: z.string(),
        product_price: z.number(),
        quantity: z.number(),
      }),
    ),
    charges: chargesField.optional(),
  }),
  write_limit: z.object({ limit: z.number(), minutes: z.number() }),
  wrong_state: z.object({ seller_order: z.unknown() }),
} satisfies { [One in WithDetails as One[0]]: z.ZodType<NonNullable<One[1]>> }

const base = { message: z.string(), request_id: z.string().optional() }
const detailed = Object.entries(errorDetails)
const plain = new Set(Object.values(apiErrors).flatMap((group) => Object.keys(group))).difference(
  new Set(Object.keys(errorDetails)),
)

/** The body of every refusal under `/api`: each code with its details. */
export const refusalSchema = z.union([
  z.object({ code: z.enum([...plain].toSorted()), ...base }),
  ...detailed.map(([code, details]) => z.object({ code: z.literal(code), details, ...base })),
])
