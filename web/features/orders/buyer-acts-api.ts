import type { RequestReturn, SentReturn } from '../../../shared/fulfilment/return-schema.ts'
import type { BuyerCancel, BuyerSellerOrder, ChangeAddress } from '../../../shared/fulfilment/schema.ts'
import { api } from '../../api/api.ts'
import type { AppThunk } from '../../api/app-store.ts'
import { ORDER_LIST, ordersApi } from './orders-api.ts'

interface OfOrder {
  orderId: string
  /** The seller order's. */
  revision: number
}

interface OfReturn extends OfOrder {
  number: number
  returned: number
}

const returnPath = ({ orderId, number, returned }: Omit<OfReturn, 'revision'>) =>
  `${pathOf({ orderId })}/seller-orders/${number}/returns/${returned}`

const pathOf = ({ orderId }: Pick<OfOrder, 'orderId'>) => `/api/orders/${encodeURIComponent(orderId)}`

/** Pauses between polls of the payment; later the page refreshes anyway. */
const REFUND_PAUSES_MS = [1_000, 2_000, 4_000, 8_000]

/** Also after a refusal, which usually means that what is shown is outdated. */
const changes = {
  extraOptions: { signedIn: true },
  invalidatesTags: (_sellerOrder: unknown, _error: unknown, { orderId }: OfOrder) => [
    { type: 'Order', id: orderId } as const,
    ORDER_LIST,
  ],
}

const buyerActsApi = api.injectEndpoints({
  endpoints: (build) => ({
    cancelOwnSellerOrder: build.mutation<
      BuyerSellerOrder,
      OfOrder & { number: number } & Omit<BuyerCancel, 'revision'>
    >({
      query: ({ number, revision, lines, note, ...order }) => ({
        url: `${pathOf(order)}/seller-orders/${number}/cancel`,
        method: 'POST',
        body: { revision, lines, note },
      }),
      ...changes,
      onQueryStarted: async ({ orderId }, { dispatch, queryFulfilled }) => {
        const payment = dispatch(paymentShown(orderId))
        // Nothing goes back of an order that is paid outside the marketplace.
        if (payment === undefined) return
        const isDone = await queryFulfilled.then(
          () => true,
          () => false,
        )
        if (isDone) await dispatch(awaitRefund(orderId, payment))
      },
    }),
    changeSellerOrderAddress: build.mutation<BuyerSellerOrder, OfOrder & { number: number; address: ChangeAddress }>({
      query: ({ number, address, ...order }) => ({
        url: `${pathOf(order)}/seller-orders/${number}/address`,
        method: 'PATCH',
        body: address,
      }),
      ...changes,
    }),
    requestReturn: build.mutation<
      BuyerSellerOrder,
      OfOrder & { number: number; asked: Omit<RequestReturn, 'revision'> }
    >({
      query: ({ number, asked, revision, ...order }) => ({
        url: `${pathOf(order)}/seller-orders/${number}/returns`,
        method: 'POST',
        body: { revision, ...asked },
      }),
      ...changes,
    }),
    withdrawReturn: build.mutation<BuyerSellerOrder, OfReturn>({
      query: ({ revision, ...one }) => ({ url: `${returnPath(one)}/withdraw`, method: 'POST', body: { revision } }),
      ...changes,
    }),
    sendReturn: build.mutation<BuyerSellerOrder, OfReturn & { way: Omit<SentReturn, 'revision'> }>({
      query: ({ revision, way, ...one }) => ({
        url: `${returnPath(one)}/sent`,
        method: 'POST',
        body: { revision, ...way },
      }),
      ...changes,
    }),
    reportShipment: build.mutation<BuyerSellerOrder, OfOrder & { shipment: number; say: 'received' | 'missing' }>({
      query: ({ shipment, say, revision, ...order }) => ({
        url: `${pathOf(order)}/shipments/${shipment}/${say}`,
        method: 'POST',
        body: { revision },
      }),
      ...changes,
    }),
  }),
})

function paymentShown(orderId: string): AppThunk<string | undefined> {
  return (_dispatch, getState) =>
    JSON.stringify(ordersApi.endpoints.getOrder.select(orderId)(getState() as never).data?.payment)
}

/** Asks for an order until its payment is another one than before: providers report refunds some time after they are asked for. */
function awaitRefund(orderId: string, before: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    for (const pause of REFUND_PAUSES_MS) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      if (dispatch(paymentShown(orderId)) !== before) return
      dispatch(api.util.invalidateTags([{ type: 'Order', id: orderId }, ORDER_LIST]))
    }
  }
}

export const {
  useCancelOwnSellerOrderMutation,
  useChangeSellerOrderAddressMutation,
  useReportShipmentMutation,
  useRequestReturnMutation,
  useWithdrawReturnMutation,
  useSendReturnMutation,
} = buyerActsApi
