import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { type Connection, connectDatabase, TIMEOUTS } from '../../db/connect.ts'

// Imitates pgbouncer in transaction mode, with one database connection for all clients.

export interface TransactionPooler {
  /** The value for `DATABASE_URL`. */
  url: string
  close(): void
}

interface Options {
  /** Like pgbouncer from 1.21 on: prepared statements of each client keep their names. */
  keepsStatements: boolean
  /** Otherwise it refuses clients that set timeouts. */
  ignoresTimeouts?: boolean
}

const SSL_REQUEST = 80_877_103
const READY = frame('Z', Buffer.from('I'))

/** Starts a pooler in front of a test database. */
export async function startTransactionPooler(connection: Connection, options: Options): Promise<TransactionPooler> {
  const shared = await openShared(connection)
  const clients = new Set<Socket>()
  const waiting: { client: Socket; message: Buffer }[] = []
  let owner: Socket | undefined
  let unanswered = 0

  /** Forwards messages of the connection's owner, and of the next client once there is no owner. */
  function forward(): void {
    for (let index = 0; index < waiting.length; ) {
      const { client, message } = waiting[index] ?? {}
      if (client && message && (owner ?? client) === client) {
        owner = client
        waiting.splice(index, 1)
        if ('QS'.includes(typeOf(message))) unanswered++
        shared.write(message)
      } else index++
    }
  }

  readFrames(shared, (message) => {
    owner?.write(message)
    if (typeOf(message) !== 'Z' || --unanswered > 0 || message.at(-1) !== READY.at(-1)) return
    owner = undefined
    forward()
  })

  let opened = 0
  const server = createServer((client) => {
    const name = `${++opened}_`
    clients.add(client)
    client.on('error', () => {})
    client.on('close', () => clients.delete(client))
    client.once('readable', async () => {
      if (!(await welcome(client, options))) return
      readFrames(client, (message) => {
        if (typeOf(message) === 'X') return
        waiting.push({ client, message: options.keepsStatements ? renamed(message, name) : message })
        forward()
      })
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  const { user, database } = parametersOf(connection)
  return {
    url: `postgres://${user}@127.0.0.1:${port}/${database}`,
    close() {
      for (const client of clients) client.destroy()
      server.close()
      shared.destroy()
    },
  }
}

function parametersOf(connection: Connection): { user: string; database: string } {
  if (typeof connection !== 'string') return connection
  const { username, pathname } = new URL(connection)
  return { user: username, database: pathname.slice(1) }
}

/** Opens the database connection and completes its start-up. */
async function openShared(connection: Connection): Promise<Socket> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.removeAllListeners('data')
  return stream
}

/** Answers the first packet of a client; returns whether it may continue. */
async function welcome(client: Socket, { ignoresTimeouts }: Options): Promise<boolean> {
  const packet: Buffer = client.read()
  if (packet.readInt32BE(4) === SSL_REQUEST) {
    client.write('N')
    await once(client, 'readable')
    return welcome(client, { keepsStatements: false, ignoresTimeouts: ignoresTimeouts ?? false })
  }
  if (packet.includes('statement_timeout') && !ignoresTimeouts) {
    const fields = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0'
    client.end(frame('E', Buffer.from(fields)))
    return false
  }
  const key = Buffer.alloc(8, 1)
  client.write(Buffer.concat([frame('R', Buffer.alloc(4)), frame('K', key), READY]))
  return true
}

/** Calls `onFrame` with each message of the protocol that arrives. */
function readFrames(socket: Socket, onFrame: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes as Buffer])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const length = 1 + rest.readInt32BE(1)
      onFrame(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  })
}

/** Returns the message with its statement name, if any, prefixed for this client. */
function renamed(message: Buffer, prefix: string): Buffer {
  const type = typeOf(message)
  const body = message.subarray(5)
  const isOfStatement = type === 'P' || type === 'B' || ('DC'.includes(type) && body[0] === 'S'.charCodeAt(0))
  if (!isOfStatement) return message
  const at = type === 'P' ? 0 : type === 'B' ? body.indexOf(0) + 1 : 1
  // The unnamed statement is prepared anew each time.
  if (body[at] === 0) return message
  return frame(type, Buffer.concat([body.subarray(0, at), Buffer.from(prefix), body.subarray(at)]))
}

function typeOf(message: Buffer): string {
  return String.fromCharCode(message[0] ?? 0)
}

function frame(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

/** Sets the timeouts that a pooler does not pass on for the role, in this database only. */
export async function setRoleTimeouts(connection: Connection): Promise<void> {
  const db = connectDatabase(connection, { max: 1 })
  const { rows } = await sql<{ role: string; database: string }>`
    select current_user as role, current_database() as database`.execute(db)
  const [{ role, database } = { role: '', database: '' }] = rows
  for (const [timeout, ms] of Object.entries(TIMEOUTS))
    await sql`alter role ${sql.id(role)} in database ${sql.id(database)} set ${sql.raw(timeout)} = ${sql.lit(ms)}`.execute(
      db,
    )
  await db.destroy()
}
