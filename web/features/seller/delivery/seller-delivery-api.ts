import type {
  MethodForm,
  Quote,
  QuoteRequest,
  SaveDeliverySettings,
  SaveMethod,
  SellerDeliveryPage,
  SellerMethod,
} from '../../../../shared/delivery/schema.ts'
import { api } from '../../../api/api.ts'

const METHODS = '/api/seller/delivery-methods'
const methodPath = (id: string) => `${METHODS}/${id}`
/** The seller's page and products show these. Also invalidates on failure: a refusal usually means stale data. */
const shown = { extraOptions: { changesCatalog: true }, invalidatesTags: ['Profile', 'Product'] } as const

export const sellerDeliveryApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDelivery: build.query<SellerDeliveryPage, void>({
      query: () => '/api/seller/delivery',
      providesTags: ['Profile', 'SellerProduct'],
    }),
    addMethod: build.mutation<SellerMethod, MethodForm>({
      query: (body) => ({ url: METHODS, method: 'POST', body }),
      ...shown,
    }),
    saveMethod: build.mutation<SellerMethod, SaveMethod & { method_id: string }>({
      query: ({ method_id, ...body }) => ({ url: methodPath(method_id), method: 'PUT', body }),
      ...shown,
    }),
    duplicateMethod: build.mutation<SellerMethod, string>({
      query: (id) => ({ url: `${methodPath(id)}/duplicate`, method: 'POST' }),
      ...shown,
    }),
    deleteMethod: build.mutation<null, string>({
      query: (id) => ({ url: methodPath(id), method: 'DELETE' }),
      ...shown,
    }),
    /** Shows the new order at once. */
    orderMethods: build.mutation<SellerDeliveryPage, string[]>({
      query: (method_ids) => ({ url: '/api/seller/delivery-method-order', method: 'PUT', body: { method_ids } }),
      ...shown,
      onQueryStarted: async (ids, { dispatch, queryFulfilled }) => {
        const moved = dispatch(
          sellerDeliveryApi.util.updateQueryData('getDelivery', undefined, ({ methods }) => {
            methods.sort((a, b) => ids.indexOf(a.method_id) - ids.indexOf(b.method_id))
          }),
        )
        await queryFulfilled.catch(() => moved.undo())
      },
    }),
    saveSettings: build.mutation<SellerDeliveryPage, SaveDeliverySettings>({
      query: (body) => ({ url: '/api/seller/delivery-settings', method: 'PUT', body }),
      ...shown,
    }),
    tryDelivery: build.mutation<Quote, QuoteRequest>({
      query: (body) => ({ url: '/api/delivery-quotes', method: 'POST', body }),
    }),
  }),
})
