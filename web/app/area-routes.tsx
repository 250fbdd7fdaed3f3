import type { RouteObject } from 'react-router'
import { page } from './page-route.ts'
import { sandbox } from './sandbox-pages.ts'

/** The pages of sellers and admins, whose table visitors do not load. */
export const areaRoutes: Readonly<Record<string, RouteObject[]>> = {
  seller: [
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
      path: '/seller/delivery/:method?',
      module: 'web/features/seller/delivery/delivery-page.tsx',
      component: async () => (await import('../features/seller/delivery/delivery-page.tsx')).DeliveryPage,
    }),
    page({
      path: '/seller/settings/shop',
      module: 'web/features/seller/shop/open-shop-page.tsx',
      component: async () => (await import('../features/seller/shop/open-shop-page.tsx')).OpenShopPage,
    }),
    page({
      path: '/seller/settings',
      module: 'web/features/seller/settings-page.tsx',
      component: async () => (await import('../features/seller/settings-page.tsx')).SellerSettingsPage,
    }),
  ],
  admin: [
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
      path: '/admin/users',
      module: 'web/features/admin/users/users-page.tsx',
      component: async () => (await import('../features/admin/users/users-page.tsx')).AdminUsersPage,
    }),
    page({
      path: '/admin/users/sellers',
      module: 'web/features/admin/sellers/sellers-page.tsx',
      component: async () => (await import('../features/admin/sellers/sellers-page.tsx')).AdminSellersPage,
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
      path: '/admin/guide',
      module: 'web/features/admin/guide/guide-page.tsx',
      component: async () => (await import('../features/admin/guide/guide-page.tsx')).GuidePage,
    }),
    page({
      path: '/admin/pages/:slug?',
      module: 'web/features/admin/site-pages/pages-page.tsx',
      component: async () => (await import('../features/admin/site-pages/pages-page.tsx')).AdminPagesPage,
    }),
    page({
      path: '/admin/categories',
      module: 'web/features/admin/categories/categories-page.tsx',
      component: async () => (await import('../features/admin/categories/categories-page.tsx')).AdminCategoriesPage,
    }),
    page({
      path: '/admin/banners/:number?',
      module: 'web/features/admin/banners/banners-page.tsx',
      component: async () => (await import('../features/admin/banners/banners-page.tsx')).AdminBannersPage,
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
}
