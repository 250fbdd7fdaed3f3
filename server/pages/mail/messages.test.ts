import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../db/connect.ts'
import { startMailServer } from '../../../tests/support/mail-server.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { makeTasksDue, startTaskWorker } from '../../../tests/support/task-worker.ts'
import { unsealMessage } from './message.ts'
import { createMessages, type Messages } from './messages.ts'
import { messageKey } from './outbox.ts'

let held: Promise<void> | undefined
/** The mails that the mail server has got, and those of them that it has answered. */
const contents = { arrived: 0, answered: 0 }
let offsetMs = 0
let workers: { close(): Promise<void> }[] = []
const clock = () => new Date(Date.now() + offsetMs)
const events: Record<string, unknown>[] = []
const log = {
  info: (event: object) => void events.push(event as never),
  warn: (event: object) => void events.push(event as never),
  error: (event: object) => void events.push(event as never),
}

const mail = await startMailServer({
  onData: async () => {
    contents.arrived += 1
    await held
    contents.answered += 1
  },
})
afterAll(() => mail.close())
const testApp = await openForTests()
// Its own worker would take tasks of the tests' workers.
await testApp.app.close()
beforeEach(() => {
  events.length = 0
  Object.assign(contents, { arrived: 0, answered: 0 })
  offsetMs = 0
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.close()))
  workers = []
  // A message left by one test would be due, and sent, in the next.
  await testApp.db.deleteFrom('outgoing_messages').execute()
  await sql`delete from graphile_worker._private_jobs`.execute(testApp.db)
  mail.refuseWith = undefined
  mail.refuses = 'content'
  held = undefined
})

const settings = () => ({ ...testApp.config, smtpUrl: mail.url, mailFrom: 'Market <market@shop.example>' })
interface Worker extends Pick<Messages, 'queueMail' | 'queueSms'> {
  close(): Promise<void>
}
function startWorker(more: Partial<ReturnType<typeof settings>> = {}): Worker {
  const { db, deps, connection } = testApp
  const messages = createMessages({ config: { ...settings(), ...more }, db, clock, secrets: deps.secrets, log })
  const worker = startTaskWorker({ db, connection, handlers: messages.handlers, log })
  workers.push(worker)
  return { ...messages, close: worker.close }
}
const newAddress = () => `${randomUUID()}@example.com`
async function queueTo(to: string, worker: Worker): Promise<void> {
  const data = { code: '123456', link: 'https://shop.example/verify?token=x', minutes: 10 }
  await inTransaction(testApp.db, (tx) => worker.queueMail(tx, { template: 'recovery', to, data }))
}
const rows = () => testApp.db.selectFrom('outgoing_messages').selectAll().orderBy('created_at', 'desc').execute()
/** Counts how often the newest message was postponed. */
async function postponements(): Promise<number> {
  const [newest] = await rows()
  return events.filter(({ event, message_id }) => event === 'message_postponed' && message_id === newest?.id).length
}
const receivedBy = (address: string) => mail.received.filter(({ to }) => to === address)

test('a mail is sent as text and HTML, from the configured sender, and its content is deleted', async () => {
  const to = newAddress()
  await queueTo(to, startWorker())
  const received = await mail.mailTo(to)
  expect(received).toMatchObject({ subject: 'Reset your password', code: '123456' })
  expect(received.link).toBe('https://shop.example/verify?token=x')
  expect(received.html).toContain('123456')
  await expect.poll(async () => (await rows())[0]).toMatchObject({ content: null, failed_at: null })
  expect((await rows())[0]?.sent_at).toBeInstanceOf(Date)
})

test('while it waits, the database contains neither recipient nor code', async () => {
  mail.refuseWith = 451
  const to = newAddress()
  await queueTo(to, startWorker())
  const { content } = (await rows())[0] ?? {}
  expect(content?.length).toBeGreaterThan(100)
  for (const text of [to, '123456', 'verify']) expect(content?.includes(text)).toBe(false)
})

test('a waiting mail is stored without its HTML', async () => {
  mail.refuseWith = 451
  const to = newAddress()
  await queueTo(to, startWorker())
  await expect.poll(postponements).toBeGreaterThan(0)
  const [row] = await rows()
  if (!row?.content) throw new Error('no mail waits')
  const key = messageKey(testApp.deps.secrets)
  const message = unsealMessage(key, row.id, row.content)
  expect(row.content.length).toBeLessThan(JSON.stringify(message).length / 2)
  mail.refuseWith = undefined
  await makeTasksDue(testApp.db)
  expect((await mail.mailTo(to)).code).toBe('123456')
})

