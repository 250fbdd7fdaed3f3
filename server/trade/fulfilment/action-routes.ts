import type { FastifyRequest } from 'fastify'
import type { Role } from '../../../shared/accounts/constants.ts'
import { answerReturnSchema, receiveReturnSchema } from '../../../shared/fulfilment/return-schema.ts'
import {
  cancelAnswerSchema,
  cancelSchema,
  changeShipmentSchema,
  type FullSellerOrder,
  fullSellerOrderSchema,
  revisionSchema,
  sendSchema,
} from '../../../shared/fulfilment/schema.ts'
import { type App, routesFor } from '../../platform/http/guards.ts'
import type { orderParams, sellerOrderParams } from '../orders/params.ts'
import { answerCancel, cancel } from './cancel.ts'
import { changeShipment } from './change-shipment.ts'
import type { FulfilmentAction } from './fulfilment-action.ts'
import {
  type FulfilmentDeps,
  returnNumberOf,
  type returnParams,
  type sellerOrderReturnParams,
  type sellerOrderShipmentParams,
  shipmentNumberOf,
  type shipmentParams,
} from './params.ts'
import { confirm, send } from './send.ts'
import { answerReturn, receiveReturn } from './take-returns.ts'

/** The access, paths and scope of one audience: sellers use their own seller order, admins name it by number. */
interface Audience {
  access: readonly Role[]
  prefix: string
  params: typeof orderParams | typeof sellerOrderParams
  shipment: typeof shipmentParams | typeof sellerOrderShipmentParams
  returned: typeof returnParams | typeof sellerOrderReturnParams
  run(
    deps: FulfilmentDeps,
    request: FastifyRequest,
    params: { order_id: string; number?: string },
    work: (action: FulfilmentAction) => Promise<unknown>,
  ): Promise<FullSellerOrder>
}

/** Creates the routes for fulfilment: sellers for their own seller orders, admins for any. */
export function actionRoutes(audience: Audience) {
  const { access, prefix, params, shipment, run } = audience
  return routesFor(access, (app, deps: FulfilmentDeps) => {
    const response = { 200: fullSellerOrderSchema }

    app.post(
      `${prefix}/confirm`,
      { schema: { summary: 'Accept a seller order', params, body: revisionSchema, response } },
      (request) => run(deps, request, request.params, (action) => confirm(action, request.body)),
    )

    app.post(
      `${prefix}/shipments`,
      {
        schema: {
          summary: 'Send units of a seller order',
          description: 'Also accepts it. Repeating a `request_id` repeats the same shipment.',
          params,
          body: sendSchema,
          response,
        },
      },
      (request) => run(deps, request, request.params, (action) => send(action, request.body)),
    )

    app.patch(
      `${prefix}/shipments/:shipment_number`,
      {
        schema: {
          summary:
            'Correct the tracking of a shipment, or say that it came, was lost, what follows then, or that it was never sent',
          params: shipment,
          body: changeShipmentSchema,
          response,
        },
      },
      (request) => {
        const number = shipmentNumberOf(request.params.shipment_number)
        return run(deps, request, request.params, (action) => changeShipment(action, number, request.body))
      },
    )

    app.post(
      `${prefix}/cancel`,
      { schema: { summary: 'Cancel unsent units', params, body: cancelSchema, response } },
      (request) => run(deps, request, request.params, (action) => cancel(action, request.body)),
    )

    app.post(
      `${prefix}/cancel-answer`,
      {
        schema: {
          summary: "Accept or decline a buyer's request to cancel",
          params,
          body: cancelAnswerSchema,
          response,
        },
      },
      (request) => run(deps, request, request.params, (action) => answerCancel(action, request.body)),
    )

    defineReturns(app, deps, audience)
  })
}

function defineReturns(app: App, deps: FulfilmentDeps, { prefix, returned: params, run }: Audience): void {
  const response = { 200: fullSellerOrderSchema }

  app.post(
    `${prefix}/returns/:return_number/answer`,
    {
      schema: {
        summary: 'Accept a return with a return address, or decline it with a reason',
        params,
        body: answerReturnSchema,
        response,
      },
    },
    (request) => {
      const number = returnNumberOf(request.params.return_number)
      return run(deps, request, request.params, (action) => answerReturn(action, number, request.body))
    },
  )

  app.post(
    `${prefix}/returns/:return_number/received`,
    {
      schema: {
        summary: 'Record the received units of a return, and how many can be resold',
        description: 'Refunds the received units.',
        params,
        body: receiveReturnSchema,
        response,
      },
    },
    (request) => {
      const number = returnNumberOf(request.params.return_number)
      return run(deps, request, request.params, (action) => receiveReturn(action, number, request.body))
    },
  )
}
