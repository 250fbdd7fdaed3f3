import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import { answerReturnSchema, receiveReturnSchema } from '../../../shared/fulfilment/return-schema.ts'
import {
  cancelAnswerSchema,
  cancelSchema,
  changeShipmentSchema,
  fullSellerOrderSchema,
  sendSchema,
} from '../../../shared/fulfilment/schema.ts'
import { revisionSchema } from '../../../shared/kernel/revision.ts'
import type { Clock } from '../../platform/config/clock.ts'
import type { App } from '../../platform/http/guards.ts'
import { answerCancel, cancel } from './cancel.ts'
import { fulfilmentError } from './errors.ts'
import type { FulfilmentAction } from './fulfilment-action.ts'
import { answerReturn, receiveReturn } from './returns.ts'
import { changeShipment, confirm, send } from './shipments.ts'

export interface FulfilmentDeps {
  db: Db
  clock: Clock
  transferDetails: string
  /** Days in which buyers may request a return; 0 turns returns off. */
  returnDays: number
}

/** The parts of a path that identify a seller order, and a shipment or a return of it. */
interface Names {
  order_id: string
  number?: string
  shipment_number?: string
  return_number?: string
}

/** The paths of an audience, its view of a seller order, and how it acts on the one in a path. */
interface Audience {
  prefix: string
  seen: z.ZodType
  run(request: FastifyRequest, names: Names, work: (action: FulfilmentAction) => Promise<unknown>): Promise<unknown>
}

/** Returns a function that creates the route of an action; `work` gets the number of the shipment or return in its path. */
export function actionsOf(app: App, { prefix, seen, run }: Audience) {
  return <Body extends z.ZodType>(
    path: string,
    { method = 'POST', ...schema }: { method?: 'POST' | 'PATCH'; summary: string; description?: string; body: Body },
    work: (action: FulfilmentAction, body: z.output<Body>, number: number) => Promise<unknown>,
  ): void => {
    const names = Array.from(`${prefix}${path}`.matchAll(/:(\w+)/g), ([, name = '']) => [name, z.string()])
    const params = z.object(Object.fromEntries(names)) as unknown as z.ZodType<Names>
    app.route({
      method,
      url: `${prefix}${path}`,
      schema: { ...schema, params, response: { 200: seen } },
      handler: (request) => {
        const number = numberIn(request.params)
        return run(request, request.params, (action) => work(action, request.body as z.output<Body>, number))
      },
    })
  }
}

/** Returns the number of a shipment or a return, 0 without one. Throws AppError 404 for a malformed one. */
export function numberIn({ shipment_number, return_number }: Omit<Names, 'order_id'>): number {
  const text = shipment_number ?? return_number
  if (text === undefined) return 0
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw fulfilmentError(return_number === undefined ? 'shipment_not_found' : 'return_not_found')
}

/** Creates the routes for fulfilment: sellers for their own seller orders, admins for any. */
export function defineActions(app: App, audience: Omit<Audience, 'seen'>): void {
  const action = actionsOf(app, { ...audience, seen: fullSellerOrderSchema })
  action('/confirm', { summary: 'Accept a seller order', body: revisionSchema }, confirm)
  action(
    '/shipments',
    {
      summary: 'Send units of a seller order',
      description: 'Also accepts it. Repeating a `request_id` repeats the same shipment.',
      body: sendSchema,
    },
    send,
  )
  action(
    '/shipments/:shipment_number',
    {
      method: 'PATCH',
      summary:
        'Correct the tracking of a shipment, or say that it came, was lost, what follows then, or that it was never sent',
      body: changeShipmentSchema,
    },
    changeShipment,
  )
  action('/cancel', { summary: 'Cancel unsent units', body: cancelSchema }, cancel)
  action(
    '/cancel-answer',
    { summary: "Accept or decline a buyer's request to cancel", body: cancelAnswerSchema },
    answerCancel,
  )
  action(
    '/returns/:return_number/answer',
    { summary: 'Accept a return with a return address, or decline it with a reason', body: answerReturnSchema },
    answerReturn,
  )
  action(
    '/returns/:return_number/received',
    {
      summary: 'Record the received units of a return, and how many can be resold',
      description: 'Refunds the received units.',
      body: receiveReturnSchema,
    },
    receiveReturn,
  )
}