test('a rolled back transaction sends no mail', async () => {
  const to = newAddress()
  const worker = startWorker()
  const attempt = inTransaction(testApp.db, async (tx) => {
    await worker.queueMail(tx, { template: 'password_changed', to, data: {} })
    throw new Error('no')
  })
  await expect(attempt).rejects.toThrow('no')
  await queueTo(newAddress(), worker)
  await expect.poll(async () => (await rows())[0]?.sent_at).toBeInstanceOf(Date)
  expect(receivedBy(to)).toEqual([])
})

test('ten workers send each of 60 mails once', async () => {
  const all = Array.from({ length: 60 }, newAddress)
  const team = Array.from({ length: 10 }, () => startWorker())
  await Promise.all(all.map((to, at) => queueTo(to, team[at % team.length] as Worker)))
  await expect.poll(() => all.every((to) => receivedBy(to).length > 0), { timeout: 60_000 }).toBe(true)
  await Promise.all(team.map((worker) => worker.close()))
  expect(all.map((to) => receivedBy(to).length)).toEqual(all.map(() => 1))
})

test('a busy mail server is retried with growing pauses, under the same message id', async () => {
  mail.refuseWith = 451
  const to = newAddress()
  const worker = startWorker()
  await queueTo(to, worker)
  /** Returns the milliseconds until the mail is due again, after this many attempts. */
  const pauseAfter = async (attempts: number) => {
    const read = () =>
      sql<{ pause: number }>`
        select extract(epoch from run_at - now())::float8 * 1000 as pause from graphile_worker.jobs
        where locked_at is null and attempts = ${attempts}`.execute(testApp.db)
    await expect.poll(async () => (await read()).rows).toHaveLength(1)
    return (await read()).rows[0]?.pause ?? 0
  }
  const pauses: number[] = []
  for (const attempts of [1, 2, 3]) {
    pauses.push(await pauseAfter(attempts))
    if (attempts === 3) mail.refuseWith = undefined
    await makeTasksDue(testApp.db)
  }
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(pauses[2]).toBeGreaterThan(2 * (pauses[0] ?? 0))
  const [{ id } = { id: '' }] = await rows()
  expect((await mail.mailTo(to)).messageId).toContain(id)
})

test('a mail whose sender is refused waits, and is sent once the operator has fixed the setting', async () => {
  mail.refuseWith = 550
  mail.refuses = 'sender'
  const to = newAddress()
  await queueTo(to, startWorker())
  await expect.poll(() => events.map(({ event }) => event)).toContain('message_postponed')
  mail.refuseWith = undefined
  await makeTasksDue(testApp.db)
  expect((await mail.mailTo(to)).code).toBe('123456')
})

test.each(['recipient', 'content'] as const)('a permanent refusal of the %s is not retried', async (what) => {
  mail.refuseWith = 550
  mail.refuses = what
  const to = newAddress()
  await queueTo(to, startWorker())
  await expect.poll(async () => (await rows())[0]?.failed_at).toBeInstanceOf(Date)
  expect((await rows())[0]).toMatchObject({ content: null, sent_at: null })
  expect(events).toContainEqual(expect.objectContaining({ event: 'message_refused', channel: 'mail' }))
  expect(JSON.stringify(events)).not.toContain(to)
})

test('an expired mail is not sent', async () => {
  const worker = startWorker({ smtpUrl: 'smtp://127.0.0.1:1' })
  const to = newAddress()
  await queueTo(to, worker)
  await expect.poll(() => events.some(({ event }) => event === 'message_postponed')).toBe(true)
  await worker.close()
  offsetMs = 25 * 3600 * 1000
  startWorker()
  await makeTasksDue(testApp.db)
  await expect.poll(async () => (await rows())[0]?.failed_at).toBeInstanceOf(Date)
  expect(receivedBy(to)).toEqual([])
})

/** Refuses the attempts that are held, whose worker no longer waits for the answer; later ones are accepted. */
async function refuseHeld(release: () => void): Promise<void> {
  mail.refuseWith = 451
  release()
  await expect.poll(() => contents.arrived - contents.answered, { interval: 5 }).toBe(0)
  mail.refuseWith = undefined
}

const isTaken = () =>
  expect
    .poll(
      async () => (await sql`select from graphile_worker.jobs where locked_at is not null`.execute(testApp.db)).rows,
      {
        timeout: 60_000,
      },
    )
    .toHaveLength(1)

