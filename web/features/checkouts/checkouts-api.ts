import type { Checkout } from '../../../shared/checkouts/schema.ts'
import type { Order, PlaceOrder } from '../../../shared/orders/schema.ts'
import { api } from '../../api/api.ts'
import { ORDER_LIST, ordersApi } from '../orders/orders-api.ts'

/** The checkout endpoints; all calls send the user's access token. */
export const checkoutsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCheckout: build.query<Checkout, string>({
      query: (checkoutId) => `/api/checkouts/${encodeURIComponent(checkoutId)}`,
      providesTags: ['Cart'],
    }),
    /** Reserves the cart on the server; the same key again returns the same checkout. */
    beginCheckout: build.mutation<Checkout, { request: PlaceOrder; idempotencyKey: string }>({
      query: ({ request, idempotencyKey }) => ({
        url: '/api/checkouts',
        method: 'POST',
        body: request,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      onQueryStarted: async (_attempt, { dispatch, queryFulfilled }) => {
        const { data: checkout } = await queryFulfilled.catch(() => ({ data: undefined }))
        if (checkout) await dispatch(checkoutsApi.util.upsertQueryData('getCheckout', checkout.checkout_id, checkout))
      },
    }),
    /** Orders what a checkout reserved; a repeat returns the same order. */
    orderCheckout: build.mutation<Order, string>({
      query: (checkoutId) => ({ url: `/api/checkouts/${encodeURIComponent(checkoutId)}/order`, method: 'POST' }),
      onQueryStarted: async (_checkoutId, { dispatch, queryFulfilled }) => {
        const { data: order } = await queryFulfilled.catch(() => ({ data: undefined }))
        if (order) await dispatch(ordersApi.util.upsertQueryData('getOrder', order.order_id, order))
      },
      invalidatesTags: (order) => (order ? [ORDER_LIST] : []),
    }),
  }),
})
