import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

interface BegunRequest {
  id: string
  /** How long it had taken until then. */
  ms: number
  error: unknown
}

const begun = new WeakMap<IncomingMessage, BegunRequest>()

/** Lets the application respond to a request as the one that failed with this error. */
export function continueRequest(request: IncomingMessage, before: BegunRequest): void {
  begun.set(request, before)
}

/** Returns what happened to a request before the application got it; undefined for most. */
export function begunRequest(request: IncomingMessage): BegunRequest | undefined {
  return begun.get(request)
}

/** Returns how long a request has taken, with the time before the application got it, in milliseconds. */
export function elapsedMs(request: FastifyRequest, reply: FastifyReply): number {
  return reply.elapsedTime + (begun.get(request.raw)?.ms ?? 0)
}