test('a killed worker loses nothing: another one sends its messages within half a minute', async () => {
  let release = () => {}
  held = new Promise((resolve) => {
    release = resolve
  })
  const to = newAddress()
  const program = fileURLToPath(new URL('../../../tests/support/mail-worker.ts', import.meta.url))
  const task = { connection: testApp.connection, config: settings(), secrets: testApp.deps.secrets }
  const doomed: ChildProcess = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: 'ignore' })
  const queuing = startWorker({ smtpUrl: mail.url })
  await queuing.close()
  await inTransaction(testApp.db, (tx) => queuing.queueMail(tx, { template: 'password_changed', to, data: {} }))
  await isTaken()
  await expect.poll(() => contents.arrived).toBeGreaterThan(0)
  // While the process lives, no other takes its tasks, however long they run.
  startWorker()
  await new Promise((resolve) => setTimeout(resolve, 25_000))
  await isTaken()
  doomed.kill('SIGKILL')
  await once(doomed, 'exit')
  await refuseHeld(release)
  expect(receivedBy(to)).toEqual([])
  await expect.poll(() => receivedBy(to), { timeout: 60_000 }).toHaveLength(1)
  await expect.poll(async () => (await rows())[0]?.sent_at).toBeInstanceOf(Date)
})

test('a stop does not wait for a mail server that hangs; the mail is not lost', async () => {
  let release = () => {}
  held = new Promise((resolve) => {
    release = resolve
  })
  const to = newAddress()
  const worker = startWorker()
  await queueTo(to, worker)
  await expect.poll(() => contents.arrived).toBeGreaterThan(0)
  const beganAt = performance.now()
  await worker.close()
  expect(performance.now() - beganAt).toBeLessThan(9_000)
  expect((await rows())[0]).toMatchObject({ sent_at: null, failed_at: null })
  await refuseHeld(release)
  startWorker()
  await makeTasksDue(testApp.db)
  await mail.mailTo(to)
  expect(receivedBy(to)).toHaveLength(1)
})

describe('text messages', () => {
  let sink: Server
  let responseStatus = 201
  const requests: { request: IncomingMessage; body: URLSearchParams }[] = []
  beforeAll(async () => {
    sink = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      requests.push({ request, body: new URLSearchParams(Buffer.concat(chunks).toString()) })
      response.writeHead(responseStatus, { 'content-type': 'application/json' }).end('{"sid":"SM1"}')
    }).listen(0, '127.0.0.1')
    await once(sink, 'listening')
  })
  afterAll(() => void sink.close())
  beforeEach(() => {
    requests.length = 0
    responseStatus = 201
  })

  const startSmsWorker = (from = '+15550001111'): Worker => {
    const apiUrl = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`
    return startWorker({ smtpUrl: undefined, twilio: { accountSid: 'AC123', authToken: 'secret', from, apiUrl } })
  }
  async function send(worker: Worker): Promise<void> {
    await inTransaction(testApp.db, (tx) =>
      worker.queueSms(tx, { to: '4915112345678', text: 'Your code is 123456', lifeSeconds: 60 }),
    )
  }

  test("are posted in Twilio's form", async () => {
    await send(startSmsWorker())
    await expect.poll(() => requests.length).toBe(1)
    expect(requests[0]?.request).toMatchObject({ method: 'POST', url: '/2010-04-01/Accounts/AC123/Messages.json' })
    expect(requests[0]?.request.headers.authorization).toBe(`Basic ${Buffer.from('AC123:secret').toString('base64')}`)
    expect(Object.fromEntries(requests[0]?.body ?? [])).toEqual({
      To: '+4915112345678',
      From: '+15550001111',
      Body: 'Your code is 123456',
    })
  })

  test('may come from a messaging service', async () => {
    const service = `MG${'0'.repeat(32)}`
    await send(startSmsWorker(service))
    await expect.poll(() => requests[0]?.body.get('MessagingServiceSid')).toBe(service)
  })

  test.each([
    [400, 'message_refused'],
    [429, 'message_postponed'],
    [500, 'message_postponed'],
    [302, 'message_postponed'],
  ])('status %i is logged as %s', async (status, event) => {
    responseStatus = status
    await send(startSmsWorker())
    await expect.poll(() => events).toContainEqual(expect.objectContaining({ event, channel: 'sms' }))
  })

  test('a code that has expired meanwhile is not sent', async () => {
    responseStatus = 500
    const worker = startSmsWorker()
    await send(worker)
    await expect.poll(() => requests.length).toBe(1)
    offsetMs = 61_000
    await makeTasksDue(testApp.db)
    await expect
      .poll(() => events)
      .toContainEqual(expect.objectContaining({ event: 'message_too_late', channel: 'sms' }))
    expect(requests).toHaveLength(1)
  })
})
