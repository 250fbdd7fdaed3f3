import type { RouteOptions } from 'fastify'

/**
 * Removes the length that the framework gives the HEAD of a GET route, where `isOther` says that GET has another one: its
 * body is compressed, or more than was counted. A length must be that of GET, and may be absent (RFC 9110, 8.6).
 */
export function withoutLength(route: RouteOptions, isOther: (length: number) => boolean): void {
  const hooks = [route.onSend ?? []].flat()
  route.onSend = [
    ...hooks,
    (_request, reply, payload, done) => {
      if (isOther(Number(reply.getHeader('content-length')))) reply.removeHeader('content-length')
      done(null, payload)
    },
  ]
}
