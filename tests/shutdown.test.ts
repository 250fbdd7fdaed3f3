import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { Agent, get, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../server/platform/config/config.ts'
import { openSecrets } from '../server/platform/keys/secrets.ts'
import { marketFolderOfEachTest } from './support/cluster.ts'
import { type ServerProcess, startProcess, untilPrinted } from './support/server-process.ts'

const folder = marketFolderOfEachTest()
let server: ServerProcess
afterEach(() => void server.child.kill('SIGKILL'))

async function start(settings: Record<string, string> = {}): Promise<void> {
  server = startProcess('server/main.ts', { ...folder.environment(), ...settings })
  await untilPrinted(server, /is ready/)
}

interface Received {
  status: number
  closes: boolean
}

/** Sends one request; `agent` keeps its connection for the next one. */
function send(path: string, agent: Agent): Promise<Received> {
  return new Promise((resolve, reject) => {
    get({ port: folder.port, path, agent, host: '127.0.0.1' }, (response) => {
      response.once('error', reject)
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, closes: response.headers.connection === 'close' }),
      )
      response.resume()
    }).once('error', reject)
  })
}

test('F5: on SIGTERM under load the server is not ready at once, serves requests on open connections, and drops none', async () => {
  await start({ DRAIN_SECONDS: '2' })
  let stopping = false
  let completed = 0
  const afterSignal: Received[] = []
  const clients = Array.from({ length: 16 }, async (_, index) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    // Each client continues until a response closes its connection, like a proxy that has seen "not ready".
    for (;;) {
      const sentAfterSignal = stopping
      const received = await send(index % 2 ? '/' : '/api/products/PRD00001', agent)
      completed++
      if (sentAfterSignal) afterSignal.push(received)
      if (received.closes) return
    }
  })
  await expect.poll(() => completed, { interval: 5 }).toBeGreaterThan(100)
  const ended = server.end('SIGTERM')
  stopping = true
  // The signal arrives with a delay.
  await expect.poll(async () => (await send('/readyz', new Agent())).status, { interval: 5 }).toBe(503)
  expect((await send('/healthz', new Agent())).status).toBe(200)
  await Promise.all(clients)
  expect(afterSignal.every(({ status }) => status === 200)).toBe(true)
  expect(afterSignal.filter(({ closes }) => closes).length).toBeGreaterThan(0)
  const { code, tookMs } = await ended
  expect(code).toBe(0)
  expect(tookMs).toBeLessThan(10_000)
})

test('F5: with a hanging upload, idle connections, half a request and more signals the server exits with 0 within 10 s', async () => {
  await start({ DRAIN_SECONDS: '0' })
  const silent = connect(folder.port, '127.0.0.1').on('error', () => {})
  await once(silent, 'connect')
  const half = connect(folder.port, '127.0.0.1').on('error', () => {})
  half.write('GET / HTTP/1.1\r\nhost: x\r\n')
  const upload = request({
    port: folder.port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/auth/v1/token?grant_type=password',
  })
  upload.on('error', () => {})
  upload.setHeader('apikey', (await openSecrets(readConfig({ DATA_DIR: folder.dataDir }, false))).apiKey)
  upload.setHeader('content-type', 'application/json')
  upload.setHeader('content-length', '1000')
  // The server responds once it starts to read.
  upload.setHeader('expect', '100-continue')
  upload.flushHeaders()
  await once(upload, 'continue')
  upload.write('{"email":')
  const ended = server.end('SIGTERM')
  await sleep(100)
  server.child.kill('SIGTERM')
  server.child.kill('SIGINT')
  const { code, tookMs } = await ended
  expect(code).toBe(0)
  expect(tookMs).toBeLessThan(10_000)
})

test('F5: shutdown waits neither for idle connections nor for a log that cannot be written', async () => {
  // A full disk, on Linux.
  const log = await open('/dev/full', 'w').catch(() => undefined)
  const settings = { ...folder.environment(), LOG_LEVEL: 'info', DRAIN_SECONDS: '0' }
  server = startProcess('server/main.ts', settings, process.execPath, log?.fd)
  await log?.close()
  const status = async () => (await send('/api/products/PRD00001', new Agent()).catch(() => undefined))?.status
  await expect.poll(status).toBe(200)
  // Each request writes a line to the log.
  for (let more = 0; more < 3; more++) expect(await status()).toBe(200)
  const silent = connect(folder.port, '127.0.0.1').on('error', () => {})
  await once(silent, 'connect')
  const { code, tookMs } = await server.end('SIGTERM')
  expect(code).toBe(0)
  // Less than the timeout for hanging requests.
  expect(tookMs).toBeLessThan(6_000)
})
