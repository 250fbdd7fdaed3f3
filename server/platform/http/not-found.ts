import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply
/** `allowed` has the methods of the address; none when no route matches, or the route found nothing. */
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

interface Pattern {
  segments: string[]
  methods: Set<string>
}

/**
 * Watches the routes that are added from now on. The returned function returns the methods of a path. Routes with a wildcard
 * are excluded: they decide by themselves what exists.
 */
function watchRoutes(app: FastifyInstance): (path: string) => string[] {
  const patterns = new Map<string, Pattern>()

  app.addHook('onRoute', ({ method, url }) => {
    if (url.endsWith('*')) return
    const known = patterns.get(url) ?? { segments: url.split('/'), methods: new Set() }
    patterns.set(url, known)
    for (const one of [method].flat()) known.methods.add(one)
  })

  return (path) => {
    const segments = path.split('/')
    const matching = [...patterns.values()].filter((known) => matches(known, segments))
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))]
  }
}

function matches(known: Pattern, segments: string[]): boolean {
  if (known.segments.length !== segments.length) return false
  return known.segments.every((wanted, index) => {
    const segment = segments[index] ?? ''
    const [before = '', parameter] = wanted.split(':')
    if (parameter === undefined) return segment === wanted
    const after = parameter.replace(/^\w+/, '')
    return segment.startsWith(before) && segment.endsWith(after) && segment.length > before.length + after.length
  })
}
