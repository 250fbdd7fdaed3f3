import type { FastifyRequest } from 'fastify'
import {
  type BuyerSellerOrder,
  buyerCancelSchema,
  buyerSellerOrderSchema,
  changeAddressSchema,
  revisionSchema,
} from '../../shared/fulfilment/schema.ts'
import { callerOf, routesFor } from '../http/guards.ts'
import { noPurchaseForSellersAndAdmins, orderNotFound } from '../orders/errors.ts'
import { type Act, actOn, type Target } from './act.ts'
import { cancelAsBuyer } from './cancel.ts'
import { changeAddress } from './change-address.ts'
import { miss, receive } from './change-shipment.ts'
import { type FulfilmentDeps, partNumberOf, partParams, shipmentNumberOf, shipmentParams } from './params.ts'
import { readForBuyer } from './read-seller-orders.ts'

/** What buyers do with the seller orders and shipments of their own orders. */
export const fulfilmentBuyerRoutes = routesFor(
  ['buyer'],
  (app, deps: FulfilmentDeps) => {
    const response = { 200: buyerSellerOrderSchema }

    app.post(
      '/api/orders/:order_id/seller-orders/:number/cancel',
      {
        schema: {
          summary: 'Cancel what a seller has not accepted, or ask to cancel what was not sent',
          params: partParams,
          body: buyerCancelSchema,
          response,
        },
      },
      (request) => {
        const { order_id, number } = request.params
        const target = { order_id, part: { number: partNumberOf(number) } }
        return actAsBuyer(deps, request, target, (act) => cancelAsBuyer(act, request.body))
      },
    )

    app.patch(
      '/api/orders/:order_id/seller-orders/:number/address',
      {
        schema: {
          summary: 'Change the address of what a seller has not accepted',
          params: partParams,
          body: changeAddressSchema,
          response,
        },
      },
      (request) => {
        const { order_id, number } = request.params
        const target = { order_id, part: { number: partNumberOf(number) } }
        return actAsBuyer(deps, request, target, (act) => changeAddress(act, request.body))
      },
    )

    for (const [word, summary, say] of [
      ['received', 'Say that a shipment has come', receive],
      ['missing', 'Say that a shipment has not come', miss],
    ] as const)
      app.post(
        `/api/orders/:order_id/shipments/:shipment_number/${word}`,
        { schema: { summary, params: shipmentParams, body: revisionSchema, response } },
        (request) => {
          const { order_id, shipment_number: text } = request.params
          const shipment_number = shipmentNumberOf(text)
          const { revision } = request.body
          return actAsBuyer(deps, request, { order_id, part: { shipment_number } }, (act) =>
            say(act, shipment_number, revision),
          )
        },
      )
  },
  noPurchaseForSellersAndAdmins,
)

async function actAsBuyer(
  { db, clock }: FulfilmentDeps,
  request: FastifyRequest,
  target: Omit<Target, 'buyer_id'>,
  work: (act: Act) => Promise<unknown>,
): Promise<BuyerSellerOrder> {
  const { user_id } = callerOf(request)
  const own = { ...target, buyer_id: user_id }
  const { order_number, seller_id } = await actOn({ db, clock }, { role: 'buyer', user_id }, own, work)
  const [order] = await readForBuyer(db, order_number, seller_id)
  if (!order) throw orderNotFound()
  return order
}
