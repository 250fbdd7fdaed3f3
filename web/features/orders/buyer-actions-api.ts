import type { RequestReturn, SentReturn } from '../../../shared/fulfilment/return-schema.ts'
import type { BuyerCancel, BuyerSellerOrder, ChangeAddress } from '../../../shared/fulfilment/schema.ts'
import { api } from '../../api/api.ts'
import type { AppThunk } from '../../api/app-store.ts'
import { ORDER_LIST, orderPath, ordersApi } from './orders-api.ts'

interface OfOrder {
  orderId: string
  revision: number
}

interface OfSellerOrder {
  number: number
}

interface OfReturn extends OfSellerOrder {
  returned: number
}

const returnPath = ({ number, returned }: OfReturn) => `seller-orders/${number}/returns/${returned}`

/** Pauses between polls of the payment; afterwards the page's own refresh suffices. */
const REFUND_PAUSES_MS = [1_000, 2_000, 4_000, 8_000]

/** Also invalidates on failure: a refusal usually means stale data. */
const changes = {
  invalidatesTags: (_sellerOrder: unknown, _error: unknown, { orderId }: OfOrder) => [
    { type: 'Order', id: orderId } as const,
    ORDER_LIST,
  ],
}

export const buyerActionsApi = api.injectEndpoints({
  endpoints: (build) => {
    const post = <Given extends object>(path: (given: Given) => string, body: (given: Given) => object = () => ({})) =>
      build.mutation<BuyerSellerOrder, OfOrder & Given>({
        query: (given) => ({
          url: `${orderPath(given.orderId)}/${path(given)}`,
          method: 'POST',
          body: { revision: given.revision, ...body(given) },
        }),
        ...changes,
      })
    return {
      cancelOwnSellerOrder: build.mutation<BuyerSellerOrder, OfOrder & OfSellerOrder & Omit<BuyerCancel, 'revision'>>({
        query: ({ number, revision, lines, note, ...order }) => ({
          url: `${orderPath(order.orderId)}/seller-orders/${number}/cancel`,
          method: 'POST',
          body: { revision, lines, note },
        }),
        ...changes,
        onQueryStarted: async ({ orderId }, { dispatch, queryFulfilled }) => {
          const payment = dispatch(paymentShown(orderId))
          // Orders paid outside the marketplace have no refund.
          if (payment === undefined) return
          const { data } = await queryFulfilled.catch(() => ({ data: undefined }))
          if (data) await dispatch(awaitRefund(orderId, payment))
        },
      }),
      changeSellerOrderAddress: build.mutation<BuyerSellerOrder, OfOrder & OfSellerOrder & { address: ChangeAddress }>({
        query: ({ number, address, ...order }) => ({
          url: `${orderPath(order.orderId)}/seller-orders/${number}/address`,
          method: 'PATCH',
          body: address,
        }),
        ...changes,
      }),
      requestReturn: post<OfSellerOrder & { request: Omit<RequestReturn, 'revision'> }>(
        ({ number }) => `seller-orders/${number}/returns`,
        ({ request }) => request,
      ),
      withdrawReturn: post<OfReturn>((one) => `${returnPath(one)}/withdraw`),
      sendReturn: post<OfReturn & { way: Omit<SentReturn, 'revision'> }>(
        (one) => `${returnPath(one)}/sent`,
        ({ way }) => way,
      ),
      reportShipment: post<{ shipment: number; say: 'received' | 'missing' }>(
        ({ shipment, say }) => `shipments/${shipment}/${say}`,
      ),
    }
  },
})

function paymentShown(orderId: string): AppThunk<string | undefined> {
  return (_dispatch, getState) =>
    JSON.stringify(ordersApi.endpoints.getOrder.select(orderId)(getState() as never).data?.payment)
}

/** Polls an order until its payment changes: providers report refunds with a delay. */
function awaitRefund(orderId: string, before: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    for (const pause of REFUND_PAUSES_MS) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      if (dispatch(paymentShown(orderId)) !== before) return
      dispatch(api.util.invalidateTags([{ type: 'Order', id: orderId }, ORDER_LIST]))
    }
  }
}
