import { checkout } from '../support/api.ts'
import { METHOD } from '../support/delivery.ts'
import { NO_FACTS } from '../support/seller-facts.ts'
import { adminsOnly, buyersOnly, NONE, open, type Row, row, sellersOnly, signedIn } from './rows.ts'

const OUTDATED = { revision: 999 }
const BANNER = {
  title: 'Spring',
  text: '',
  action: 'Look',
  path: '/',
  focus_x: 50,
  focus_y: 50,
  shown_from: '',
  shown_to: '',
}
const LINES = [{ line_number: 1, quantity: 1 }]
const SENDING = { ...OUTDATED, request_id: NONE, carrier: 'DHL', lines: LINES }
const RECEIVED = { ...OUTDATED, lines: [{ line_number: 1, received: 1, resalable: 0 }] }
/** Actions of sellers, and of admins for them, on an outdated revision, so that nothing changes. */
const ACTS: [act: string, body: object, status: number][] = [
  ['confirm', OUTDATED, 409],
  ['shipments', SENDING, 409],
  ['cancel', { ...OUTDATED, lines: LINES, reason: 'other' }, 409],
  ['cancel-answer', { ...OUTDATED, accept: true }, 409],
  ['returns/:return_number/answer', { ...OUTDATED, accept: false, note: 'Used' }, 404],
  ['returns/:return_number/received', RECEIVED, 404],
]
const OF_SELLER = '/api/seller/orders/:order_id'
const OF_BUYER = '/api/orders/:order_id/seller-orders/:number'
const OF_ADMIN = '/api/admin/orders/:order_id/seller-orders/:number'

const fulfilmentRows: Row[] = [
  ...ACTS.flatMap(([act, body, status]) => [
    row(`POST ${OF_SELLER}/${act}`, sellersOnly(404, status), { body }),
    row(`POST ${OF_ADMIN}/${act}`, adminsOnly(status), { body }),
  ]),
  row(`PATCH ${OF_SELLER}/shipments/:shipment_number`, sellersOnly(404), { body: OUTDATED }),
  row(`PATCH ${OF_ADMIN}/shipments/:shipment_number`, adminsOnly(404), { body: OUTDATED }),
  row('POST /api/seller/orders/confirm', sellersOnly(), { body: { orders: [{ order_id: 'ORD99999', revision: 1 }] } }),
  row('POST /api/seller/orders/shipments', sellersOnly(), {
    body: { shipments: [{ ...SENDING, order_id: 'ORD99999' }] },
  }),
  row('GET /api/admin/orders/:order_id/seller-orders', adminsOnly()),
  row(`POST ${OF_BUYER}/cancel`, buyersOnly(409, 404), { body: OUTDATED }),
  row(`PATCH ${OF_BUYER}/address`, buyersOnly(409, 404), { body: { ...OUTDATED, city: 'Elsewhere' } }),
  row('POST /api/orders/:order_id/shipments/:shipment_number/received', buyersOnly(404), { body: OUTDATED }),
  row('POST /api/orders/:order_id/shipments/:shipment_number/missing', buyersOnly(404), { body: OUTDATED }),
  row(`POST ${OF_BUYER}/returns`, buyersOnly(409, 404), { body: { ...OUTDATED, lines: LINES, reason: 'damaged' } }),
  row(`POST ${OF_BUYER}/returns/:return_number/withdraw`, buyersOnly(404), { body: OUTDATED }),
  row(`POST ${OF_BUYER}/returns/:return_number/sent`, buyersOnly(404), { body: { ...OUTDATED, carrier: 'DHL' } }),
]

const message = () => ({ body: { message_id: crypto.randomUUID(), text: 'Hello' } })
/** Other buyers and sellers get the same statuses as for the order itself. */
const conversationRows: Row[] = [
  row('GET /api/conversations', buyersOnly()),
  row('GET /api/seller/conversations', sellersOnly()),
  row(`GET ${OF_BUYER}/messages`, buyersOnly(200, 403)),
  row(`POST ${OF_BUYER}/messages`, buyersOnly(200, 403), message()),
  row(`POST ${OF_BUYER}/messages/read`, buyersOnly(200, 403), { body: { up_to: 1 } }),
  row(`GET ${OF_SELLER}/messages`, sellersOnly(404, 200)),
  row(`POST ${OF_SELLER}/messages`, sellersOnly(404, 200), message()),
  row(`POST ${OF_SELLER}/messages/read`, sellersOnly(404, 200), { body: { up_to: 1 } }),
  row(`GET ${OF_ADMIN}/messages`, adminsOnly()),
  row(`POST ${OF_ADMIN}/messages`, adminsOnly(), message()),
]

