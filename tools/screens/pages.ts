import type { Page } from 'playwright-core'
import type { Role } from '../../shared/accounts/constants.ts'
import { checkoutMessages } from '../../shared/orders/checkout-messages.ts'
import { paymentMessages } from '../../shared/payments/messages.ts'
import { openSignUp } from '../../tests/support/shop-page.ts'
import { COMPONENTS_PATH } from '../components/serve.ts'

/** Data of the demo marketplace for the addresses of pages. */
export interface Shown {
  /** An order of the demo buyer. */
  orderId: string
  /** A product of the demo seller. */
  productId: string
  mailPath: string
  /** The page that makes the first admin. */
  setupPath: string
}

export interface Screen {
  name: string
  /** Default: a visitor. */
  as?: Role
  path: string | ((shown: Shown) => string)
  /** Default: the demo marketplace. Pages of components need no marketplace. */
  market?: 'empty' | 'none'
  /** Brings the page into the state of the screenshot. */
  prepare?: (page: Page) => Promise<unknown>
}

const openFirstRow = async (page: Page) => {
  await page.locator('[data-list-row]').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
}

const openBankStep = async (page: Page) => {
  await page.getByLabel('Card number', { exact: true }).fill('4000 0000 0000 3220')
  await page.getByRole('button', { name: checkoutMessages.placeOrder }).click()
  await page.waitForURL('**/sandbox/step/*')
  await page.getByRole('button', { name: 'Approve' }).waitFor()
}

