import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { currentWork, describeWork, doWork, WORK_ID, type Work } from '../../db/work.ts'
import type { IsTrustedProxy } from './trusted-proxies.ts'

/** How long a request may wait for the database in all; with what else it does, it ends within 5 s. */
const DATABASE_PATIENCE_MS = 4_600

declare module 'fastify' {
  interface FastifyRequest {
    /** What its statements are counted for. */
    work: Work
    /** Sent by the server itself, as part of another one. */
    isInner: boolean
  }
}

/** Names requests: by the name a trusted proxy gave them, else by a new one. What the server asks itself keeps its name. */
export function createRequestIds(isTrustedProxy: IsTrustedProxy): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    if (typeof given === 'string' && WORK_ID.test(given) && isTrustedProxy(socket.remoteAddress ?? '')) return given
    return requestBeingServed()?.id ?? randomUUID()
  }
}

/** The request that is being served while the server asks itself for something. */
function requestBeingServed(): Work | undefined {
  const work = currentWork()
  return work?.kind === 'request' ? work : undefined
}

/** Makes everything that is done for a request part of its work. */
export function installRequestWork(app: FastifyInstance): void {
  app.decorateRequest('work')
  app.decorateRequest('isInner', false)
  app.addHook('onRequest', (request, _reply, done) => {
    const outer = requestBeingServed()
    request.isInner = outer !== undefined
    request.work = outer ?? describeWork('request', request.id, DATABASE_PATIENCE_MS)
    doWork(request.work, done)
  })
  // Bodies come in by events of the socket, which belong to nobody.
  app.addHook('preValidation', (request, _reply, done) => doWork(request.work, done))
}
