import { randomUUID } from 'node:crypto'
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiError } from '../../../shared/kernel/errors.ts'
import { requestErrors } from '../../../shared/kernel/errors.ts'
import { isUpload } from './body-parsers.ts'
import { requestError } from './errors.ts'
import { renderApiError } from './render-errors.ts'
import { REFUSAL_HEADERS } from './security-headers.ts'

const NOT_HTTP: Refusal = [400, 'invalid_request', requestErrors.invalid_request.text]
const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: [431, 'too_large', 'The address and headers are too long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'too_large', requestErrors.too_large.text],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'too_slow', requestErrors.too_slow.text],
}
type Refusal = [status: number, code: string, message: string]

/** The longest time for an upload. Other requests have the server's, which begins with their first byte. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000
const uploading = new WeakSet<Duplex>()

/**
 * Gives uploads the time that they take on a slow connection; one without a byte for 30 s is closed as any other. What arrives
 * after the response, such as a refusal, has no longer than a request.
 */
export function allowSlowUploads(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, reply) => {
    const { raw } = request
    const { socket } = raw
    // Injected requests have no connection.
    if (raw.complete || !isUpload(request) || !(socket instanceof Socket)) return
    let timer = setTimeout(() => socket.destroy(), UPLOAD_TIMEOUT_MS).unref()
    uploading.add(socket)
    const end = () => {
      clearTimeout(timer)
      uploading.delete(socket)
    }
    raw.once('close', end)
    reply.raw.once('finish', () => {
      end()
      if (!raw.complete) timer = setTimeout(() => socket.destroy(), app.server.requestTimeout).unref()
    })
  })
}

/** Refuses requests without exactly one Host header, which HTTP/1.0 may omit, and those for `*`: an address of OPTIONS only. */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const hosts = countHosts(raw.rawHeaders)
    const isMisplaced = raw.url === '*' && raw.method !== 'OPTIONS'
    const isWrong = hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1') || isMisplaced
    done(isWrong ? requestError('invalid_request') : undefined)
  })
}

/** Returns the number of Host headers in a list of alternating names and values. */
export function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts
}

/** Refuses an address that cannot be decoded, or is too long for its route, in the form of its surface. */
export function refuseAddress(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  render = renderApiError,
): FastifyReply {
  return render(error, request, reply.headers({ ...REFUSAL_HEADERS, 'x-request-id': request.id }))
}

/**
 * Refuses requests that cannot be read: not HTTP, too long, or too slow. The response closes the connection, so that no
 * other request is sent on it.
 */
export function refuseUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && uploading.has(socket)) return
  // Node's own name for the response to an earlier request, which is being sent: nothing may be written into it.
  const { _httpMessage: sent } = socket as { _httpMessage?: ServerResponse }
  if (error.code === 'ECONNRESET' || !socket.writable || sent?.headersSent) return void socket.destroy()
  const [status, code, message] = REFUSALS[error.code ?? ''] ?? NOT_HTTP
  const body = JSON.stringify({ code, message, request_id: randomUUID() } satisfies ApiError)
  const headers = {
    ...REFUSAL_HEADERS,
    'content-type': 'application/json',
    'content-length': body.length,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}

/** Handles requests that Node would drop, or refuse without our headers: CONNECT, and unknown expectations. */
export function handleUnusualRequests(server: Server): void {
  server.on('connect', (_request, socket) => refuseUnreadable(new Error('CONNECT is not supported'), socket))
  // Expectations may be ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}
