import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { plainAddress } from '../../../platform/load/client-network.ts'

const MAX_USER_AGENT_LENGTH = 512

export interface Device {
  user_agent: string | null
  ip: string | null
}

/** Returns the client's program and IP address, as a session records them. */
export function deviceOf(request: FastifyRequest): Device {
  const address = plainAddress(request.ip)
  return {
    user_agent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    ip: isIP(address) ? address : null,
  }
}
