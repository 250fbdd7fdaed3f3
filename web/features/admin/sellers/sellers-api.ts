import type {
  AdminSeller,
  AdminSellerPage,
  AdminSellersQuery,
  ApprovalSettings,
  DecideSeller,
  HiddenProductPage,
} from '../../../../shared/sellers/schema.ts'
import { api } from '../../../api/api.ts'
import { changesProducts, changesUsers } from '../admin-api.ts'

const sellerPath = (sellerId: string) => `/api/admin/sellers/${encodeURIComponent(sellerId)}`
export const documentPath = (sellerId: string) => `${sellerPath(sellerId)}/document`
const SETTINGS = '/api/admin/seller-approval'

// Decisions also invalidate on failure: a refusal usually means stale data.

export const sellersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAdminSellers: build.query<AdminSellerPage, AdminSellersQuery>({
      query: (list) => ({ url: '/api/admin/sellers', params: { ...list } }),
      providesTags: ['AdminUser'],
    }),
    getAdminSeller: build.query<AdminSeller, string>({ query: sellerPath, providesTags: ['AdminUser'] }),
    decideSeller: build.mutation<AdminSeller, { seller_id: string; decision: DecideSeller }>({
      query: ({ seller_id, decision }) => ({
        url: `${sellerPath(seller_id)}/decision`,
        method: 'POST',
        body: decision,
      }),
      ...changesUsers,
    }),
    getApprovalSettings: build.query<ApprovalSettings, void>({ query: () => SETTINGS, providesTags: ['AdminUser'] }),
    saveApprovalSettings: build.mutation<ApprovalSettings, ApprovalSettings>({
      query: (body) => ({ url: SETTINGS, method: 'PUT', body }),
      ...changesUsers,
    }),
    getHiddenProducts: build.query<HiddenProductPage, { page?: number }>({
      query: (params) => ({ url: '/api/admin/hidden-products', params }),
      providesTags: ['AdminProduct'],
    }),
    hideProduct: build.mutation<null, { product_id: string; reason: string }>({
      query: ({ product_id, reason }) => ({
        url: `/api/admin/products/${product_id}/hide`,
        method: 'POST',
        body: { reason },
      }),
      ...changesProducts,
    }),
    showProduct: build.mutation<null, string>({
      query: (product_id) => ({ url: `/api/admin/products/${product_id}/show`, method: 'POST' }),
      ...changesProducts,
    }),
  }),
})
