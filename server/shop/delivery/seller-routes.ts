import type { Db } from '../../../db/tables.ts'
import {
  methodFormSchema,
  orderMethodsSchema,
  methodParamsSchema as params,
  saveDeliverySettingsSchema,
  saveMethodSchema,
  sellerDeliverySchema,
  sellerMethodSchema,
} from '../../../shared/delivery/schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import * as editing from './edit-methods.ts'

/** A seller's own delivery; another seller's methods are reported as not found. */
export const deliverySellerRoutes = routesFor(['seller'], (app, { db, clock }: { db: Db; clock: Clock }) => {
  app.get(
    '/api/seller/delivery',
    respondsWith(sellerDeliverySchema, { summary: "The caller's delivery methods, and what they depend on" }),
    (request) => editing.readDelivery(db, callerOf(request).user_id),
  )

  app.put(
    '/api/seller/delivery-settings',
    respondsWith(sellerDeliverySchema, {
      summary: 'Change where and when the caller dispatches',
      body: saveDeliverySettingsSchema,
    }),
    (request) => editing.saveSettings(db, callerOf(request).user_id, request.body, clock()),
  )

  app.post(
    '/api/seller/delivery-methods',
    { schema: { summary: 'Add a delivery method', body: methodFormSchema, response: { 201: sellerMethodSchema } } },
    async (request, reply) =>
      reply.code(201).send(await editing.addMethod(db, callerOf(request).user_id, request.body)),
  )

  app.put(
    '/api/seller/delivery-method-order',
    respondsWith(sellerDeliverySchema, { summary: 'Order the delivery methods', body: orderMethodsSchema }),
    (request) => editing.orderMethods(db, callerOf(request).user_id, request.body.method_ids),
  )

  app.put(
    '/api/seller/delivery-methods/:method_id',
    respondsWith(sellerMethodSchema, { summary: 'Change a delivery method', params, body: saveMethodSchema }),
    (request) => editing.saveMethod(db, callerOf(request).user_id, request.params.method_id, request.body),
  )

  app.post(
    '/api/seller/delivery-methods/:method_id/duplicate',
    { schema: { summary: 'Add a copy of a delivery method', params, response: { 201: sellerMethodSchema } } },
    async (request, reply) =>
      reply.code(201).send(await editing.duplicateMethod(db, callerOf(request).user_id, request.params.method_id)),
  )

  app.delete(
    '/api/seller/delivery-methods/:method_id',
    { schema: { summary: 'Delete a delivery method', params } },
    async (request, reply) => {
      await editing.deleteMethod(db, callerOf(request).user_id, request.params.method_id)
      return reply.code(204).send(null)
    },
  )
})
