import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnchanged } from '../http/etag.ts'
import { addVary } from '../http/vary.ts'
import { pickEncoding, type ReadyResponse } from './ready-response.ts'

/**
 * Sends a ready response in the encoding that the client takes, and 304 to a client that already has it. Routes that use it
 * have `compress: false`.
 */
export async function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  response: ReadyResponse,
): Promise<FastifyReply> {
  const encoding = pickEncoding(request.headers['accept-encoding'])
  addVary(reply, 'accept-encoding')
  reply.headers(response.headers)
  if (response.headers['cache-control'] !== 'no-store') {
    const etag = response.etag(encoding)
    reply.header('etag', etag)
    if (isUnchanged(request.headers['if-none-match'], etag)) {
      reply.removeHeader('content-type')
      return reply.code(304).send()
    }
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.code(response.status).send(response.ready(encoding) ?? (await response.bytes(encoding)))
}
