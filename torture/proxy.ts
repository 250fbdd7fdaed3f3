import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** What the network between two does to them. */
interface Faults {
  /** Added to every piece of data, in each direction. */
  delayMs: number
  /** Nothing arrives any more, in either direction, and nobody is told; new connections are taken and get no answer. */
  blackHole: boolean
}

/** A proxy on loopback that passes data on, and can be told to do that badly. */
export interface FaultyProxy {
  port: number
  faults: Faults
  /** Breaks every connection with a reset; answers how many. */
  resetAll(): number
  close(): Promise<void>
}

/** `target`: the path of a Unix socket, or a port on loopback. */
export async function openProxy(target: string | number): Promise<FaultyProxy> {
  const faults: Faults = { delayMs: 0, blackHole: false }
  const sockets = new Set<Socket>()
  const server = createServer((inside) => {
    const outside = typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1')
    passOn(inside, outside, faults)
    passOn(outside, inside, faults)
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

/** In the order of arrival, whatever the delay is at the time. What a black hole swallowed never comes. */
function passOn(from: Socket, to: Socket, faults: Faults): void {
  let swallowed = false
  let last = Promise.resolve()
  const inTurn = (work: () => void) => {
    const waited = faults.delayMs ? new Promise((resolve) => setTimeout(resolve, faults.delayMs)) : Promise.resolve()
    last = Promise.all([last, waited]).then(work)
  }
  from.on('data', (data) => {
    if (faults.blackHole) swallowed = true
    // A stream with a hole in it must not go on: what follows is swallowed, too.
    if (!swallowed) inTurn(() => void (to.writable && to.write(data)))
  })
  from.on('end', () => {
    if (!swallowed && !faults.blackHole) inTurn(() => to.end())
  })
  from.on('close', () => {
    if (!swallowed && !faults.blackHole) inTurn(() => to.destroy())
  })
  from.on('error', () => to.destroy())
}
