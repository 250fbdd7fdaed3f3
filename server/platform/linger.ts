import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Long enough for what is under way; whoever sends on for ever is cut off. */
const LINGER_MS = 1_000

/**
 * Has an answer after which the connection is closed wait until the body has come in, for a while. Closed with bytes
 * unread, the system resets a connection, and the client loses the answer that says why (RFC 9112, section 9.6).
 */
export function installLinger(app: FastifyInstance): void {
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
    const timer = setTimeout(done, LINGER_MS)
    message.once('end', done).once('close', done).resume()
  })
}
