import { randomUUID } from 'node:crypto'
import { type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiError } from '../../shared/kernel/errors.ts'
import { AppError } from './errors.ts'
import { renderApiError } from './render-errors.ts'

/** What all answers carry; these two reach no hook that would add it. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'no-store',
}

const NOT_HTTP: Refusal = [400, 'invalid_request', 'The request could not be read.']
const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: [431, 'too_large', 'The address and headers are too long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'too_large', 'The request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'too_slow', 'The request did not come in time.'],
}
type Refusal = [status: number, code: string, message: string]

/** Refuses requests that do not say once for which host they are; HTTP/1.0 need not say it. */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
    if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) throw new AppError(...NOT_HTTP)
  })
}

/** Refuses an address that cannot be decoded, or is too long for its route, in the words of the surface it is below. */
export function refuseAddress(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  render = renderApiError,
): FastifyReply {
  return render(error, request, reply.headers({ ...HEADERS, 'x-request-id': request.id }))
}

/**
 * Refuses what is no request that can be read: not HTTP, too long, or too slow. The answer says that the connection
 * ends with it, so that nobody sends another request into it.
 */
export function refuseUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, code, message] = REFUSALS[error.code ?? ''] ?? NOT_HTTP
  const body = JSON.stringify({ code, message, request_id: randomUUID() } satisfies ApiError)
  const headers = { ...HEADERS, 'content-type': 'application/json', 'content-length': body.length, connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}

/** Answers what Node by itself would drop, or refuse without our headers: tunnels, and expectations that nobody knows. */
export function answerOddRequests(server: Server): void {
  server.on('connect', (_request, socket) => refuseUnreadable(new Error('no tunnels here'), socket))
  // They may be ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}
