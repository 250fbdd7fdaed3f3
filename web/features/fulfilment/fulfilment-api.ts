import type { AnswerReturn, ReceiveReturn } from '../../../shared/fulfilment/return-schema.ts'
import type {
  BulkResult,
  Cancel,
  CancelAnswer,
  ChangeShipment,
  FullSellerOrder,
  Send,
} from '../../../shared/fulfilment/schema.ts'
import { api } from '../../api/api.ts'

/** The address of a seller order for its seller or for admins. */
type Base = { base: string }

/** Returns the address of what a seller has in an order, for that seller. */
export const ownSellerOrder = (orderId: string) => `/api/seller/orders/${encodeURIComponent(orderId)}`

/** Returns the address of a seller order for admins. */
export const sellerOrderForAdmin = (orderId: string, number: number) =>
  `/api/admin/orders/${encodeURIComponent(orderId)}/seller-orders/${number}`

/** Also invalidates on failure: a refusal usually means stale data. */
const changes = { invalidatesTags: ['SellerOrder', 'Order', 'AdminOrder'] } as const

export const fulfilmentApi = api.injectEndpoints({
  endpoints: (build) => ({
    confirmSellerOrder: build.mutation<FullSellerOrder, Base & { revision: number }>({
      query: ({ base, ...body }) => ({ url: `${base}/confirm`, method: 'POST', body }),
      ...changes,
    }),
    sendSellerOrder: build.mutation<FullSellerOrder, Base & { sending: Send }>({
      query: ({ base, sending }) => ({ url: `${base}/shipments`, method: 'POST', body: sending }),
      ...changes,
    }),
    changeShipment: build.mutation<FullSellerOrder, Base & { shipment_number: number; change: ChangeShipment }>({
      query: ({ base, shipment_number, change }) => ({
        url: `${base}/shipments/${shipment_number}`,
        method: 'PATCH',
        body: change,
      }),
      ...changes,
    }),
    cancelSellerOrder: build.mutation<FullSellerOrder, Base & { cancel: Cancel }>({
      query: ({ base, cancel }) => ({ url: `${base}/cancel`, method: 'POST', body: cancel }),
      ...changes,
    }),
    answerCancel: build.mutation<FullSellerOrder, Base & { answer: CancelAnswer }>({
      query: ({ base, answer }) => ({ url: `${base}/cancel-answer`, method: 'POST', body: answer }),
      ...changes,
    }),
    answerReturn: build.mutation<FullSellerOrder, Base & { returned: number; answer: AnswerReturn }>({
      query: ({ base, returned, answer }) => ({
        url: `${base}/returns/${returned}/answer`,
        method: 'POST',
        body: answer,
      }),
      ...changes,
    }),
    receiveReturn: build.mutation<FullSellerOrder, Base & { returned: number; came: ReceiveReturn }>({
      query: ({ base, returned, came }) => ({
        url: `${base}/returns/${returned}/received`,
        method: 'POST',
        body: came,
      }),
      ...changes,
    }),
    /** `keepalive` completes the call when the page is left. */
    confirmSeveral: build.mutation<BulkResult, { order_id: string; revision: number }[]>({
      query: (orders) => ({ url: '/api/seller/orders/confirm', method: 'POST', body: { orders }, keepalive: true }),
      ...changes,
    }),
    sendSeveral: build.mutation<BulkResult, (Omit<Send, 'lines'> & { order_id: string })[]>({
      query: (shipments) => ({ url: '/api/seller/orders/shipments', method: 'POST', body: { shipments } }),
      ...changes,
    }),
  }),
})