const REFUND = { refund_id: NONE, amount: 1, seller_id: NONE, reason: 'goodwill' }
/** The routes that exist only where payments are taken. */
const paymentRows: Row[] = [
  row('POST /api/checkouts/:checkout_id/payment', buyersOnly(409, 404), { body: {} }),
  row('GET /api/admin/payments', adminsOnly()),
  row('POST /api/admin/payments/test', adminsOnly()),
  row('GET /api/admin/payments.csv', adminsOnly()),
  row('GET /api/admin/payments/:payment_id', adminsOnly(404)),
  row('POST /api/admin/payments/:payment_id/look', adminsOnly(404)),
  row('POST /api/admin/payments/:payment_id/refunds', adminsOnly(404), { body: REFUND }),
  row('POST /api/admin/payments/:payment_id/received', adminsOnly(404), { body: { amount: 1, at: '2026-01-01' } }),
  row('POST /api/admin/refunds/:refund_id/done', adminsOnly(404)),
  row('POST /api/admin/refunds/:refund_id/seller', adminsOnly(404), { body: { seller_id: NONE } }),
  row('POST /api/admin/payments/:payment_id/surplus-returned', adminsOnly(404)),
  row('POST /api/admin/disputes/:dispute_number/answer', adminsOnly(404), { body: { accept: true } }),
  row('POST /api/admin/payment-events/:event_id/again', adminsOnly(404)),
  row('GET /api/admin/sandbox', adminsOnly()),
  row('POST /api/admin/sandbox/plays', adminsOnly(409), { body: { play: 'dispute', intent_id: 'pi_none' } }),
  row('GET /api/sandbox/steps/:step_id', open(404)),
  row('POST /api/sandbox/steps/:step_id', open(404), { body: { answer: 'approve' } }),
]

const PAGE_TEXT = { title: 'Terms', body: '', revision: 999 }
const sitePageRows: Row[] = [
  row('GET /api/pages/:slug', open(404)),
  row('GET /api/admin/pages', adminsOnly()),
  row('POST /api/admin/pages', adminsOnly(400), { body: { slug: 'x', title: 'Terms' } }),
  row('POST /api/admin/page-order/preview', adminsOnly(201), { body: { slugs: [] } }),
  row('PUT /api/admin/page-order', adminsOnly(409), { body: { slugs: [] } }),
  row('GET /api/admin/pages/:slug', adminsOnly()),
  row('PUT /api/admin/pages/:slug', adminsOnly(409), { body: PAGE_TEXT }),
  row('PATCH /api/admin/pages/:slug', adminsOnly(409), { body: { ...OUTDATED, in_footer: false } }),
  row('POST /api/admin/pages/:slug/publish', adminsOnly(409), { body: OUTDATED }),
  row('POST /api/admin/pages/:slug/unpublish', adminsOnly(409), { body: OUTDATED }),
  row('DELETE /api/admin/pages/:slug', adminsOnly(409)),
]

const CATEGORY = { name: 'Terms', slug: 'audio', is_hidden: false }
const categoryRows: Row[] = [
  row('GET /api/admin/categories', adminsOnly()),
  row('POST /api/admin/categories', adminsOnly(409), { body: CATEGORY }),
  row('POST /api/admin/categories/preview', adminsOnly(201), { body: { name: 'Garden', slug: 'garden' } }),
  row('POST /api/admin/category-order/preview', adminsOnly(201), { body: { slugs: [] } }),
  row('PUT /api/admin/category-order', adminsOnly(409), { body: { slugs: [] } }),
  row('PUT /api/admin/categories/:slug', adminsOnly(404), { body: { ...CATEGORY, ...OUTDATED } }),
  row('POST /api/admin/categories/:slug/merge', adminsOnly(404), { body: { ...OUTDATED, into: 'audio' } }),
  row('POST /api/admin/categories/:slug/merge/preview', adminsOnly(201), { body: { ...OUTDATED, into: 'audio' } }),
  // Without a file: the removal.
  row('POST /api/admin/categories/:slug/picture/preview', adminsOnly(201)),
  row('PUT /api/admin/categories/:slug/picture', adminsOnly(400)),
  row('DELETE /api/admin/categories/:slug/picture', adminsOnly(400)),
]

