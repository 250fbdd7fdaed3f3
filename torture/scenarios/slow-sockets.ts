import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/percentile.ts'
import { type Client, createClient } from '../client.ts'
import { createLedger } from '../ledger.ts'
import { failuresOf, timesOf, visitSteadily } from '../load.ts'
import { closeBooks, type Scenario, startFresh } from '../scenario.ts'
import { publicKeyOf } from '../shoppers.ts'
import { openDay } from '../visits.ts'

const VISITORS = 4
/** Limits are 10 s for headers and 30 s for a request; Node looks for them at intervals. */
const ENDED_WITHIN_MS = 75_000
/** What was on its way comes first; a connection that still served would stay open for longer. */
const HEARD_WITHIN_MS = 15_000
const DRIBBLE_MS = 1_000
const READER_EVERY_MS = 50
/** What somebody asks for who never reads: more than fits between two processes. */
const ANSWERS_ASKED = 40

interface Slow {
  socket: Socket
  beganAt: number
  endedAt?: number
  said: string
}

export const slowSockets: Scenario = {
  name: 'slow-sockets',
  title: '500 slow connections: a third sends headers byte by byte, a third a body, a third never reads its answers',
  async run(context) {
    const { findings, count, time, cleanUp } = context
    const { server, dataDir, port } = await startFresh(context)
    const client = createClient(server.origin, { keepAlive: true })
    const ledger = createLedger()
    const { request, settle } = await openDay(client, ledger)
    await visitSteadily(request, VISITORS, 3_000)
    const before = await visitSteadily(request, VISITORS, time(20_000, 5_000))

    const file = await builtFile(client)
    const apiKey = await publicKeyOf(client)
    const each = Math.ceil(count(500, 90) / 3)
    const groups = {
      headers: many(each, () => dribble(port, 'GET /api/cart HTTP/1.1\r\nhost: here\r\nx-slow: ')),
      body: many(each, () => dribble(port, beginSignIn(apiKey))),
      reading: [] as Slow[],
    }
    // One after the other: until nothing more fits on the way, each of them costs what a reader costs.
    for (let opened = 0; opened < each; opened++) {
      groups.reading.push(neverRead(port, file))
      await sleep(READER_EVERY_MS)
    }
    const all = Object.values(groups).flat()
    cleanUp(async () => all.map(({ socket }) => socket.destroy()))
    await sleep(1_000)
    const during = await visitSteadily(request, VISITORS, time(20_000, 5_000))
    const p99 = { before: percentile(timesOf(before, 'served'), 99), during: percentile(timesOf(during, 'served'), 99) }
    findings.note('slow connections', all.length)
    findings.note('others, before: p99', p99.before, 'ms')
    findings.atMost('others, meanwhile: p99', p99.during, Math.max(p99.before * 2, p99.before + 50), 'ms')
    findings.none('others, meanwhile: failures', [...failuresOf(during), ...timesOf(during, 'shed')])

    for (const until = performance.now() + ENDED_WITHIN_MS; performance.now() < until; await sleep(250)) {
      if (all.every(({ endedAt }) => endedAt)) break
    }
    // Node counts the silence of a writer twice: 60 s. Who does not read does not hear of the end either: now they do.
    for (const { socket } of groups.reading) socket.resume()
    await sleep(HEARD_WITHIN_MS)
    for (const [name, group] of Object.entries(groups)) {
      const lives = group
        .map(({ beganAt, endedAt = Number.NaN }) => endedAt - beganAt)
        .filter((ms) => !Number.isNaN(ms))
      findings.none(
        `slow in ${name}: not ended`,
        group.filter(({ endedAt }) => !endedAt).map(() => name),
      )
      if (lives.length) findings.note(`slow in ${name}: longest life`, Math.max(...lives) / 1000, 's')
      findings.note(`slow in ${name}: told`, told(group))
    }
    findings.none('failures of the server itself', server.bugs)
    await settle()
    await closeBooks(context, server, dataDir, ledger)
  },
}

/** All but the end of a body. */
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
  const slow: Slow = { socket: connect(port, '127.0.0.1'), beganAt: performance.now(), said: '' }
  slow.socket.on('error', () => {})
  slow.socket.on('close', () => {
    slow.endedAt = performance.now()
  })
  return slow
}

/** Sends a beginning, and then a byte a second for ever. */
function dribble(port: number, beginning: string): Slow {
  const slow = open(port)
  slow.socket.setEncoding('utf8').on('data', (text: string) => {
    slow.said += text.slice(0, 200)
  })
  slow.socket.write(beginning)
  const timer = setInterval(() => slow.socket.writable && slow.socket.write('a'), DRIBBLE_MS)
  slow.socket.once('close', () => clearInterval(timer))
  return slow
}

function neverRead(port: number, file: string): Slow {
  const slow = open(port)
  slow.socket.pause()
  slow.socket.write(`GET ${file} HTTP/1.1\r\nhost: here\r\n\r\n`.repeat(ANSWERS_ASKED))
  return slow
}

/** The largest file that a page asks for first. */
async function builtFile(client: Client): Promise<string> {
  const { text } = await client.send('/')
  const sizes = new Map<string, number>()
  for (const file of new Set(text.match(/\/assets\/[^"]+\.js/g))) sizes.set(file, (await client.send(file)).text.length)
  const [largest] = [...sizes].sort(([, a], [, b]) => b - a)
  if (!largest) throw new Error('the page names no file')
  return largest[0]
}

/** The statuses they were sent off with. */
function told(group: Slow[]): string {
  const counts = new Map<string, number>()
  for (const { said } of group) {
    const status = /^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 'nothing'
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  return [...counts].map(([status, times]) => `${status} ×${times}`).join(', ')
}
