import type { FastifyRequest } from 'fastify'
import type { Role } from '../../shared/account/constants.ts'
import type { Authenticate } from '../platform/guards.ts'
import { accessDenied, authorizationMissing } from './errors.ts'

/**
 * For whom files are read and written: the operator's own programs, which hold a `service_role` key; a person; or
 * anybody, who has just the public key.
 */
export type Actor = { kind: 'service' } | { kind: 'anybody' } | { kind: 'person'; user_id: string; role: Role }

export interface ActorDeps {
  authenticate: Authenticate
  apiKeyRole: (key: string) => Promise<'anon' | 'service_role' | undefined>
}

/** Who sends a request, from its `Authorization` alone. Throws in the protocol's words when there is none, or a bad one. */
export async function actorOf(request: FastifyRequest, deps: ActorDeps): Promise<Actor> {
  const { authorization } = request.headers
  if (!authorization) throw authorizationMissing()
  // Keys are taken without the word before them, too, as programs send them.
  const token = /^(?:Bearer +)?(\S+)$/i.exec(authorization)?.[1]
  const keyRole = token && (await deps.apiKeyRole(token))
  if (keyRole === 'service_role') return { kind: 'service' }
  if (keyRole === 'anon') return { kind: 'anybody' }
  const { user_id, role, assured } = await deps.authenticate(request)
  if (!assured) throw accessDenied('AAL2 required')
  return { kind: 'person', user_id, role }
}