/** All screenshots. */
export const SCREENS: readonly Screen[] = [
  { name: 'components', path: COMPONENTS_PATH, market: 'none' },
  { name: 'components-dialog', path: `${COMPONENTS_PATH}#Dialog`, market: 'none' },
  { name: 'components-confirm', path: `${COMPONENTS_PATH}#Confirm`, market: 'none' },
  { name: 'empty-home', path: '/', market: 'empty' },
  { name: 'empty-category', path: '/category/all', market: 'empty' },
  { name: 'setup', path: ({ setupPath }) => setupPath, market: 'empty' },
  { name: 'home', path: '/' },
  { name: 'category', path: '/category/audio' },
  { name: 'category-empty', path: '/category/nothing' },
  { name: 'search', path: '/search?q=lamp' },
  { name: 'search-empty', path: '/search?q=nothing-like-this' },
  { name: 'product', path: ({ productId }) => `/product/${productId}` },
  { name: 'product-missing', path: '/product/PRD99999' },
  { name: 'seller-page', path: '/shop/fern-oak-home' },
  { name: 'cart', as: 'buyer', path: '/cart' },
  { name: 'cart-empty', path: '/cart' },
  { name: 'checkout', as: 'buyer', path: '/checkout' },
  { name: 'confirmation', as: 'buyer', path: ({ orderId }) => `/order-confirmation/${orderId}` },
  { name: 'tracking', as: 'buyer', path: ({ orderId }) => `/order-tracking?orderId=${orderId}` },
  { name: 'buyer-dashboard', as: 'buyer', path: '/dashboard' },
  { name: 'buyer-security', as: 'buyer', path: '/dashboard?tab=security' },
  { name: 'buyer-messages', as: 'buyer', path: '/dashboard?tab=messages' },
  {
    name: 'buyer-conversation',
    as: 'buyer',
    path: '/dashboard?tab=messages',
    prepare: async (page) => {
      await page
        .getByRole('link', { name: /Open messages of/ })
        .first()
        .click()
      await page.getByRole('log').waitFor()
    },
  },
  { name: 'buyer-notifications', as: 'buyer', path: '/notifications' },
  { name: 'receipt', as: 'buyer', path: ({ orderId }) => `/order-receipt/${orderId}/1` },
  { name: 'wish-list', path: '/wish-list' },
  { name: 'sign-in', path: '/authentication' },
  { name: 'sign-up', path: '/authentication', prepare: openSignUp },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'bank-step', as: 'buyer', path: '/checkout', prepare: openBankStep },
  {
    name: 'bank-return',
    as: 'buyer',
    path: '/checkout',
    prepare: async (page) => {
      await openBankStep(page)
      await page.getByRole('button', { name: 'Walk away' }).click()
      await page.getByText(paymentMessages.waiting).waitFor()
    },
  },
  { name: 'mail', path: ({ mailPath }) => mailPath },
  { name: 'outbox', path: '/outbox' },
  { name: 'seller-dashboard', as: 'seller', path: '/seller' },
  { name: 'seller-products', as: 'seller', path: '/seller/products' },
  { name: 'seller-add-product', as: 'seller', path: '/seller/add-product' },
  { name: 'seller-edit-product', as: 'seller', path: ({ productId }) => `/seller/edit-product/${productId}` },
  { name: 'seller-orders', as: 'seller', path: '/seller/orders' },
  { name: 'seller-orders-to-send', as: 'seller', path: '/seller/orders?view=send' },
  { name: 'seller-order', as: 'seller', path: ({ orderId }) => `/seller/orders/${orderId}` },
  {
    name: 'seller-slip',
    as: 'seller',
    path: ({ orderId }) => `/seller/orders/${orderId}`,
    prepare: (page) => page.emulateMedia({ media: 'print' }),
  },
  {
    name: 'seller-returns',
    as: 'seller',
    path: '/seller/orders?view=returns',
    prepare: (page) => page.locator('summary').filter({ hasText: 'Return requested' }).first().click(),
  },
  { name: 'seller-low-stock', as: 'seller', path: '/seller/products?stock=all' },
  { name: 'seller-messages', as: 'seller', path: '/seller/messages' },
  { name: 'seller-delivery', as: 'seller', path: '/seller/delivery' },
  { name: 'seller-delivery-method', as: 'seller', path: '/seller/delivery/new' },
  { name: 'seller-shop', as: 'seller', path: '/seller/settings/shop' },
  { name: 'seller-settings', as: 'seller', path: '/seller/settings' },
  { name: 'admin-dashboard', as: 'admin', path: '/admin' },
  { name: 'admin-products', as: 'admin', path: '/admin/products' },
  { name: 'admin-order', as: 'admin', path: ({ orderId }) => `/admin/orders?track=${orderId}` },
  { name: 'admin-orders', as: 'admin', path: '/admin/orders' },
  { name: 'admin-payments', as: 'admin', path: '/admin/payments' },
  { name: 'admin-sandbox', as: 'admin', path: '/admin/sandbox' },
  { name: 'admin-search', as: 'admin', path: '/admin/search' },
  { name: 'admin-users', as: 'admin', path: '/admin/users' },
  { name: 'admin-user', as: 'admin', path: '/admin/users?sort=name&direction=asc', prepare: openFirstRow },
  { name: 'admin-sellers', as: 'admin', path: '/admin/users/sellers' },
  { name: 'admin-seller', as: 'admin', path: '/admin/users/sellers', prepare: openFirstRow },
  { name: 'admin-reviews', as: 'admin', path: '/admin/reviews' },
  { name: 'admin-review', as: 'admin', path: '/admin/reviews', prepare: openFirstRow },
  { name: 'admin-pages', as: 'admin', path: '/admin/pages' },
  { name: 'admin-banners', as: 'admin', path: '/admin/banners' },
  { name: 'admin-banner', as: 'admin', path: '/admin/banners/1' },
  { name: 'admin-page', as: 'admin', path: '/admin/pages/terms' },
  { name: 'admin-categories', as: 'admin', path: '/admin/categories' },
  { name: 'admin-market', as: 'admin', path: '/admin/market' },
  { name: 'admin-guide', as: 'admin', path: '/admin/guide' },
  { name: 'admin-activity', as: 'admin', path: '/admin/activity' },
  { name: 'admin-action', as: 'admin', path: '/admin/activity', prepare: openFirstRow },
  { name: 'admin-settings', as: 'admin', path: '/admin/settings' },
  { name: 'admin-staff', as: 'admin', path: '/admin/staff' },
  { name: 'admin-mail', as: 'admin', path: '/admin/mail' },
]
