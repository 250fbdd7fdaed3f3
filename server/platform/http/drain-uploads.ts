import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Long enough for data in flight; a client that never stops sending is disconnected. */
const DRAIN_MS = 1_000

/**
 * Delays responses that close the connection until the request's body has arrived, for at most a second. A connection closed with
 * unread bytes is reset, and the client loses the response (RFC 9112, section 9.6).
 */
export function installUploadDrain(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.getHeader('connection') === 'close' && request.raw.complete === false) await received(request.raw)
  })
}

function received(message: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(done, DRAIN_MS)
    message.once('end', done).once('close', done).resume()
  })
}
