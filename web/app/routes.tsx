import type { RouteObject } from 'react-router'
import {
  categoryQueries,
  homeQueries,
  productQueries,
  searchQueries,
  sellerQueries,
  sellerRedirect,
  sitePageQueries,
} from '../features/catalog/page-data.ts'
import { SEARCH_PARAMETERS } from '../features/catalog/search-address.ts'
import { loadCode } from '../ui/load-code.ts'
import { ErrorPage } from './error-page.tsx'
import { ShopLayout } from './layout/shop-layout.tsx'
import { page } from './page-route.ts'

/** Pages of the optional sandbox folder. */
const [sandbox = { shop: [], admin: [] }] = Object.values(
  import.meta.glob<Record<'shop' | 'admin', RouteObject[]>>('../../sandbox/web/pages.ts', { eager: true }),
)

/** A page that the marketplace writes itself, with its versions; not found while there is none. */
const sitePage = (path: string, slug?: string) =>
  page({
    path: `/${path}/:version?`,
    module: 'web/features/site-pages/site-page.tsx',
    component: async () => {
      const [{ SitePage }, { NotFoundPage }] = await Promise.all([
        import('../features/site-pages/site-page.tsx'),
        import('./not-found-page.tsx'),
      ])
      return () => <SitePage none={<NotFoundPage />} />
    },
    queries: sitePageQueries(slug),
    personal: false,
  })

