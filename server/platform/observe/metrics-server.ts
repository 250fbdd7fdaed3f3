import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import { reasonOf } from '../../../db/failures.ts'
import type { Db } from '../../../db/tables.ts'
import type { Config } from '../config/config.ts'
import { isLoopback } from '../config/loopback.ts'
import { EVERY_RESPONSE_HEADERS } from '../http/security-headers.ts'
import type { Metrics } from './metrics.ts'

const REQUEST_TIMEOUT_MS = 5_000

/** Serves metrics where the settings name a port. Throws an Error that names the settings when it cannot listen there. */
export async function openMetrics(
  place: Config['metrics'],
  deps: { db: Db; log: (message: string) => void },
): Promise<{ metrics?: Metrics; close(): Promise<void> }> {
  if (!place) return { close: async () => {} }
  // Imported here: servers without metrics do not load their library.
  const { createMetrics } = await import('./metrics.ts')
  const metrics = createMetrics(deps)
  const server = await serveMetrics(metrics, place).catch((cause: unknown) => {
    metrics.close()
    throw new Error(`${reasonOf(cause)}. Set METRICS_PORT to a free port of METRICS_HOST.`, { cause })
  })
  deps.log(`metrics: http://${isIPv6(place.host) ? `[${place.host}]` : place.host}:${server.port}/metrics`)
  return {
    metrics,
    async close() {
      await server.close()
      metrics.close()
    },
  }
}

/** Serves `/metrics`, and nothing else, on its own port; returns the port. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'read' | 'contentType'>,
  { port, host }: { port: number; host: string },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    response.setHeaders(new Headers(EVERY_RESPONSE_HEADERS))
    if (request.url?.split('?', 1)[0] !== '/metrics') return void response.writeHead(404).end()
    // A page of another name that resolves to this machine (DNS rebinding) reads nothing.
    if (isLoopback(host) && !isLoopback(nameIn(request.headers.host))) return void response.writeHead(404).end()
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end()
    metrics.read().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  // Exclusive, although the processes of a cluster share their public port.
  server.listen({ port, host, exclusive: true })
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function nameIn(header = ''): string {
  return header.replace(/:\d{1,5}$/, '')
}
