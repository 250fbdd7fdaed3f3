import type { FastifyReply } from 'fastify'

/** Says that the answer depends on this header of the request, besides those that were said before. */
export function addVary(reply: FastifyReply, header: string): void {
  reply.header('vary', [reply.getHeader('vary') ?? [], header].flat().join(', '))
}
