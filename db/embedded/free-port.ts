import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns a loopback port that is free at present, for programs that must know their port before they start. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port on loopback')
  return address.port
}
