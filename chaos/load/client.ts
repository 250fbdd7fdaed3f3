import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** A response, or the reason for its absence. */
export interface Outcome {
  /** 0 without a complete response. */
  status: number
  headers: IncomingHttpHeaders
  text: string
  ms: number
  /** The reason for status 0. */
  failure?: string
  /** The connection was refused, so the request reached no server. */
  refused: boolean
  /** Sent on a keep-alive connection, which the server may have been closing as idle. */
  reused: boolean
}

export interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON, unless it is bytes. */
  body?: unknown
  timeoutMs?: number
}

/** Sends requests to one server; failures are outcomes, not errors. */
export interface Client {
  send(path: string, options?: RequestOptions): Promise<Outcome>
  close(): void
}

/** Creates a client. `keepAlive` reuses connections, as browsers and load balancers do. */
export function createClient(origin: string, options: { keepAlive: boolean; maxSockets?: number }): Client {
  const maxSockets = options.maxSockets ?? 10_000
  const agent = new Agent({
    keepAlive: options.keepAlive,
    maxSockets,
    maxFreeSockets: maxSockets,
    scheduling: 'lifo',
  })
  return { send: (path, options = {}) => send(agent, new URL(path, origin), options), close: () => agent.destroy() }
}

function send(
  agent: Agent,
  url: URL,
  { method = 'GET', headers, body, timeoutMs = 30_000 }: RequestOptions,
): Promise<Outcome> {
  const bytes = body === undefined || body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body))
  const type = bytes && bytes !== body ? { 'content-type': 'application/json' } : {}
  const length = bytes ? { 'content-length': String(bytes.byteLength) } : {}
  const startedAt = performance.now()
  return new Promise((resolve) => {
    let text = ''
    let status = 0
    const outgoing = request(url, { agent, method, headers: { ...type, ...length, ...headers } })
    const done = (end: Partial<Outcome>) => {
      clearTimeout(timer)
      const none = { status: 0, headers: {}, text, refused: false, reused: outgoing.reusedSocket }
      resolve({ ...none, ms: performance.now() - startedAt, ...end })
    }
    const fail = (error: NodeJS.ErrnoException) =>
      done({ failure: `${error.code ?? error.message}`, refused: error.code === 'ECONNREFUSED' })
    const timer = setTimeout(() => outgoing.destroy(new Error(`no response within ${timeoutMs} ms`)), timeoutMs)
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

/** Returns `either` after a 5xx or without a response, since the change may have been committed. */
export function effectOf(outcome: Outcome): 'yes' | 'no' | 'either' {
  if (outcome.refused) return 'no'
  if (outcome.status === 0 || outcome.status >= 500) return 'either'
  return outcome.status < 300 ? 'yes' : 'no'
}
