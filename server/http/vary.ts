import type { FastifyReply } from 'fastify'

/** Adds a request header to `Vary`. */
export function addVary(reply: FastifyReply, header: string): void {
  reply.header('vary', [reply.getHeader('vary') ?? [], header].flat().join(', '))
}