const reviewRows: Row[] = [
  row('GET /api/products/:product_id/reviews', open()),
  row('GET /api/own-reviews', buyersOnly(), { path: '/api/own-reviews?ids=PRD00001' }),
  // The order was not delivered.
  row('PUT /api/products/:product_id/review', buyersOnly(403), { body: { rating: 5 } }),
  row('DELETE /api/products/:product_id/review', buyersOnly(404)),
  row('PUT /api/seller/reviews/:review_id/answer', sellersOnly(404), { body: { text: 'Thank you.' } }),
  row('DELETE /api/seller/reviews/:review_id/answer', sellersOnly(404)),
  row('POST /api/reviews/:review_id/report', signedIn(404)),
  row('GET /api/admin/reviews', adminsOnly()),
  row('GET /api/admin/reviews.csv', adminsOnly()),
  row('GET /api/admin/reviews/:review_id', adminsOnly(404)),
  row('POST /api/admin/reviews/:review_id/hide', adminsOnly(404)),
  row('POST /api/admin/reviews/:review_id/show', adminsOnly(404)),
]

const shopRows: Row[] = [
  row('GET /healthz', open()),
  row('GET /readyz', open()),
  row('GET /robots.txt', open()),
  row('GET /sitemap.xml', open()),
  row('GET /sitemaps/pages.xml', open()),
  row('GET /sitemaps/products-:number.xml', open()),
  row('GET /sitemaps/sellers-:number.xml', open()),
  row('GET /previews/home.jpg', open()),
  row('GET /previews/category/:category.jpg', open()),
  row('GET /previews/shop/:handle.jpg', open()),
  row('GET /preview/:token/picture', open(404)),
  // There is no icon yet.
  row('GET /previews/icon-:size.png', open(404), { path: '/previews/icon-32.png' }),
  row('GET /outbox', open()),
  // Without the mail, no caller gets further.
  row('GET /outbox/:id', open(404)),
  row('GET /outbox/:id/html', open(404)),
  row('GET /verify', open(400), { page: true }),
  row('POST /verify', open(400), { page: true, body: {} }),
  row('GET /docs', open()),
  row('GET /docs/json', open()),
  row('GET /docs/yaml', open()),
  row('GET /docs/static/swagger-initializer.js', open()),
  row('GET /docs/static/index.html', open(302)),
  row('GET /docs/static/*', open(), { path: '/docs/static/swagger-ui.css' }),
  row('GET /api/products/flash-sale', open()),
  row('GET /api/market', open()),
  row('POST /api/delivery-quotes', open(), { body: { lines: [{ product_id: 'PRD00001', quantity: 1 }] } }),
  row('GET /api/products/just-for-you', open()),
  row('GET /api/products', open(), { path: '/api/products?ids=PRD00001' }),
  row('GET /api/products/:product_id', open()),
  row('GET /api/products/:product_id/related', open()),
  row('GET /api/categories/:category/products', open()),
  row('GET /api/search', open(), { path: '/api/search?q=thing' }),
  row('GET /api/search/facets', open(), { path: '/api/search/facets?q=thing' }),
  row('GET /api/suggestions', open(), { path: '/api/suggestions?q=thing' }),
  row('GET /api/sellers/:handle', open()),
  row('GET /api/sellers/:handle/products', open()),
  // There is an admin.
  row('POST /api/setup', open(404), { body: {} }),
  row('POST /api/staff/invitation', open(404), {
    body: { token: 'none', display_name: 'Ada', password: 'long enough' },
  }),
  row('GET /api/account/sessions', signedIn()),
  row('GET /api/cart', buyersOnly()),
  row('GET /api/notifications', signedIn()),
  row('POST /api/notifications/read', signedIn(), { body: { up_to: 1 } }),
  row('GET /api/notification-preferences', signedIn()),
  row('PUT /api/notification-preferences', signedIn(), { body: { preferences: [] } }),
  row('GET /api/saved', buyersOnly()),
  row('POST /api/saved', buyersOnly(), { body: { product_ids: ['PRD00001'] } }),
  row('PUT /api/saved/:product_id', buyersOnly()),
  row('DELETE /api/saved/:product_id', buyersOnly()),
  row('GET /api/stock-alerts', buyersOnly()),
  // The product is in stock.
  row('PUT /api/stock-alerts/:product_id', buyersOnly(409)),
  row('DELETE /api/stock-alerts/:product_id', buyersOnly()),
  row('GET /api/cart/gone', buyersOnly()),
  row('POST /api/cart/items', buyersOnly(), { body: { product_id: 'PRD00001' } }),
  row('PUT /api/cart/items/:product_id', buyersOnly(), { body: { quantity: 2 } }),
  row('DELETE /api/cart/items/:product_id', buyersOnly()),
  row('POST /api/cart/merge', buyersOnly(), { body: { merge_id: NONE, cart: { PRD00001: 1 } } }),
  row('DELETE /api/cart', buyersOnly()),
  row('DELETE /api/cart', buyersOnly(200, 403), { path: '/api/cart?order_id={order}' }),
  // With an empty cart, as permissions must be checked first.
  row('POST /api/orders', buyersOnly(409), { body: checkout }),
  row('GET /api/orders', buyersOnly()),
  row('POST /api/checkouts', buyersOnly(409), { body: checkout }),
  row('GET /api/checkouts/:checkout_id', buyersOnly(200, 404)),
  row('DELETE /api/checkouts/:checkout_id', buyersOnly(204, 404)),
  row('POST /api/checkouts/:checkout_id/order', buyersOnly(409, 404)),
  row('GET /api/orders/last-address', buyersOnly()),
  // The order has an address already, which stays.
  row('PUT /api/orders/:order_id/shipping-address', buyersOnly(409, 403), { body: { city: 'Elsewhere' } }),
  row('GET /api/orders/:order_id', { ...signedIn(403), buyer: 200, admin: 200 }),
]

