import type { TrackedOrder } from '../../../shared/fulfilment/schema.ts'
import { commonErrors, type ErrorTexts } from '../../../shared/kernel/errors.ts'
import { orderErrors } from '../../../shared/orders/errors.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import type { LastAddress, Order, OrderList, PlaceOrder, ShippingInfo } from '../../../shared/orders/schema.ts'
import type { Paying } from '../../../shared/payments/schema.ts'
import { api, apiErrorOf, tagId } from '../../api/api.ts'
import { failureText } from '../../api/failure-text.ts'

interface OrderAttempt {
  request: PlaceOrder
  /** The same for every retry of one attempt, so that it places one order at most. */
  idempotencyKey: string
}

/** An order just placed has no seller orders yet. */
export type OrderWithSellerOrders = Order & Partial<Pick<TrackedOrder, 'seller_orders' | 'events' | 'payment'>>

/** Returns the address of an order at the API. */
export const orderPath = (orderId: string) => `/api/orders/${encodeURIComponent(orderId)}`
/** Tags lists of orders, as opposed to single orders. */
export const ORDER_LIST = { type: 'Order', id: 'LIST' } as const

/** The order endpoints; all calls send the user's access token. */
export const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOrders: build.query<OrderList, void>({ query: () => '/api/orders', providesTags: [ORDER_LIST] }),
    getOrder: build.query<OrderWithSellerOrders, string>({
      query: orderPath,
      providesTags: (_order, _error, orderId) => [{ type: 'Order', id: tagId(orderId) }],
    }),
    getLastAddress: build.query<LastAddress, void>({
      query: () => '/api/orders/last-address',
      providesTags: [ORDER_LIST],
    }),
    addAddress: build.mutation<Order, { orderId: string; address: ShippingInfo }>({
      query: ({ orderId, address }) => ({
        url: `${orderPath(orderId)}/shipping-address`,
        method: 'PUT',
        body: address,
      }),
      // Even after a failure: the order may have been confirmed, or the response lost.
      invalidatesTags: (_order, _error, { orderId }) => [{ type: 'Order', id: orderId }, ORDER_LIST],
    }),
    /** The confirmation page updates the browser's copy of the cart. */
    placeOrder: build.mutation<Order | Paying, OrderAttempt>({
      query: ({ request, idempotencyKey }) => ({
        url: '/api/orders',
        method: 'POST',
        body: request,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      onQueryStarted: async (_attempt, { dispatch, queryFulfilled }) => {
        const { data: order } = await queryFulfilled.catch(() => ({ data: undefined }))
        if (order && 'order_id' in order)
          await dispatch(ordersApi.util.upsertQueryData('getOrder', order.order_id, order))
      },
      invalidatesTags: (order) => (order ? [ORDER_LIST] : []),
    }),
  }),
})

/** Texts of refusals of one order. */
export const orderTexts = {
  ...orderErrors,
  insufficient_aal: commonErrors.insufficient_aal,
  not_authenticated: { text: orderMessages.logInToTrack },
} as const satisfies ErrorTexts

/** Returns the text for an order that could not be loaded; `final` when a retry cannot help. */
export function explainOrderFailure(error: unknown): { text: string; final: boolean } {
  const code = apiErrorOf(error)?.code
  return {
    text: failureText(error, orderTexts, orderMessages.fetchFailed),
    final: code !== undefined && code in orderTexts,
  }
}

/** Returns the address of the page that tracks an order. */
export function trackingPath(orderId: string): string {
  return `/order-tracking?${new URLSearchParams({ orderId })}`
}

/** Returns the address of the page that confirms an order. */
export function confirmationPath(orderId: string): string {
  return `/order-confirmation/${orderId}`
}

/** Returns the address of the receipt for what one seller has in an order. */
export function receiptPath(orderId: string, number: number): string {
  return `/order-receipt/${orderId}/${number}`
}
