import type { Order, OrderList, PlaceOrder } from '../../../shared/orders/schema.ts'
import { api } from '../../api/api.ts'

interface OrderAttempt {
  request: PlaceOrder
  /** The same for every try of one attempt, so that it places one order at most. */
  idempotencyKey: string
}

const extraOptions = { signedIn: true }
/** Marks the list of orders, apart from single ones. */
const LIST = { type: 'Order', id: 'LIST' } as const

/** The calls about orders; all are made in the name of the signed-in person. */
const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOrders: build.query<OrderList, void>({ query: () => '/orders', extraOptions, providesTags: [LIST] }),
    getOrder: build.query<Order, string>({
      query: (orderId) => `/orders/${encodeURIComponent(orderId)}`,
      extraOptions,
      providesTags: (_order, _error, orderId) => [{ type: 'Order', id: orderId }],
    }),
    /** Orders what is in the server's cart. The cart's own copy is renewed by the confirmation page. */
    placeOrder: build.mutation<Order, OrderAttempt>({
      query: ({ request, idempotencyKey }) => ({
        url: '/orders',
        method: 'POST',
        body: request,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      extraOptions,
      onQueryStarted: async (_attempt, { dispatch, queryFulfilled }) => {
        const { data: order } = await queryFulfilled.catch(() => ({ data: undefined }))
        if (order) await dispatch(ordersApi.util.upsertQueryData('getOrder', order.order_id, order))
      },
      invalidatesTags: (order) => (order ? [LIST] : []),
    }),
  }),
})

export const { useGetOrdersQuery, useGetOrderQuery, useLazyGetOrderQuery, usePlaceOrderMutation } = ordersApi
