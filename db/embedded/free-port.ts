import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns a free loopback port, the first of `count` consecutive ones, for programs that must know their port before they
 * start. It is outside the range from which systems assign ports, so that no other program gets it meanwhile.
 */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    const first = randomInt(10_000, 30_000)
    const row = Array.from({ length: count }, (_, index) => first + index)
    if ((await Promise.all(row.map(isFree))).every(Boolean)) return first
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
