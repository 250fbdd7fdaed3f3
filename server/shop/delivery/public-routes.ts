import type { Db } from '../../../db/tables.ts'
import { quoteRequestSchema, quoteSchema } from '../../../shared/delivery/schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { respondsWith, routesFor } from '../../platform/http/guards.ts'
import { type RateLimiter, rateLimits } from '../../platform/load/rate-limit.ts'
import { quoteDelivery } from './quote.ts'

export interface DeliveryDeps {
  db: Db
  clock: Clock
  limiter: RateLimiter
}

/** Quotes of delivery, open to visitors. */
export const deliveryPublicRoutes = routesFor('public', (app, { db, clock, limiter }: DeliveryDeps) => {
  app.post(
    '/api/delivery-quotes',
    respondsWith(quoteSchema, {
      summary: 'The methods and the price of delivery for products',
      body: quoteRequestSchema,
    }),
    async (request) => {
      await limiter.take(rateLimits.deliveryQuote, request.ip)
      return quoteDelivery(db, request.body, clock())
    },
  )
})
