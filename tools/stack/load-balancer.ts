import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import proxy from '@fastify/http-proxy'
import Fastify from 'fastify'

const CHECK_INTERVAL_MS = 200
const CHECK_TIMEOUT_MS = 2_000
/** The longest wait of a request for a ready server, as `lb_try_duration` in deploy/Caddyfile. */
const TRY_FOR_MS = 5_000
const TRY_INTERVAL_MS = 100
const RETRIED_METHODS = ['GET', 'HEAD']

interface Upstream {
  origin: string
  ready: boolean
}

export interface LoadBalancer {
  close(): Promise<void>
}

/**
 * Starts a small load balancer: requests go in turn to the ready servers and wait while there is none. Safe requests without
 * a response are retried on another server.
 */
export async function startLoadBalancer(port: number, upstreamPorts: readonly number[]): Promise<LoadBalancer> {
  const upstreams = upstreamPorts.map((upstreamPort) => ({ origin: `http://127.0.0.1:${upstreamPort}`, ready: false }))
  const nextReady = createRotation(upstreams)

  const app = Fastify({ forceCloseConnections: true })
  // Bodies are streamed.
  app.removeAllContentTypeParsers()
  await app.register(proxy, {
    // Required by the option's type; each request overrides it below.
    upstream: upstreams[0]?.origin ?? '',
    // A server may close a keep-alive connection during a request, and unsafe requests must not be retried.
    http: { agentOptions: { keepAlive: false } },
    replyOptions: {
      // The servers trust these headers, so clients must not set them.
      rewriteRequestHeaders: (request, headers) => ({
        ...headers,
        host: request.headers.host,
        'x-request-id': randomUUID(),
        'x-forwarded-for': request.ip,
      }),
      rewriteHeaders: ({ connection: _, 'keep-alive': __, ...headers }) => headers,
    },
    async handler(request, reply, path, options) {
      const until = performance.now() + TRY_FOR_MS
      const send = async (): Promise<void> => {
        const upstream = await nextReady(until)
        if (!upstream) return void reply.code(503).send()
        const onError = () => {
          upstream.ready = false
          if (RETRIED_METHODS.includes(request.method)) void send()
          else reply.code(502).send()
        }
        reply.from(path, { ...options, getUpstream: () => upstream.origin, onError })
      }
      await send()
      return reply
    },
  })

  const closing = new AbortController()
  await Promise.all(upstreams.map((upstream) => watch(upstream, closing.signal)))
  await app.listen({ port, host: '127.0.0.1' })
  return {
    async close() {
      closing.abort()
      await app.close()
    },
  }
}

/** Waits for a ready server until `until`, in ms. */
type NextReady = (until: number) => Promise<Upstream | undefined>

function createRotation(upstreams: readonly Upstream[]): NextReady {
  let turn = 0
  return async (until) => {
    for (; performance.now() < until; await sleep(TRY_INTERVAL_MS)) {
      const candidates = upstreams.filter(({ ready }) => ready)
      if (candidates.length) return candidates[turn++ % candidates.length]
    }
    return undefined
  }
}

/** Checks the server until `signal` is aborted, one check at a time; resolves after the first. */
async function watch(upstream: Upstream, signal: AbortSignal): Promise<void> {
  upstream.ready = await isReady(upstream.origin)
  void sleep(CHECK_INTERVAL_MS, undefined, { signal }).then(
    () => watch(upstream, signal),
    () => {},
  )
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) })).ok
  } catch {
    return false
  }
}