const sellerRows: Row[] = [
  row('GET /api/seller/stats', sellersOnly()),
  row('GET /api/seller/page', sellersOnly()),
  // The page was changed since that revision.
  row('PUT /api/seller/page', sellersOnly(409), { body: { handle: 'another', about: '', banner: '', revision: 99 } }),
  row('GET /api/seller/shop', sellersOnly()),
  row('PUT /api/seller/shop', sellersOnly(409), { body: { ...NO_FACTS, revision: 99 } }),
  row('PUT /api/seller/shop/document', sellersOnly(415), { body: {} }),
  row('GET /api/seller/shop/document', sellersOnly(404)),
  row('DELETE /api/seller/shop/document', sellersOnly()),
  // Sellers need no approval by default.
  row('POST /api/seller/shop/ask', sellersOnly(409)),
  row('GET /api/seller/hidden-products', sellersOnly()),
  row('GET /api/seller/delivery', sellersOnly()),
  row('PUT /api/seller/delivery-settings', sellersOnly(409), {
    body: { sends_from: '', dispatch_days: null, away_until: '', ...OUTDATED },
  }),
  row('POST /api/seller/delivery-methods', sellersOnly(400), { body: { ...METHOD, name: '' } }),
  row('PUT /api/seller/delivery-method-order', sellersOnly(409), { body: { method_ids: [NONE] } }),
  row('PUT /api/seller/delivery-methods/:method_id', sellersOnly(404), { body: { ...METHOD, ...OUTDATED } }),
  row('POST /api/seller/delivery-methods/:method_id/duplicate', sellersOnly(404)),
  row('DELETE /api/seller/delivery-methods/:method_id', sellersOnly(404)),
  row('PUT /api/seller/hidden-products/:product_id/answer', sellersOnly(404), { body: { answer: 'Thank you.' } }),
  row('GET /api/admin/sellers', adminsOnly()),
  row('GET /api/admin/sellers/:seller_id', adminsOnly(404)),
  row('GET /api/admin/sellers/:seller_id/document', adminsOnly(404)),
  row('POST /api/admin/sellers/:seller_id/decision', adminsOnly(409), { body: { decision: 'approve', revision: 1 } }),
  row('GET /api/admin/seller-approval', adminsOnly()),
  row('PUT /api/admin/seller-approval', adminsOnly(409), {
    body: { seller_approval: true, requirements: [], revision: 999 },
  }),
  row('GET /api/admin/hidden-products', adminsOnly()),
  row('POST /api/admin/products/:product_id/hide', adminsOnly(404), {
    path: '/api/admin/products/PRD99999/hide',
    body: { reason: 'A copy' },
  }),
  row('POST /api/admin/products/:product_id/show', adminsOnly(404)),
  row('GET /api/seller/notices', sellersOnly()),
  row('DELETE /api/seller/notices/:notice_number', sellersOnly(404)),
  row('GET /api/seller/orders', sellersOnly()),
  row('GET /api/seller/orders/:order_id', sellersOnly(404, 200)),
  row('GET /api/seller/orders.csv', sellersOnly()),
  row('GET /api/seller/products', sellersOnly()),
  row('GET /api/seller/products.csv', sellersOnly()),
  row('GET /api/seller/products/:product_id', sellersOnly(404, 200)),
  // Without a form, as permissions must be checked first.
  row('POST /api/seller/products', sellersOnly(415)),
  row('PUT /api/seller/products/:product_id', sellersOnly(404, 415)),
  row('DELETE /api/seller/products/:product_id', sellersOnly(404, 204), { path: '/api/seller/products/PRD00002' }),
  row('POST /api/seller/products/:product_id/restore', sellersOnly(404), {
    path: '/api/seller/products/PRD99999/restore',
  }),
  row('PUT /api/seller/products/:product_id/stock', sellersOnly(404, 200), { body: { counted: false } }),
  row('GET /api/seller/products/:product_id/stock', { ...sellersOnly(404, 200), admin: 200 }),
  row('GET /api/seller/stock', sellersOnly()),
]

