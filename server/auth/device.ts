import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Device } from './queries.ts'

const MAX_USER_AGENT_LENGTH = 512

/** From where and with which program a request comes, as it is kept with a session. */
export function deviceOf(request: FastifyRequest): Device {
  const address = request.ip.split('%')[0] ?? ''
  return {
    user_agent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    ip: isIP(address) ? address : null,
  }
}
