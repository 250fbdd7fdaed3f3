import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { clusterOfEachTest } from './support/cluster.ts'

const cluster = clusterOfEachTest()
const CONNECTIONS = 24
/** When a client gives up; a connection that is closed is closed long before. */
const CLIENT_TIMEOUT_MS = 10_000

/** Sends a request on a connection of its own; returns the line of its status, or how the connection ended without one. */
async function request(): Promise<string> {
  const socket = connect(cluster.port, '127.0.0.1')
  let received = ''
  let ended = 'closed'
  socket.setEncoding('utf8').on('data', (text) => (received += text))
  // What follows an error is what counts: the end.
  socket.on('error', () => {})
  const end = new Promise((resolve) => socket.once('close', resolve))
  socket.setTimeout(CLIENT_TIMEOUT_MS, () => {
    ended = 'left waiting'
    socket.destroy()
  })
  socket.write('GET /healthz HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n')
  await end
  return received.split('\r\n')[0] || ended
}

test('a process that is killed before it takes the connections given to it leaves no client waiting', async () => {
  await cluster.start()
  const [victim = 0] = await cluster.untilServing(2)
  // It takes nothing any more, but is there to be given a connection.
  process.kill(victim, 'SIGSTOP')
  const outcomes: string[] = []
  const requests = Array.from({ length: CONNECTIONS }, async () => outcomes.push(await request()))
  // Processes get connections in turn: one of the first two is the victim's.
  await expect.poll(() => outcomes.length).toBeGreaterThan(1)
  process.kill(victim, 'SIGKILL')
  await Promise.all(requests)
  expect(outcomes.filter((outcome) => outcome !== 'HTTP/1.1 200 OK' && outcome !== 'closed')).toEqual([])
})
