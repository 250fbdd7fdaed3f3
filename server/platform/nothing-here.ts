import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

declare module 'fastify' {
  interface FastifyInstance {
    /** What is said below a path where there is nothing. */
    nothingBelow: Map<string, Answer>
  }
}

/** Says in the API's form that there is nothing at an address, and in a service's own form below its path. */
export function installNothingHere(app: FastifyInstance, answer: Answer): void {
  app.decorate('nothingBelow', new Map<string, Answer>())
  app.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?', 1)
    const [, ownAnswer] = [...app.nothingBelow].find(([base]) => path === base || path.startsWith(`${base}/`)) ?? []
    return (ownAnswer ?? answer)(request, reply)
  })
}

/** What a service says at an address of its own that is nothing, also where pages were asked before. */
export function answerNothingHere(scope: FastifyInstance, answer: Answer): void {
  scope.setNotFoundHandler(answer)
  scope.nothingBelow.set(scope.prefix, answer)
}
