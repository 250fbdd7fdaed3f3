import type { RouteObject } from 'react-router'
import { page } from './page-route.ts'
import { sandbox } from './sandbox-pages.ts'

/** The pages of sellers and admins, whose table visitors do not load. */
export const areaRoutes: Readonly<Record<string, RouteObject[]>> = {
  seller: [
    page({
      path: '/seller/dashboard?',
      component: async () => (await import('../features/seller/dashboard/dashboard-page.tsx')).SellerDashboardPage,
    }),
    page({
      path: '/seller/products',
      component: async () => (await import('../features/seller/products/products-page.tsx')).SellerProductsPage,
    }),
    page({
      path: '/seller/orders',
      component: async () => (await import('../features/seller/orders/orders-page.tsx')).SellerOrdersPage,
    }),
    page({
      path: '/seller/orders/:orderId',
      component: async () => (await import('../features/seller/orders/packing-slip-page.tsx')).PackingSlipPage,
    }),
    page({
      path: '/seller/add-product',
      component: async () => (await import('../features/seller/products/add-product-page.tsx')).AddProductPage,
    }),
    page({
      path: '/seller/edit-product/:productId',
      component: async () => (await import('../features/seller/products/edit-product-page.tsx')).EditProductPage,
    }),
    page({
      path: '/seller/notifications',
      component: async () => (await import('../features/notifications/notifications-page.tsx')).NotificationList,
    }),
    page({
      path: '/seller/messages',
      component: async () => (await import('../features/seller/messages-page.tsx')).SellerMessagesPage,
    }),
    page({
      path: '/seller/delivery/:method?',
      component: async () => (await import('../features/seller/delivery/delivery-page.tsx')).DeliveryPage,
    }),
    page({
      path: '/seller/settings/shop',
      component: async () => (await import('../features/seller/shop/open-shop-page.tsx')).OpenShopPage,
    }),
    page({
      path: '/seller/settings',
      component: async () => (await import('../features/seller/settings-page.tsx')).SellerSettingsPage,
    }),
  ],
  admin: [
    page({
      path: '/admin',
      component: async () => (await import('../features/admin/dashboard-page.tsx')).AdminDashboardPage,
    }),
    page({
      path: '/admin/products',
      component: async () => (await import('../features/admin/products/products-page.tsx')).AdminProductsPage,
    }),
    page({
      path: '/admin/orders',
      component: async () => (await import('../features/admin/orders/orders-page.tsx')).AdminOrdersPage,
    }),
    page({
      path: '/admin/payments',
      component: async () => (await import('../features/admin/payments/payments-page.tsx')).AdminPaymentsPage,
      needs: 'payments',
    }),
    ...sandbox.admin,
    page({
      path: '/admin/users',
      component: async () => (await import('../features/admin/users/users-page.tsx')).AdminUsersPage,
    }),
    page({
      path: '/admin/users/sellers',
      component: async () => (await import('../features/admin/sellers/sellers-page.tsx')).AdminSellersPage,
    }),
    page({
      path: '/admin/search',
      component: async () => (await import('../features/admin/search-page.tsx')).AdminSearchPage,
    }),
    page({
      path: '/admin/reviews',
      component: async () => (await import('../features/admin/reviews/reviews-page.tsx')).AdminReviewsPage,
    }),
    page({
      path: '/admin/market',
      component: async () => (await import('../features/market/market-page.tsx')).MarketPage,
    }),
    page({
      path: '/admin/guide',
      component: async () => (await import('../features/admin/guide/guide-page.tsx')).GuidePage,
    }),
    page({
      path: '/admin/pages/:slug?',
      component: async () => (await import('../features/admin/site-pages/pages-page.tsx')).AdminPagesPage,
    }),
    page({
      path: '/admin/categories',
      component: async () => (await import('../features/admin/categories/categories-page.tsx')).AdminCategoriesPage,
    }),
    page({
      path: '/admin/banners/:number?',
      component: async () => (await import('../features/admin/banners/banners-page.tsx')).AdminBannersPage,
    }),
    page({
      path: '/admin/activity',
      component: async () => (await import('../features/admin/activity-page.tsx')).AdminActivityPage,
    }),
    page({
      path: '/admin/staff',
      component: async () => (await import('../features/admin/staff/staff-page.tsx')).AdminStaffPage,
    }),
    page({
      path: '/admin/mail',
      component: async () => (await import('../features/admin/mail/mail-page.tsx')).AdminMailPage,
    }),
    page({
      path: '/admin/notifications',
      component: async () => (await import('../features/notifications/notifications-page.tsx')).NotificationList,
    }),
    page({
      path: '/admin/settings',
      component: async () => (await import('../features/accounts/settings-page.tsx')).SettingsPage,
    }),
  ],
}
