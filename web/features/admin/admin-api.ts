import type { AdminUser, AdminUserPage, AdminUsersQuery, OpenOrders } from '../../../shared/accounts/schema.ts'
import type { Activity, ActivityPage, ActivityQuery, FailedTasks } from '../../../shared/audit/schema.ts'
import type {
  AdminProduct,
  AdminProductPage,
  AdminProductsQuery,
  ChangedProducts,
} from '../../../shared/catalog/schema.ts'
import type { AdminSellerOrders } from '../../../shared/fulfilment/schema.ts'
import type { ListQuery } from '../../../shared/kernel/list-schema.ts'
import type { AdminOrder, AdminOrderPage, AdminOrdersQuery, ChangeOrderState } from '../../../shared/orders/schema.ts'
import { CHART_DAYS, type ChartRange } from '../../../shared/stats/constants.ts'
import type { AdminStats } from '../../../shared/stats/schema.ts'
import { api, apiErrorOf, tagId } from '../../api/api.ts'
import type { AppDispatch, AppState } from '../../api/app-store.ts'

/** The shop shows products, and those of suspended sellers are not there. */
export const changesProducts = {
  extraOptions: { changesCatalog: true },
  invalidatesTags: ['AdminProduct', 'Product'],
} as const
export const changesUsers = { ...changesProducts, invalidatesTags: ['AdminUser', 'AdminProduct', 'Product'] } as const
/** Tags lists of orders, as opposed to single orders. */
const ORDER_LIST = { type: 'AdminOrder', id: 'LIST' } as const

const productPath = (productId: string) => `/api/admin/products/${encodeURIComponent(productId)}`
const orderPath = (orderId: string) => `/api/admin/orders/${encodeURIComponent(orderId)}`
const userPath = (userId: string) => `/api/admin/users/${encodeURIComponent(userId)}`

// The admins' endpoints; the server refuses other users.

export const adminProductsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAdminProducts: build.query<AdminProductPage, AdminProductsQuery>({
      query: (list) => ({ url: '/api/admin/products', params: { ...list } }),
      providesTags: ['AdminProduct'],
    }),
    /** Updates the cached `list` before the server responds. */
    changeFlashSale: build.mutation<AdminProduct, { product_id: string; flash_sale: boolean; list: ListQuery }>({
      query: ({ product_id, flash_sale }) => ({ url: productPath(product_id), method: 'PATCH', body: { flash_sale } }),
      ...changesProducts,
      onQueryStarted: async ({ product_id, flash_sale, list }, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          adminProductsApi.util.updateQueryData('getAdminProducts', list, ({ products }) => {
            const product = products.find((one) => one.product_id === product_id)
            if (product) product.flash_sale = flash_sale
          }),
        )
        await queryFulfilled.catch(() => shown.undo())
      },
    }),
    changeFlashSales: build.mutation<ChangedProducts, { product_ids: string[]; flash_sale: boolean }>({
      query: (body) => ({ url: '/api/admin/products', method: 'PATCH', body }),
      ...changesProducts,
    }),
    /** Returns the ids of the deleted products and removes them from `list`, so that their rows cannot be pressed again. */
    deleteAdminProducts: build.mutation<ChangedProducts, { product_ids: string[]; reason: string; list: ListQuery }>({
      query: ({ list: _, ...body }) => ({ url: '/api/admin/products/delete', method: 'POST', body }),
      ...changesProducts,
      onQueryStarted: async ({ list }, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }))
        if (!data) return
        dispatch(
          adminProductsApi.util.updateQueryData('getAdminProducts', list, (page) => {
            page.products = page.products.filter(({ product_id }) => !data.product_ids.includes(product_id))
            page.total -= data.product_ids.length
          }),
        )
      },
    }),
    restoreAdminProducts: build.mutation<ChangedProducts, string[]>({
      query: (product_ids) => ({ url: '/api/admin/products/restore', method: 'POST', body: { product_ids } }),
      ...changesProducts,
    }),
  }),
})

