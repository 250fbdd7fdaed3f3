import { isDeepStrictEqual } from 'node:util'
import { requestReturnSchema, sentReturnSchema } from '../../../shared/fulfilment/return-schema.ts'
import {
  buyerCancelSchema,
  buyerSellerOrderSchema,
  type ChangeAddress,
  changeAddressSchema,
} from '../../../shared/fulfilment/schema.ts'
import { revisionSchema } from '../../../shared/kernel/revision.ts'
import { readShippingAddress } from '../../../shared/orders/rules.ts'
import { callerOf, routesFor } from '../../platform/http/guards.ts'
import { missedDestination } from '../../shop/delivery/places.ts'
import { checkoutError } from '../orders/errors.ts'
import { sellerOrderNumberOf } from '../orders/read-order.ts'
import { actionsOf, type FulfilmentDeps, numberIn } from './action-routes.ts'
import { cancelAsBuyer } from './cancel.ts'
import { fulfilmentError } from './errors.ts'
import {
  applyAction,
  deliveryOf,
  type FulfilmentAction,
  record,
  requireFewer,
  requireRevision,
  wrongState,
} from './fulfilment-action.ts'
import { canChangeAddress } from './read-seller-orders.ts'
import { requestReturn, sendReturn, withdrawReturn } from './returns.ts'
import { markMissing, receive } from './shipments.ts'

const NO_ADDRESS = { fullName: '', address: '', city: '', postalCode: '', country: '' }

export const fulfilmentBuyerRoutes = routesFor(
  ['buyer'],
  (app, deps: FulfilmentDeps) => {
    const action = actionsOf(app, {
      prefix: '/api/orders/:order_id',
      seen: buyerSellerOrderSchema,
      run: (request, { order_id, number, ...names }, work) => {
        const { user_id } = callerOf(request)
        const sellerOrder =
          number === undefined ? { shipment_number: numberIn(names) } : { number: sellerOrderNumberOf(number) }
        return applyAction(deps, { role: 'buyer', user_id }, { order_id, sellerOrder, buyer_id: user_id }, work)
      },
    })

    action(
      '/seller-orders/:number/cancel',
      {
        summary: 'Cancel units before the seller accepts, or request to cancel unsent units',
        body: buyerCancelSchema,
      },
      cancelAsBuyer,
    )
    action(
      '/seller-orders/:number/address',
      {
        method: 'PATCH',
        summary: 'Change the address of a seller order before the seller accepts',
        body: changeAddressSchema,
      },
      changeAddress,
    )
    action(
      '/shipments/:shipment_number/received',
      { summary: 'Say that a shipment has come', body: revisionSchema },
      receive,
    )
    action(
      '/shipments/:shipment_number/missing',
      { summary: 'Say that a shipment has not come', body: revisionSchema },
      markMissing,
    )
    action(
      '/seller-orders/:number/returns',
      {
        summary: 'Request a return',
        description: 'Possible until `return_until`, for the `returnable` units of each line.',
        body: requestReturnSchema,
      },
      requestReturn,
    )
    action(
      '/seller-orders/:number/returns/:return_number/withdraw',
      { summary: 'Withdraw a return that the seller has not answered', body: revisionSchema },
      withdrawReturn,
    )
    action(
      '/seller-orders/:number/returns/:return_number/sent',
      { summary: 'Record the carrier of an accepted return', body: sentReturnSchema },
      sendReturn,
    )
  },
  { refusal: () => checkoutError('buyers_only') },
)

/** Returns false for the current address. Throws AppError 409 for one outside the destination that the delivery was paid for. */
async function changeAddress(action: FulfilmentAction, { revision, ...address }: ChangeAddress): Promise<boolean> {
  await requireRevision(action, revision)
  const { order, sellerOrder } = action
  const present = readShippingAddress(sellerOrder.shipping_address ?? order.shipping_address) ?? NO_ADDRESS
  if (!canChangeAddress(sellerOrder.state, present)) throw await wrongState(action)
  const missed = missedDestination(deliveryOf(action), address)
  if (missed) throw fulfilmentError('other_destination', missed)
  if (isDeepStrictEqual({ ...present }, address)) return false
  await requireFewer(action, 'address_changed')
  sellerOrder.previous_address = present
  sellerOrder.shipping_address = address
  await record(action, 'address_changed')
  return true
}