const MAIL_SERVER = {
  host: 'mail.example',
  port: 25,
  encryption: 'none',
  user: '',
  password: '',
  sender: 'a@b.example',
}

const adminRows: Row[] = [
  row('GET /api/admin/search', adminsOnly()),
  row('POST /api/admin/search/synonyms', adminsOnly(400), {
    body: { words: 'sofa', synonym: 'Sofa', is_one_way: false },
  }),
  row('DELETE /api/admin/search/synonyms/:synonym_id', adminsOnly(404)),
  row('GET /api/admin/market', adminsOnly()),
  row('PUT /api/admin/market', adminsOnly(409), {
    body: {
      ...OUTDATED,
      name: 'Elsewhere',
      about: '',
      contact: '',
      products_link: 'none',
      facebook: '',
      twitter: '',
      github: '',
      linkedin: '',
      brand_color: '',
      accent_color: '',
    },
  }),
  row('PUT /api/admin/market/region', adminsOnly(409), {
    body: { ...OUTDATED, currency: 'USD', locale: 'en-US', country: '', time_zone: 'UTC' },
  }),
  // Without a revision, as permissions must be checked first.
  row('PUT /api/admin/market/pictures/:picture', adminsOnly(400)),
  row('POST /api/admin/market/pictures/:picture/preview', adminsOnly(201)),
  row('DELETE /api/admin/market/pictures/:picture', adminsOnly(400)),
  row('POST /api/admin/market/preview', adminsOnly(400), { body: {} }),
  row('POST /api/admin/market/region/preview', adminsOnly(400), { body: {} }),
  row('POST /api/admin/banners/preview', adminsOnly(400), { body: {} }),
  row('POST /api/admin/pages/:slug/preview', adminsOnly(400), { body: {} }),
  row('GET /api/admin/market/opening', adminsOnly()),
  row('GET /api/admin/banners', adminsOnly()),
  row('POST /api/admin/banners', adminsOnly(400), { body: { ...BANNER, path: '//elsewhere.example' } }),
  row('POST /api/admin/banner-order/preview', adminsOnly(201), { body: { banner_numbers: [] } }),
  row('PUT /api/admin/banner-order', adminsOnly(409), { body: { banner_numbers: [] } }),
  row('PUT /api/admin/banners/:banner_number', adminsOnly(404), { body: { ...OUTDATED, ...BANNER } }),
  row('DELETE /api/admin/banners/:banner_number', adminsOnly(404)),
  row('POST /api/admin/banners/:banner_number/picture/preview', adminsOnly(201)),
  row('PUT /api/admin/banners/:banner_number/picture', adminsOnly(400)),
  row('DELETE /api/admin/banners/:banner_number/picture', adminsOnly(400)),
  row('POST /api/admin/market/opening/dismiss', adminsOnly(204)),
  row('GET /api/admin/stats', adminsOnly()),
  row('GET /api/admin/products', adminsOnly()),
  row('GET /api/admin/products.csv', adminsOnly()),
  row('PATCH /api/admin/products', adminsOnly(), { body: { product_ids: ['PRD00001'], flash_sale: true } }),
  // Unknown products, as the other rows need theirs.
  row('POST /api/admin/products/delete', adminsOnly(), { body: { product_ids: ['PRD99999'] } }),
  row('POST /api/admin/products/restore', adminsOnly(), { body: { product_ids: ['PRD99999'] } }),
  row('PATCH /api/admin/products/:product_id', adminsOnly(), { body: { flash_sale: false } }),
  row('DELETE /api/admin/products/:product_id', adminsOnly(404), { path: '/api/admin/products/PRD99999' }),
  row('GET /api/admin/orders', adminsOnly()),
  row('GET /api/admin/orders.csv', adminsOnly()),
  row('GET /api/admin/users.csv', adminsOnly()),
  row('GET /api/admin/orders/:order_id', adminsOnly()),
  row('PATCH /api/admin/orders/:order_id', adminsOnly(), { body: { order_state: 'confirmed' } }),
  row('POST /api/admin/orders/:order_id/follow-seller-orders', adminsOnly()),
  row('GET /api/admin/activity', adminsOnly()),
  row('GET /api/admin/activity/:action_number', adminsOnly(404)),
  row('GET /api/admin/activity.csv', adminsOnly()),
  row('GET /api/admin/tasks', adminsOnly()),
  row('POST /api/admin/tasks/:task_number/retry', adminsOnly(404)),
  row('GET /api/admin/users', adminsOnly()),
  row('GET /api/admin/users/:user_id/open-orders', adminsOnly()),
  row('POST /api/admin/users/:user_id/suspend', adminsOnly(404)),
  row('POST /api/admin/users/:user_id/reinstate', adminsOnly(404)),
  row('GET /api/admin/staff', adminsOnly()),
  row('POST /api/admin/staff/invitations', adminsOnly(204), {
    body: { email: 'staff@example.com', rights: ['search'] },
  }),
  row('DELETE /api/admin/staff/invitations/:invitation_id', adminsOnly(404)),
  row('PUT /api/admin/staff/:user_id/rights', adminsOnly(404), { body: { rights: null, revision: 1 } }),
  row('DELETE /api/admin/staff/:user_id', adminsOnly(404)),
  row('PUT /api/admin/staff/second-factor', adminsOnly(204), { body: { is_required: false } }),
  row('GET /api/admin/mail', adminsOnly()),
  // Changed since that revision.
  row('PUT /api/admin/mail', adminsOnly(409), { body: { revision: 999, sender_name: '', reply_to: '', footer: '' } }),
  row('PUT /api/admin/mail/server', adminsOnly(409), { body: { revision: 999, ...MAIL_SERVER } }),
  row('DELETE /api/admin/mail/server', adminsOnly(409), { body: { revision: 999 } }),
  row('POST /api/admin/mail/test', adminsOnly(409)),
]

/** Section A of the security rules for every route. The calls are independent: the order does not matter. */
export const TABLE: Row[] = [
  ...[...shopRows, ...sellerRows, ...fulfilmentRows, ...conversationRows],
  ...[...adminRows, ...paymentRows, ...reviewRows, ...sitePageRows, ...categoryRows],
]
