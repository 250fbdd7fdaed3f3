import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/percentile.ts'
import { type Client, createClient } from '../load/client.ts'
import { createLedger } from '../load/ledger.ts'
import { publicKeyOf } from '../load/shoppers.ts'
import { failures, responseTimes, runClosedLoop } from '../load/traffic.ts'
import { createVisitors } from '../load/visitors.ts'
import { auditAndStop, type Scenario, startFresh } from './scenario.ts'

const VISITORS = 4
/** Limits are 10 s for headers and 30 s for a request; Node checks them at intervals. */
const CLOSE_TIMEOUT_MS = 75_000
/** Time for buffered data to arrive after the close. */
const FLUSH_MS = 15_000
const TRICKLE_MS = 1_000
const READER_EVERY_MS = 50
/** More than the socket buffers hold. */
const REQUESTS_SENT = 40

interface Slow {
  socket: Socket
  beganAt: number
  endedAt?: number
  received: string
}

export const slowClients: Scenario = {
  name: 'slow-clients',
  title: '500 slow connections: a third sends headers byte by byte, a third a body, a third never reads its responses',
  async run(context) {
    const { findings, count, time, cleanUp } = context
    const { server, dataDir, port } = await startFresh(context)
    const client = createClient(server.origin, { keepAlive: true })
    const ledger = createLedger()
    const { request, completeOrders } = await createVisitors(client, ledger)
    await runClosedLoop(request, VISITORS, 3_000)
    const before = await runClosedLoop(request, VISITORS, time(20_000, 5_000))

    const file = await builtFile(client)
    const apiKey = await publicKeyOf(client)
    const each = Math.ceil(count(500, 90) / 3)
    const groups = {
      headers: many(each, () => trickle(port, 'GET /api/cart HTTP/1.1\r\nhost: here\r\nx-slow: ')),
      body: many(each, () => trickle(port, beginSignIn(apiKey))),
      reading: [] as Slow[],
    }
    // Sequential: until its buffers are full, each costs as much as a client that reads.
    for (let opened = 0; opened < each; opened++) {
      groups.reading.push(neverRead(port, file))
      await sleep(READER_EVERY_MS)
    }
    const all = Object.values(groups).flat()
    cleanUp(async () => all.map(({ socket }) => socket.destroy()))
    await sleep(1_000)
    const during = await runClosedLoop(request, VISITORS, time(20_000, 5_000))
    const p99 = {
      before: percentile(responseTimes(before, 'served'), 99),
      during: percentile(responseTimes(during, 'served'), 99),
    }
    findings.note('slow connections', all.length)
    findings.note('other clients, before: p99', p99.before, 'ms')
    findings.atMost('other clients, meanwhile: p99', p99.during, Math.max(p99.before * 2, p99.before + 50), 'ms')
    findings.none('other clients, meanwhile: failures', [...failures(during), ...responseTimes(during, 'shed')])

    for (const until = performance.now() + CLOSE_TIMEOUT_MS; performance.now() < until; await sleep(250)) {
      if (all.every(({ endedAt }) => endedAt)) break
    }
    // After the 60 s that Node waits for an idle write. Clients must read to notice the close.
    for (const { socket } of groups.reading) socket.resume()
    await sleep(FLUSH_MS)
    for (const [name, group] of Object.entries(groups)) {
      const lives = group
        .map(({ beganAt, endedAt = Number.NaN }) => endedAt - beganAt)
        .filter((ms) => !Number.isNaN(ms))
      findings.none(
        `slow ${name}: not closed`,
        group.filter(({ endedAt }) => !endedAt).map(() => name),
      )
      if (lives.length) findings.note(`slow ${name}: longest connection`, Math.max(...lives) / 1000, 's')
      findings.note(`slow ${name}: last status`, statusesOf(group))
    }
    findings.none('errors logged by the server', server.bugs)
    await completeOrders()
    await auditAndStop(context, server, dataDir, ledger)
  },
}

/** Returns a request with an incomplete body. */
function beginSignIn(apiKey: string): string {
  return [
    'POST /auth/v1/token?grant_type=password HTTP/1.1',
    'host: here',
    `apikey: ${apiKey}`,
    'content-type: application/json',
    'content-length: 200000',
    '',
    '{"email":"',
  ].join('\r\n')
}

function many(count: number, make: () => Slow): Slow[] {
  return Array.from({ length: count }, make)
}

function open(port: number): Slow {
  const slow: Slow = { socket: connect(port, '127.0.0.1'), beganAt: performance.now(), received: '' }
  slow.socket.on('error', () => {})
  slow.socket.on('close', () => {
    slow.endedAt = performance.now()
  })
  return slow
}

/** Sends the beginning of a request, then a byte a second. */
function trickle(port: number, beginning: string): Slow {
  const slow = open(port)
  slow.socket.setEncoding('utf8').on('data', (text: string) => {
    slow.received += text.slice(0, 200)
  })
  slow.socket.write(beginning)
  const timer = setInterval(() => slow.socket.writable && slow.socket.write('a'), TRICKLE_MS)
  slow.socket.once('close', () => clearInterval(timer))
  return slow
}

function neverRead(port: number, file: string): Slow {
  const slow = open(port)
  slow.socket.pause()
  slow.socket.write(`GET ${file} HTTP/1.1\r\nhost: here\r\n\r\n`.repeat(REQUESTS_SENT))
  return slow
}

/** Returns the largest script of the home page. */
async function builtFile(client: Client): Promise<string> {
  const { text } = await client.send('/')
  const sizes = new Map<string, number>()
  for (const file of new Set(text.match(/\/assets\/[^"]+\.js/g))) sizes.set(file, (await client.send(file)).text.length)
  const [largest] = [...sizes].sort(([, a], [, b]) => b - a)
  if (!largest) throw new Error('the page names no script')
  return largest[0]
}

function statusesOf(group: Slow[]): string {
  const counts = new Map<string, number>()
  for (const { received } of group) {
    const status = /^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 'nothing'
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  return [...counts].map(([status, times]) => `${status} ×${times}`).join(', ')
}
