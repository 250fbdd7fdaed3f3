import { z } from 'zod'
import { addressNotFound } from '../../platform/http/errors.ts'
import { routesFor } from '../../platform/http/guards.ts'
import { createSlots } from '../../platform/load/slots.ts'
import { type EventsDeps, receiveEvent } from './receive-event.ts'
import { loadStripe } from './stripe/library.ts'

const MAX_EVENT_BYTES = 256 * 1024
const AT_ONCE = 8
const MAX_WAITING = 1_000

const params = z.object({ provider: z.string() })

/** The webhook of the payment provider. Its content is not trusted: it only triggers a request to the provider. */
export const webhooksPublicRoutes = routesFor('public', (app, deps: EventsDeps) => {
  const slots = createSlots({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING })
  // The signature covers the raw bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.post(
    '/webhooks/payments/:provider',
    { bodyLimit: MAX_EVENT_BYTES, config: { alwaysServed: true }, schema: { hide: true, params } },
    async (request, reply) => {
      if (request.params.provider !== 'stripe') throw addressNotFound()
      const [signature = ''] = [request.headers['stripe-signature']].flat()
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const { readSignedEvent } = await loadStripe()
      const event = readSignedEvent(bytes, { signature, secrets: deps.webhookSecrets, now: deps.clock() })
      if (event) await slots.run(() => receiveEvent(deps, event, bytes))
      else request.log.warn({ event: 'payment_event_refused' })
      return reply.code(event ? 200 : 400).send()
    },
  )
})
