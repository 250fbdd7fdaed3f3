import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

interface Faults {
  /** Added to all data, in each direction. */
  delayMs: number
  /** Drops all data silently, in both directions; new connections are accepted. */
  blackHole: boolean
}

/** A TCP proxy on loopback that can simulate network faults. */
export interface FaultyProxy {
  port: number
  faults: Faults
  /** Resets every connection; returns their number. */
  resetAll(): number
  close(): Promise<void>
}

/** Opens a proxy to `target`: the path of a Unix socket, or a port on loopback. */
export async function openProxy(target: string | number): Promise<FaultyProxy> {
  const faults: Faults = { delayMs: 0, blackHole: false }
  const sockets = new Set<Socket>()
  const server = createServer((inside) => {
    const outside = typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1')
    forward(inside, outside, faults)
    forward(outside, inside, faults)
    sockets.add(inside)
    inside.once('close', () => sockets.delete(inside))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    faults,
    resetAll: () => {
      const count = sockets.size
      for (const socket of sockets) socket.resetAndDestroy()
      return count
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Forwards data in order even when the delay changes. */
function forward(from: Socket, to: Socket, faults: Faults): void {
  let dropped = false
  let last = Promise.resolve()
  const enqueue = (work: () => void) => {
    const waited = faults.delayMs ? new Promise((resolve) => setTimeout(resolve, faults.delayMs)) : Promise.resolve()
    last = Promise.all([last, waited]).then(work)
  }
  from.on('data', (data) => {
    if (faults.blackHole) dropped = true
    // TCP has no gaps: after dropped data, the rest of the stream is dropped as well.
    if (!dropped) enqueue(() => void (to.writable && to.write(data)))
  })
  from.on('end', () => {
    if (!dropped && !faults.blackHole) enqueue(() => to.end())
  })
  from.on('close', () => {
    if (!dropped && !faults.blackHole) enqueue(() => to.destroy())
  })
  from.on('error', () => to.destroy())
}
