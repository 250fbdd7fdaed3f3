import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { watchRoutes } from './watch-routes.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply
/** `allowed`: the methods that the address has; none when there is nothing, or when its route found nothing. */
type MethodsHandler = (request: FastifyRequest, reply: FastifyReply, allowed: string[]) => FastifyReply

declare module 'fastify' {
  interface FastifyInstance {
    /** By path prefix, the handler for addresses without a route below it. */
    notFoundHandlers: Map<string, Handler>
  }
}

/** Renders unknown addresses and methods: below a service's path with its own handler, elsewhere with `handler`. */
export function installNotFound(app: FastifyInstance, handler: MethodsHandler): void {
  const methodsOf = watchRoutes(app)
  app.decorate('notFoundHandlers', new Map<string, Handler>())
  app.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?', 1)
    const [, ownHandler] =
      [...app.notFoundHandlers].find(([base]) => path === base || path.startsWith(`${base}/`)) ?? []
    if (ownHandler) return ownHandler(request, reply)
    const methods = methodsOf(path)
    return handler(request, reply, methods.includes(request.method) ? [] : methods)
  })
}

/** Sets a service's handler for unknown addresses below its prefix. */
export function setNotFound(scope: FastifyInstance, handler: Handler): void {
  scope.setNotFoundHandler(handler)
  scope.notFoundHandlers.set(scope.prefix, handler)
}
