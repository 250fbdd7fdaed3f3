import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const ASK_EVERY_MS = 200
/** How long a request waits for a process that is ready, as `lb_try_duration` in deploy/Caddyfile. */
const TRY_FOR_MS = 5_000
const TRY_EVERY_MS = 100
/** They speak of one connection, not of the message. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade']

interface Upstream {
  port: number
  ready: boolean
}

export interface LoadBalancer {
  close(): Promise<void>
}

/**
 * A load balancer as small as can be: takes turns among the processes that say they are ready, and asks another one
 * when a process gave no answer to a request that changes nothing, or did not take the connection at all. While none is
 * ready, requests wait: the one that ends may have said so before the one that has just begun was asked.
 */
export async function startLoadBalancer(port: number, upstreamPorts: readonly number[]): Promise<LoadBalancer> {
  const upstreams: Upstream[] = upstreamPorts.map((upstreamPort) => ({ port: upstreamPort, ready: false }))
  const agent = new Agent({ keepAlive: true })
  const forward = createForward(takeTurns(upstreams), agent)

  const closing = new AbortController()
  const watch = async (upstream: Upstream) => {
    upstream.ready = await isReady(upstream.port)
    // One question after the other, so that an old answer never counts for more than a newer one.
    void sleep(ASK_EVERY_MS, undefined, { signal: closing.signal }).then(
      () => watch(upstream),
      () => {},
    )
  }
  const server = createServer((from, to) => {
    // The servers believe this name, so nobody else may choose it.
    from.headers['x-request-id'] = randomUUID()
    void forward(from, to)
  }).listen(port, '127.0.0.1')
  await Promise.all([once(server, 'listening'), ...upstreams.map(watch)])
  return {
    async close() {
      closing.abort()
      server.closeAllConnections()
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Waits for a process that is ready, at most until then; those that were tried come last. */
type NextReady = (tried: Set<Upstream>, until: number) => Promise<Upstream | undefined>

function takeTurns(upstreams: readonly Upstream[]): NextReady {
  let turn = 0

  function choose(tried: Set<Upstream>): Upstream | undefined {
    const candidates = upstreams.filter((upstream) => upstream.ready && !tried.has(upstream))
    return candidates[turn++ % candidates.length]
  }

  return async (tried, until) => {
    for (; performance.now() < until; await sleep(TRY_EVERY_MS)) {
      const upstream = choose(tried)
      if (upstream) return upstream
      // Also one that did not answer before: it may be another process by now.
      tried.clear()
    }
    return undefined
  }
}

function createForward(nextReady: NextReady, agent: Agent) {
  return async function forward(
    from: IncomingMessage,
    to: ServerResponse,
    tried = new Set<Upstream>(),
    until = performance.now() + TRY_FOR_MS,
  ): Promise<void> {
    const upstream = await nextReady(tried, until)
    if (!upstream) {
      to.writeHead(503).end()
      return
    }
    if (to.destroyed) return
    tried.add(upstream)
    const repeatable = from.method === 'GET' || from.method === 'HEAD'
    const out = request({
      ...{ host: '127.0.0.1', port: upstream.port, method: from.method, path: from.url },
      headers: { ...withoutHops(from.headers), 'x-forwarded-for': from.socket.remoteAddress },
      // A kept connection may be closed at any moment: only for what can be asked again.
      agent: repeatable ? agent : false,
    })
    let began = false
    out.once('response', (answer) => {
      to.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers))
      answer.once('error', () => to.destroy())
      answer.pipe(to)
    })
    out.once('error', () => {
      if (!began && !out.reusedSocket) upstream.ready = false
      if (to.headersSent) to.destroy()
      else if (repeatable || !began) void forward(from, to, out.reusedSocket ? new Set() : tried, until)
      else to.writeHead(502).end()
    })
    to.once('close', () => {
      if (!to.writableFinished) out.destroy()
    })
    if (repeatable) out.end()
    // The body is not touched before somebody takes it.
    else
      out.once('socket', (socket) =>
        socket.once('connect', () => {
          began = true
          from.pipe(out)
        }),
      )
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}

function withoutHops(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)))
}
