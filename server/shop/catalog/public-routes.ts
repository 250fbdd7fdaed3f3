import { RESPONSE_FRESH_SECONDS, RESPONSE_STALE_SECONDS } from '../../../shared/catalog/constants.ts'
import type { AfterChange } from '../../../shared/catalog/schema.ts'
import type { FastPath } from '../../platform/fast-path/fast-path.ts'
import { type ReadyResponse, readyResponse, sendOnce, sendStored } from '../../platform/fast-path/ready-response.ts'
import { routesFor } from '../../platform/http/guards.ts'
import type { CatalogChanges } from './products/catalog-changes.ts'
import { type CatalogPublicDeps, type PublicRead, publicReads, runRead } from './public-reads.ts'

/** Browsers revalidate each time, mostly with a 304; a CDN in front absorbs peaks of load. */
const CACHE_CONTROL = `public, max-age=0, s-maxage=${RESPONSE_FRESH_SECONDS}, stale-while-revalidate=${RESPONSE_STALE_SECONDS}`
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': CACHE_CONTROL }

type ReadInput = Parameters<PublicRead['run']>[1]

interface CatalogRoutesDeps extends CatalogPublicDeps {
  changes: CatalogChanges
  fastPath: FastPath
}

/** The public catalog, the same for every visitor. Responses are cached until one of their tags changes. */
export const catalogPublicRoutes = routesFor('public', (app, { changes, fastPath, ...deps }: CatalogRoutesDeps) => {
  const load = async (read: PublicRead, input: ReadInput): Promise<ReadyResponse> => {
    const { value, tags } = await runRead(deps, read, input)
    return readyResponse({ status: 200, headers: HEADERS, body: JSON.stringify(value), tags: new Set(tags) })
  }
  for (const read of publicReads(deps)) {
    const { path, summary, params, query, result, isLowPriority } = read
    const schema = { summary, params, querystring: query, response: { 200: result } }
    // HEAD has its own route: the framework's gives a 304 a length.
    for (const method of ['HEAD', 'GET'])
      app.route({
        method,
        url: path,
        schema: { ...schema, hide: method === 'HEAD' },
        compress: false,
        handler: async (request, reply) => {
          const { after_change } = request.query as AfterChange
          // After their own change users read current data, not cached responses.
          if (after_change) return sendOnce(request, reply, await load(read, request))
          const cache = isLowPriority?.(request) ? changes.lowPriority : changes.responses
          const key = addressOf(read, request)
          return sendStored(request, reply, { cache, key, load: () => load(read, request), fastPath })
        },
      })
  }
})

/** Normalises the address of a response: only parameters it depends on, in one order. */
function addressOf({ path, query: schema }: PublicRead, { params, query }: ReadInput): string {
  const values = params as Record<string, string>
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const parameters = query as Record<string, unknown>
  const used = Object.keys(schema.shape).filter((name) => parameters[name] !== undefined)
  if (!used.length) return address
  return `${address}?${new URLSearchParams(used.map((name) => [name, String(parameters[name])]))}`
}
