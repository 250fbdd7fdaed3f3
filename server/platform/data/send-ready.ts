import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnchanged } from '../http/etag.ts'
import type { ReadyResponse } from './ready-response.ts'

/** Adds a request header to `Vary`. */
function addVary(reply: FastifyReply, header: string): void {
  reply.header('vary', [reply.getHeader('vary') ?? [], header].flat().join(', '))
}

/**
 * Sends a ready response in an encoding that the client takes, and 304 to a client that already has it. Routes that use it
 * have `compress: false`.
 */
export async function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  response: ReadyResponse,
  options?: { once: boolean },
): Promise<FastifyReply> {
  const encoding = response.pick(request.headers['accept-encoding'], options)
  addVary(reply, 'accept-encoding')
  reply.headers(response.headers)
  if (response.headers['cache-control'] !== 'no-store') {
    const { etag } = response
    reply.header('etag', etag)
    if (isUnchanged(request.headers['if-none-match'], etag.replace(/^W\//, ''))) {
      reply.removeHeader('content-type')
      return reply.code(304).send()
    }
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.code(response.status).send(response.ready(encoding) ?? (await response.bytes(encoding, options)))
}
