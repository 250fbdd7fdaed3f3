import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/config/clock.ts'
import { callerOf } from '../../platform/http/guards.ts'
import type { Acting } from './queries.ts'

/** Returns the admin of a request, the current time, and the reason that the admin gave. */
export function acting(request: FastifyRequest, clock: Clock, reason?: string): Acting {
  return { admin_id: callerOf(request).user_id, now: clock(), reason }
}
