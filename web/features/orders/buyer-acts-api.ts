import type { BuyerCancel, BuyerSellerOrder, ChangeAddress } from '../../../shared/fulfilment/schema.ts'
import { api } from '../../api/api.ts'
import { ORDER_LIST } from './orders-api.ts'

interface OfOrder {
  orderId: string
  /** Of the seller order. */
  revision: number
}

const pathOf = ({ orderId }: OfOrder) => `/api/orders/${encodeURIComponent(orderId)}`

/** Also after a refusal, which usually means that what is shown is outdated. */
const changes = {
  extraOptions: { signedIn: true },
  invalidatesTags: (_part: unknown, _error: unknown, { orderId }: OfOrder) => [
    { type: 'Order', id: orderId } as const,
    ORDER_LIST,
  ],
}

const buyerActsApi = api.injectEndpoints({
  endpoints: (build) => ({
    cancelOwnPart: build.mutation<BuyerSellerOrder, OfOrder & { number: number } & Omit<BuyerCancel, 'revision'>>({
      query: ({ number, revision, note, ...order }) => ({
        url: `${pathOf({ ...order, revision })}/seller-orders/${number}/cancel`,
        method: 'POST',
        body: { revision, note },
      }),
      ...changes,
    }),
    changePartAddress: build.mutation<BuyerSellerOrder, OfOrder & { number: number; address: ChangeAddress }>({
      query: ({ number, address, ...order }) => ({
        url: `${pathOf(order)}/seller-orders/${number}/address`,
        method: 'PATCH',
        body: address,
      }),
      ...changes,
    }),
    reportShipment: build.mutation<BuyerSellerOrder, OfOrder & { shipment: number; say: 'received' | 'missing' }>({
      query: ({ shipment, say, revision, ...order }) => ({
        url: `${pathOf({ ...order, revision })}/shipments/${shipment}/${say}`,
        method: 'POST',
        body: { revision },
      }),
      ...changes,
    }),
  }),
})

export const { useCancelOwnPartMutation, useChangePartAddressMutation, useReportShipmentMutation } = buyerActsApi