/** The specification's route table, row by row. */
export const routes: RouteObject[] = [
  {
    id: 'shop',
    Component: ShopLayout,
    ErrorBoundary: ErrorPage,
    children: [
      page({
        path: '/',
        module: 'web/features/catalog/home/home-page.tsx',
        component: async () => (await import('../features/catalog/home/home-page.tsx')).HomePage,
        queries: homeQueries,
        personal: false,
      }),
      page({
        path: '/category/:categoryName',
        module: 'web/features/catalog/category/category-page.tsx',
        component: async () => (await import('../features/catalog/category/category-page.tsx')).CategoryPage,
        queries: categoryQueries,
        personal: false,
        query: ['page'],
      }),
      page({
        path: '/product/:productId',
        module: 'web/features/catalog/product/product-page.tsx',
        component: async () => (await import('../features/catalog/product/product-page.tsx')).ProductPage,
        queries: productQueries,
        ...(import.meta.env.SSR && {
          serverQueries: async () => (await import('../features/reviews/on-server.ts')).reviewQueries,
        }),
        personal: false,
        query: ['stars', 'sort', 'page'],
      }),
      page({
        path: '/shop/:handle',
        module: 'web/features/catalog/seller/seller-page.tsx',
        component: async () => (await import('../features/catalog/seller/seller-page.tsx')).SellerPage,
        queries: sellerQueries,
        redirect: sellerRedirect,
        personal: false,
        query: ['sort', 'page'],
      }),
      page({
        path: '/search',
        module: 'web/features/catalog/search/search-page.tsx',
        component: async () => (await import('../features/catalog/search/search-page.tsx')).SearchPage,
        queries: searchQueries,
        personal: false,
        query: [...SEARCH_PARAMETERS],
      }),
      page({
        path: '/cart',
        module: 'web/app/cart-page.tsx',
        component: async () => (await import('./cart-page.tsx')).CartWithCatalog,
        inShop: true,
      }),
      page({
        path: '/wish-list',
        module: 'web/features/catalog/wish-list/wish-list-page.tsx',
        component: async () => (await import('../features/catalog/wish-list/wish-list-page.tsx')).WishListPage,
      }),
      page({
        path: '/checkout',
        module: 'web/features/checkouts/checkout-page.tsx',
        component: async () => (await import('../features/checkouts/checkout-page.tsx')).CheckoutPage,
      }),
      page({
        path: '/checkout/return',
        module: 'web/features/checkouts/return-page.tsx',
        component: async () => (await import('../features/checkouts/return-page.tsx')).ReturnPage,
        needs: 'payments',
        query: ['checkout'],
      }),
      ...sandbox.shop,
      page({
        path: '/order-confirmation/:orderId',
        module: 'web/features/orders/confirmation-page.tsx',
        component: async () => (await import('../features/orders/confirmation-page.tsx')).ConfirmationPage,
      }),
      page({
        path: '/dashboard',
        module: 'web/features/accounts/dashboard-page.tsx',
        component: async () => (await import('../features/accounts/dashboard-page.tsx')).DashboardPage,
      }),
      page({
        path: '/order-tracking',
        module: 'web/features/orders/tracking-page.tsx',
        component: async () => (await import('../features/orders/tracking-page.tsx')).TrackingPage,
        query: ['orderId'],
      }),
      page({
        path: '/order-receipt/:orderId/:number',
        module: 'web/features/orders/receipt-page.tsx',
        component: async () => (await import('../features/orders/receipt-page.tsx')).ReceiptPage,
      }),
      page({
        path: '/notifications',
        module: 'web/features/notifications/notifications-page.tsx',
        component: async () => (await import('../features/notifications/notifications-page.tsx')).NotificationsPage,
      }),
      page({
        path: '/authentication',
        module: 'web/features/auth/authentication-page.tsx',
        component: async () => (await import('../features/auth/authentication-page.tsx')).AuthenticationPage,
        query: ['step'],
      }),
      page({
        path: '/setup',
        module: 'web/features/auth/setup-page.tsx',
        component: async () => (await import('../features/auth/setup-page.tsx')).SetupPage,
        needs: 'setup',
      }),
      ...['about', 'contact', 'terms', 'privacy', 'imprint'].map((slug) => sitePage(slug, slug)),
      sitePage('page/:slug'),
      page({
        path: '/invitation',
        module: 'web/features/auth/setup-page.tsx',
        component: async () => (await import('../features/auth/setup-page.tsx')).InvitationPage,
      }),
      page({
        path: '*',
        module: 'web/app/not-found-page.tsx',
        component: async () => (await import('./not-found-page.tsx')).NotFoundPage,
        personal: false,
      }),
    ],
  },
  {
    id: 'seller',
    lazy: async () => ({ Component: (await loadCode(() => import('./layout/seller-layout.tsx'), true)).SellerLayout }),
    ErrorBoundary: ErrorPage,
    children: [
      page({
        path: '/seller/dashboard?',
        module: 'web/features/seller/dashboard/dashboard-page.tsx',
        component: async () => (await import('../features/seller/dashboard/dashboard-page.tsx')).SellerDashboardPage,
      }),
      page({
        path: '/seller/products',
        module: 'web/features/seller/products/products-page.tsx',
        component: async () => (await import('../features/seller/products/products-page.tsx')).SellerProductsPage,
      }),
      page({
        path: '/seller/orders',
        module: 'web/features/seller/orders/orders-page.tsx',
        component: async () => (await import('../features/seller/orders/orders-page.tsx')).SellerOrdersPage,
      }),
      page({
        path: '/seller/orders/:orderId',
        module: 'web/features/seller/orders/packing-slip-page.tsx',
        component: async () => (await import('../features/seller/orders/packing-slip-page.tsx')).PackingSlipPage,
      }),
      page({
        path: '/seller/add-product',
        module: 'web/features/seller/products/add-product-page.tsx',
        component: async () => (await import('../features/seller/products/add-product-page.tsx')).AddProductPage,
      }),
      page({
        path: '/seller/edit-product/:productId',
        module: 'web/features/seller/products/edit-product-page.tsx',
        component: async () => (await import('../features/seller/products/edit-product-page.tsx')).EditProductPage,
      }),
      page({
        path: '/seller/notifications',
        module: 'web/features/notifications/notifications-page.tsx',
        component: async () => (await import('../features/notifications/notifications-page.tsx')).NotificationList,
      }),
      page({
        path: '/seller/messages',
        module: 'web/features/seller/messages-page.tsx',
        component: async () => (await import('../features/seller/messages-page.tsx')).SellerMessagesPage,
      }),
      page({
        path: '/seller/settings/shop?',
        module: 'web/features/seller/settings-page.tsx',
        component: async () => (await import('../features/seller/settings-page.tsx')).SellerSettingsPage,
      }),
    ],
  },
  {
    id: 'admin',
    lazy: async () => ({ Component: (await loadCode(() => import('./layout/admin-layout.tsx'), true)).AdminLayout }),
    ErrorBoundary: ErrorPage,
    children: [
      page({
        path: '/admin',
        module: 'web/features/admin/dashboard-page.tsx',
        component: async () => (await import('../features/admin/dashboard-page.tsx')).AdminDashboardPage,
      }),
      page({
        path: '/admin/products',
        module: 'web/features/admin/products/products-page.tsx',
        component: async () => (await import('../features/admin/products/products-page.tsx')).AdminProductsPage,
      }),
      page({
        path: '/admin/orders',
        module: 'web/features/admin/orders/orders-page.tsx',
        component: async () => (await import('../features/admin/orders/orders-page.tsx')).AdminOrdersPage,
      }),
      page({
        path: '/admin/payments',
        module: 'web/features/admin/payments/payments-page.tsx',
        component: async () => (await import('../features/admin/payments/payments-page.tsx')).AdminPaymentsPage,
        needs: 'payments',
      }),
      ...sandbox.admin,
      page({
        path: '/admin/users/sellers?',
        module: 'web/features/admin/users/users-page.tsx',
        component: async () => (await import('../features/admin/users/users-page.tsx')).AdminUsersPage,
      }),
      page({
        path: '/admin/search',
        module: 'web/features/admin/search-page.tsx',
        component: async () => (await import('../features/admin/search-page.tsx')).AdminSearchPage,
      }),
      page({
        path: '/admin/reviews',
        module: 'web/features/admin/reviews/reviews-page.tsx',
        component: async () => (await import('../features/admin/reviews/reviews-page.tsx')).AdminReviewsPage,
      }),
      page({
        path: '/admin/market',
        module: 'web/features/market/market-page.tsx',
        component: async () => (await import('../features/market/market-page.tsx')).MarketPage,
      }),
      page({
        path: '/admin/pages/:slug?',
        module: 'web/features/admin/site-pages/pages-page.tsx',
        component: async () => (await import('../features/admin/site-pages/pages-page.tsx')).AdminPagesPage,
      }),
      page({
        path: '/admin/activity',
        module: 'web/features/admin/activity-page.tsx',
        component: async () => (await import('../features/admin/activity-page.tsx')).AdminActivityPage,
      }),
      page({
        path: '/admin/staff',
        module: 'web/features/admin/staff/staff-page.tsx',
        component: async () => (await import('../features/admin/staff/staff-page.tsx')).AdminStaffPage,
      }),
      page({
        path: '/admin/mail',
        module: 'web/features/admin/mail/mail-page.tsx',
        component: async () => (await import('../features/admin/mail/mail-page.tsx')).AdminMailPage,
      }),
      page({
        path: '/admin/notifications',
        module: 'web/features/notifications/notifications-page.tsx',
        component: async () => (await import('../features/notifications/notifications-page.tsx')).NotificationList,
      }),
      page({
        path: '/admin/settings',
        module: 'web/features/accounts/settings-page.tsx',
        component: async () => (await import('../features/accounts/settings-page.tsx')).SettingsPage,
      }),
    ],
  },
]
