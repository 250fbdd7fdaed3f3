import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

declare module 'fastify' {
  interface FastifyInstance {
    /** By path prefix, the handler for addresses without a route below it. */
    notFoundHandlers: Map<string, Handler>
  }
}

/** Renders unknown addresses: below a service's path with its own handler, elsewhere with `handler`. */
export function installNotFound(app: FastifyInstance, handler: Handler): void {
  app.decorate('notFoundHandlers', new Map<string, Handler>())
  app.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?', 1)
    const [, ownHandler] =
      [...app.notFoundHandlers].find(([base]) => path === base || path.startsWith(`${base}/`)) ?? []
    return (ownHandler ?? handler)(request, reply)
  })
}

/** Sets a service's handler for unknown addresses below its prefix. */
export function setNotFound(scope: FastifyInstance, handler: Handler): void {
  scope.setNotFoundHandler(handler)
  scope.notFoundHandlers.set(scope.prefix, handler)
}