export const adminOrdersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAdminOrders: build.query<AdminOrderPage, AdminOrdersQuery>({
      query: (list) => ({ url: '/api/admin/orders', params: { ...list } }),
      providesTags: [ORDER_LIST],
    }),
    /** An order that does not exist is `null`. */
    getAdminOrder: build.query<AdminOrder | null, string>({
      queryFn: async (orderId, _api, _options, send) => {
        const response = await send(orderPath(orderId))
        if (!response.error) return { data: response.data as AdminOrder }
        return apiErrorOf(response.error)?.status === 404 ? { data: null } : { error: response.error }
      },
      providesTags: (_order, _error, id) => [{ type: 'AdminOrder', id: tagId(id) }],
    }),
    getSellerOrdersOf: build.query<AdminSellerOrders, string>({
      query: (orderId) => `${orderPath(orderId)}/seller-orders`,
      providesTags: (_sellerOrders, _error, id) => [{ type: 'AdminOrder', id: tagId(id) }],
    }),
    /** Derives the state from the seller orders again. */
    followSellerOrders: build.mutation<AdminOrder, string>({
      query: (orderId) => ({ url: `${orderPath(orderId)}/follow-seller-orders`, method: 'POST' }),
      invalidatesTags: (_order, _error, id) => [{ type: 'AdminOrder', id }, ORDER_LIST],
    }),
    changeOrderState: build.mutation<AdminOrder, Required<ChangeOrderState> & { order_id: string }>({
      query: ({ order_id, ...body }) => ({ url: orderPath(order_id), method: 'PATCH', body }),
      onQueryStarted: async ({ order_id }, { dispatch, queryFulfilled }) => {
        const { data: order } = await queryFulfilled.catch(() => ({ data: undefined }))
        if (order) await dispatch(adminOrdersApi.util.upsertQueryData('getAdminOrder', order_id, order))
      },
      // Some states stop seller orders. A refusal usually means a stale order.
      invalidatesTags: (_order, _error, { order_id }) => [{ type: 'AdminOrder', id: order_id }, ORDER_LIST],
    }),
  }),
})

export const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAdminUsers: build.query<AdminUserPage, AdminUsersQuery>({
      query: (list) => ({ url: '/api/admin/users', params: { ...list } }),
      providesTags: ['AdminUser'],
    }),
    getOpenOrders: build.query<OpenOrders, string>({
      query: (userId) => `${userPath(userId)}/open-orders`,
    }),
    suspendUser: build.mutation<AdminUser, { user_id: string; reason: string }>({
      query: ({ user_id, reason }) => ({ url: `${userPath(user_id)}/suspend`, method: 'POST', body: { reason } }),
      ...changesUsers,
      onQueryStarted: showChangedUser,
    }),
    reinstateUser: build.mutation<AdminUser, string>({
      query: (userId) => ({ url: `${userPath(userId)}/reinstate`, method: 'POST' }),
      ...changesUsers,
      onQueryStarted: showChangedUser,
    }),
  }),
})

interface Started {
  dispatch: AppDispatch
  getState: () => unknown
  queryFulfilled: Promise<{ data: AdminUser }>
}

/** Updates a changed account in all cached lists, so that its button cannot repeat the action. */
async function showChangedUser(_args: unknown, { dispatch, getState, queryFulfilled }: Started): Promise<void> {
  const { data: changed } = await queryFulfilled.catch(() => ({ data: undefined }))
  if (!changed) return
  for (const list of usersApi.util.selectCachedArgsForQuery(getState() as AppState, 'getAdminUsers'))
    dispatch(
      usersApi.util.updateQueryData('getAdminUsers', list, (page) => {
        page.users = page.users.map((user) => (user.user_id === changed.user_id ? changed : user))
      }),
    )
}

export const activityApi = api.injectEndpoints({
  endpoints: (build) => ({
    getActivity: build.query<ActivityPage, ActivityQuery>({
      query: (list) => ({ url: '/api/admin/activity', params: { ...list } }),
      providesTags: ['AdminProduct', 'AdminUser', ORDER_LIST],
    }),
    getFailedTasks: build.query<FailedTasks, void>({
      query: () => '/api/admin/tasks',
      providesTags: ['FailedTask'],
    }),
    retryTask: build.mutation<null, number>({
      query: (task_number) => ({ url: `/api/admin/tasks/${task_number}/retry`, method: 'POST' }),
      invalidatesTags: ['FailedTask'],
    }),
    /** Entries never change, except for the names in them. */
    getAction: build.query<Activity, string>({
      query: (entry) => `/api/admin/activity/${encodeURIComponent(entry)}`,
    }),
  }),
})

export const adminStatsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAdminStats: build.query<AdminStats, ChartRange>({
      query: (days) => ({ url: '/api/admin/stats', ...(days !== CHART_DAYS && { params: { days } }) }),
      providesTags: ['AdminProduct', ORDER_LIST],
    }),
  }),
})
