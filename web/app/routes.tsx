import type { RouteObject } from 'react-router'
import { BASE_PATH } from '../../shared/kernel/language.ts'
import {
  categoryQueries,
  categoryRedirect,
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
import { sandbox } from './sandbox-pages.ts'

/** A page that the marketplace writes itself, with its versions; not found while there is none. */
const sitePage = (path: string, slug?: string) =>
  page({
    path: `/${path}/:version?`,
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

/** The specification's route table, row by row; those of the areas are in `area-routes.tsx`. */
export const routes: RouteObject[] = [
  {
    id: 'shop',
    Component: ShopLayout,
    ErrorBoundary: ErrorPage,
    children: [
      page({
        path: '/',
        component: async () => (await import('../features/catalog/home/home-page.tsx')).HomePage,
        queries: homeQueries,
        personal: false,
      }),
      page({
        path: '/category/:categoryName',
        component: async () => (await import('../features/catalog/category/category-page.tsx')).CategoryPage,
        queries: categoryQueries,
        redirect: categoryRedirect,
        personal: false,
        query: ['page'],
      }),
      page({
        path: '/product/:productId',
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
        component: async () => (await import('../features/catalog/seller/seller-page.tsx')).SellerPage,
        queries: sellerQueries,
        redirect: sellerRedirect,
        personal: false,
        query: ['sort', 'page'],
      }),
      page({
        path: '/search',
        component: async () => (await import('../features/catalog/search/search-page.tsx')).SearchPage,
        queries: searchQueries,
        personal: false,
        query: [...SEARCH_PARAMETERS],
      }),
      page({
        path: '/cart',
        component: async () => (await import('./cart-page.tsx')).CartWithCatalog,
        inShop: true,
      }),
      page({
        path: '/wish-list',
        component: async () => (await import('../features/catalog/wish-list/wish-list-page.tsx')).WishListPage,
      }),
      page({
        path: '/checkout',
        component: async () => (await import('../features/checkouts/checkout-page.tsx')).CheckoutPage,
      }),
      page({
        path: '/checkout/return',
        component: async () => (await import('../features/checkouts/return-page.tsx')).ReturnPage,
        needs: 'payments',
        query: ['checkout'],
      }),
      ...sandbox.shop,
      page({
        path: '/order-confirmation/:orderId',
        component: async () => (await import('../features/orders/confirmation-page.tsx')).ConfirmationPage,
      }),
      page({
        path: '/dashboard',
        component: async () => (await import('../features/accounts/dashboard-page.tsx')).DashboardPage,
      }),
      page({
        path: '/order-tracking',
        component: async () => (await import('../features/orders/tracking-page.tsx')).TrackingPage,
        query: ['orderId'],
      }),
      page({
        path: '/order-receipt/:orderId/:number',
        component: async () => (await import('../features/orders/receipt-page.tsx')).ReceiptPage,
      }),
      page({
        path: '/notifications',
        component: async () => (await import('../features/notifications/notifications-page.tsx')).NotificationsPage,
      }),
      page({
        path: '/authentication',
        component: async () => (await import('../features/auth/authentication-page.tsx')).AuthenticationPage,
        query: ['step'],
      }),
      page({
        path: '/setup',
        component: async () => (await import('../features/auth/setup-page.tsx')).SetupPage,
        needs: 'setup',
      }),
      ...['about', 'contact', 'terms', 'privacy', 'imprint'].map((slug) => sitePage(slug, slug)),
      sitePage('page/:slug'),
      page({
        path: '/invitation',
        component: async () => (await import('../features/auth/setup-page.tsx')).InvitationPage,
      }),
      page({
        path: '*',
        component: async () => (await import('./not-found-page.tsx')).NotFoundPage,
        personal: false,
      }),
    ],
  },
  {
    id: 'seller',
    lazy: async () => ({ Component: (await loadCode(() => import('./layout/seller-layout.tsx'), true)).SellerLayout }),
    ErrorBoundary: ErrorPage,
  },
  {
    id: 'admin',
    lazy: async () => ({ Component: (await loadCode(() => import('./layout/admin-layout.tsx'), true)).AdminLayout }),
    ErrorBoundary: ErrorPage,
  },
]

/** Returns the pages of the areas by the ids of their routes, when an address is one of theirs. Throws as `loadCode`. */
export async function areasOf(pathname: string): Promise<[id: string, children: RouteObject[]][]> {
  if (!/^\/(?:seller|admin)(?:\/|$)/i.test(pathname.slice(BASE_PATH.length))) return []
  return Object.entries((await loadCode(() => import('./area-routes.tsx'), true)).areaRoutes)
}
