import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** What came of a request. */
export interface Answer {
  /** 0: no whole answer came. */
  status: number
  headers: IncomingHttpHeaders
  text: string
  ms: number
  /** Why no answer came. */
  failure?: string
  /** Nobody listened: the request reached nobody. */
  refused: boolean
  /** No answer on a connection that had served before: it may have been closed as idle while the request was sent. */
  reused: boolean
}

export interface Sending {
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON, except bytes, which go as they are. */
  body?: unknown
  timeoutMs?: number
}

/** Sends requests to one server and never throws. */
export interface Client {
  send(path: string, sending?: Sending): Promise<Answer>
  close(): void
}

/** `keepAlive`: connections are used again, as browsers and load balancers do. */
export function createClient(origin: string, options: { keepAlive: boolean; maxSockets?: number }): Client {
  const maxSockets = options.maxSockets ?? 10_000
  const agent = new Agent({
    keepAlive: options.keepAlive,
    maxSockets,
    maxFreeSockets: maxSockets,
    scheduling: 'lifo',
  })
  return { send: (path, sending = {}) => send(agent, new URL(path, origin), sending), close: () => agent.destroy() }
}

function send(agent: Agent, url: URL, { method = 'GET', headers, body, timeoutMs = 30_000 }: Sending): Promise<Answer> {
  const bytes = body === undefined || body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body))
  const type = bytes && bytes !== body ? { 'content-type': 'application/json' } : {}
  const length = bytes ? { 'content-length': String(bytes.byteLength) } : {}
  const beganAt = performance.now()
  return new Promise((resolve) => {
    let text = ''
    let status = 0
    const outgoing = request(url, { agent, method, headers: { ...type, ...length, ...headers } })
    const done = (end: Partial<Answer>) => {
      clearTimeout(timer)
      const none = { status: 0, headers: {}, text, refused: false, reused: outgoing.reusedSocket }
      resolve({ ...none, ms: performance.now() - beganAt, ...end })
    }
    const fail = (error: NodeJS.ErrnoException) =>
      done({ failure: `${error.code ?? error.message}`, refused: error.code === 'ECONNREFUSED' })
    const timer = setTimeout(() => outgoing.destroy(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs)
    outgoing.on('error', fail)
    outgoing.on('response', (incoming) => {
      status = incoming.statusCode ?? 0
      incoming.setEncoding('utf8')
      incoming.on('data', (part: string) => {
        text += part
      })
      incoming.on('error', fail)
      incoming.on('end', () => done({ status, headers: incoming.headers }))
    })
    outgoing.end(bytes)
  })
}

/** Whether a change was made: 503 and silence leave it open, as the connection to the database may break at its commit. */
export function effectOf(answer: Answer): 'yes' | 'no' | 'either' {
  if (answer.refused) return 'no'
  if (answer.status === 0 || answer.status >= 500) return 'either'
  return answer.status < 300 ? 'yes' : 'no'
}
