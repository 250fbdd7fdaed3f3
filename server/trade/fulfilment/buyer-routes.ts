import type { FastifyRequest } from 'fastify'
import { requestReturnSchema, sentReturnSchema } from '../../../shared/fulfilment/return-schema.ts'
import {
  type BuyerSellerOrder,
  buyerCancelSchema,
  buyerSellerOrderSchema,
  type ChangeAddress,
  changeAddressSchema,
  revisionSchema,
} from '../../../shared/fulfilment/schema.ts'
import { readShippingAddress } from '../../../shared/orders/rules.ts'
import { type App, callerOf, routesFor } from '../../platform/http/guards.ts'
import { checkoutError, orderError } from '../orders/errors.ts'
import { sellerOrderNumberOf, sellerOrderParams } from '../orders/params.ts'
import { cancelAsBuyer } from './cancel.ts'
import { miss, receive } from './change-shipment.ts'
import {
  changeSellerOrder,
  type FulfilmentAction,
  record,
  requireRevision,
  type Target,
  wrongState,
} from './fulfilment-action.ts'
import {
  type FulfilmentDeps,
  returnNumberOf,
  sellerOrderReturnParams,
  shipmentNumberOf,
  shipmentParams,
} from './params.ts'
import { canChangeAddress, readForBuyer } from './read-seller-orders.ts'
import { requestReturn, sendReturn, withdrawReturn } from './request-return.ts'

const NO_ADDRESS = { fullName: '', address: '', city: '', postalCode: '', country: '' }

export const fulfilmentBuyerRoutes = routesFor(
  ['buyer'],
  (app, deps: FulfilmentDeps) => {
    const response = { 200: buyerSellerOrderSchema }

    app.post(
      '/api/orders/:order_id/seller-orders/:number/cancel',
      {
        schema: {
          summary: 'Cancel units before the seller accepts, or request to cancel unsent units',
          params: sellerOrderParams,
          body: buyerCancelSchema,
          response,
        },
      },
      (request) => {
        const { order_id, number } = request.params
        const target = { order_id, sellerOrder: { number: sellerOrderNumberOf(number) } }
        return actAsBuyer(deps, request, target, (action) => cancelAsBuyer(action, request.body))
      },
    )

    app.patch(
      '/api/orders/:order_id/seller-orders/:number/address',
      {
        schema: {
          summary: 'Change the address of a seller order before the seller accepts',
          params: sellerOrderParams,
          body: changeAddressSchema,
          response,
        },
      },
      (request) => {
        const { order_id, number } = request.params
        const target = { order_id, sellerOrder: { number: sellerOrderNumberOf(number) } }
        return actAsBuyer(deps, request, target, (action) => changeAddress(action, request.body))
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
          return actAsBuyer(deps, request, { order_id, sellerOrder: { shipment_number } }, (action) =>
            say(action, shipment_number, revision),
          )
        },
      )

    defineReturns(app, deps)
  },
  () => checkoutError('buyers_only'),
)

function defineReturns(app: App, deps: FulfilmentDeps): void {
  const response = { 200: buyerSellerOrderSchema }
  const sellerOrder = '/api/orders/:order_id/seller-orders/:number'
  const targetOf = ({ order_id, number }: { order_id: string; number: string }) => ({
    order_id,
    sellerOrder: { number: sellerOrderNumberOf(number) },
  })

  app.post(
    `${sellerOrder}/returns`,
    {
      schema: {
        summary: 'Request a return',
        description: 'Possible until `return_until`, for the `returnable` units of each line.',
        params: sellerOrderParams,
        body: requestReturnSchema,
        response,
      },
    },
    (request) => actAsBuyer(deps, request, targetOf(request.params), (action) => requestReturn(action, request.body)),
  )

  app.post(
    `${sellerOrder}/returns/:return_number/withdraw`,
    {
      schema: {
        summary: 'Withdraw a return that the seller has not answered',
        params: sellerOrderReturnParams,
        body: revisionSchema,
        response,
      },
    },
    (request) => {
      const number = returnNumberOf(request.params.return_number)
      const { revision } = request.body
      return actAsBuyer(deps, request, targetOf(request.params), (action) => withdrawReturn(action, number, revision))
    },
  )

  app.post(
    `${sellerOrder}/returns/:return_number/sent`,
    {
      schema: {
        summary: 'Record the carrier of an accepted return',
        params: sellerOrderReturnParams,
        body: sentReturnSchema,
        response,
      },
    },
    (request) => {
      const number = returnNumberOf(request.params.return_number)
      return actAsBuyer(deps, request, targetOf(request.params), (action) => sendReturn(action, number, request.body))
    },
  )
}

async function actAsBuyer(
  { db, clock, returnDays }: FulfilmentDeps,
  request: FastifyRequest,
  target: Omit<Target, 'buyer_id'>,
  work: (action: FulfilmentAction) => Promise<unknown>,
): Promise<BuyerSellerOrder> {
  const { user_id } = callerOf(request)
  const own = { ...target, buyer_id: user_id }
  const { order_number, seller_id } = await changeSellerOrder(
    { db, clock, returnDays },
    { role: 'buyer', user_id },
    own,
    work,
  )
  const [order] = await readForBuyer(db, order_number, { now: clock(), returnDays }, seller_id)
  if (!order) throw orderError('order_not_found')
  return order
}

async function changeAddress(action: FulfilmentAction, { revision, ...address }: ChangeAddress): Promise<void> {
  await requireRevision(action, revision)
  const { order, sellerOrder } = action
  const present = readShippingAddress(sellerOrder.shipping_address ?? order.shipping_address) ?? NO_ADDRESS
  if (!canChangeAddress(sellerOrder.state, present)) throw await wrongState(action)
  sellerOrder.previous_address = present
  sellerOrder.shipping_address = address
  await record(action, 'address_changed')
}
