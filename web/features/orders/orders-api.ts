import type { TrackedOrder } from '../../../shared/fulfilment/schema.ts'
import type { LastAddress, Order, OrderList, PlaceOrder, ShippingInfo } from '../../../shared/orders/schema.ts'
import type { Paying } from '../../../shared/payments/schema.ts'
import { api } from '../../api/api.ts'
import { tagId } from '../../api/tag-id.ts'

interface OrderAttempt {
  request: PlaceOrder
  /** The same for every retry of one attempt, so that it places one order at most. */
  idempotencyKey: string
}

/** An order just placed has no seller orders yet. */
export type OrderWithSellerOrders = Order & Partial<Pick<TrackedOrder, 'seller_orders' | 'events' | 'payment'>>

const extraOptions = { signedIn: true }
/** Tags lists of orders, as opposed to single orders. */
export const ORDER_LIST = { type: 'Order', id: 'LIST' } as const

/** The order endpoints; all calls send the user's access token. */
export const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOrders: build.query<OrderList, void>({ query: () => '/api/orders', extraOptions, providesTags: [ORDER_LIST] }),
    getOrder: build.query<OrderWithSellerOrders, string>({
      query: (orderId) => `/api/orders/${encodeURIComponent(orderId)}`,
      extraOptions,
      providesTags: (_order, _error, orderId) => [{ type: 'Order', id: tagId(orderId) }],
    }),
    getLastAddress: build.query<LastAddress, void>({
      query: () => '/api/orders/last-address',
      extraOptions,
      providesTags: [ORDER_LIST],
    }),
    addAddress: build.mutation<Order, { orderId: string; address: ShippingInfo }>({
      query: ({ orderId, address }) => ({
        url: `/api/orders/${encodeURIComponent(orderId)}/shipping-address`,
        method: 'PUT',
        body: address,
      }),
      extraOptions,
      // After a failure, too: the order may have been confirmed, or the response was lost.
      invalidatesTags: (_order, _error, { orderId }) => [{ type: 'Order', id: orderId }, ORDER_LIST],
    }),
    /** Orders the cart on the server. The confirmation page renews the browser's copy of the cart. */
    placeOrder: build.mutation<Order | Paying, OrderAttempt>({
      query: ({ request, idempotencyKey }) => ({
        url: '/api/orders',
        method: 'POST',
        body: request,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      extraOptions,
      onQueryStarted: async (_attempt, { dispatch, queryFulfilled }) => {
        const { data: order } = await queryFulfilled.catch(() => ({ data: undefined }))
        if (order && 'order_id' in order)
          await dispatch(ordersApi.util.upsertQueryData('getOrder', order.order_id, order))
      },
      invalidatesTags: (order) => (order ? [ORDER_LIST] : []),
    }),
  }),
})

export const { useGetLastAddressQuery, useGetOrdersQuery, useGetOrderQuery, useLazyGetOrderQuery } = ordersApi
