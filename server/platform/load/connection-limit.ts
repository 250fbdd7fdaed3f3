import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { IsTrustedProxy } from '../http/trusted-proxies.ts'
import { networkOf } from './client-network.ts'

/** No client needs more; one machine could otherwise take all that the process may have open. */
const MAX_CONNECTIONS = 2_000

/** Closes new connections of a client with too many; a trusted proxy limits those of its clients itself. */
export function limitConnections(server: Server, isTrustedProxy: IsTrustedProxy): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isTrustedProxy(address)) return
    const client = networkOf(address)
    const count = open.get(client) ?? 0
    if (count >= MAX_CONNECTIONS) {
      socket.destroy()
      return
    }
    open.set(client, count + 1)
    socket.once('close', () => {
      const left = (open.get(client) ?? 0) - 1
      if (left > 0) open.set(client, left)
      else open.delete(client)
    })
  })
}
