import { RESPONSE_FRESH_SECONDS, RESPONSE_STALE_SECONDS } from '../../../shared/catalog/constants.ts'
import type { AfterChange } from '../../../shared/catalog/schema.ts'
import { readyResponse } from '../../platform/data/ready-response.ts'
import { sendReady } from '../../platform/data/send-ready.ts'
import type { FastPath } from '../../platform/fast-path/fast-path.ts'
import { FAST_ROUTES } from '../../platform/fast-path/fast-routes.ts'
import { keptSource } from '../../platform/fast-path/kept-source.ts'
import { begunRequest } from '../../platform/http/begun-requests.ts'
import { routesFor } from '../../platform/http/guards.ts'
import type { KeptResponses } from './products/catalog-changes.ts'
import { type CatalogPublicDeps, type PublicRead, publicReads } from './public-reads.ts'
import { recognizePlain } from './recognize-plain.ts'

/** Browsers revalidate each time, mostly with a 304; a CDN in front absorbs peaks of load. */
const CACHE_CONTROL = `public, max-age=0, s-maxage=${RESPONSE_FRESH_SECONDS}, stale-while-revalidate=${RESPONSE_STALE_SECONDS}`
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': CACHE_CONTROL }

type Given = Parameters<PublicRead['run']>[0]

export interface CatalogRoutesDeps extends CatalogPublicDeps {
  responses: KeptResponses
  fastPath: FastPath
}

/** The public catalog: the same for every visitor. Responses are kept until what they show changes. */
export const catalogPublicRoutes = routesFor('public', (app, { responses, fastPath, ...deps }: CatalogRoutesDeps) => {
  const kept = keptSource(responses, fastPath)
  const reads = publicReads(deps)
  async function respond(read: PublicRead, given: Given, address: string) {
    const response = await responses.get(address, () => load(read, given), { crowd: read.isCrowd?.(given) })
    // Most are sent once: only what is sent again is worth the best compression.
    return { response, once: response.isFirstSent() }
  }

  for (const read of reads) {
    const { path, summary, params, query, result } = read
    const schema = { summary, params, querystring: query, response: { 200: result } }
    // HEAD has a route of its own: the framework's gives a 304 a length.
    for (const method of ['HEAD', 'GET'])
      app.route({
        method,
        url: path,
        schema: { ...schema, hide: method === 'HEAD' },
        compress: false,
        handler: async (request, reply) => {
          const failed = begunRequest(request.raw)
          if (failed) throw failed.error
          const { after_change } = request.query as AfterChange
          // A user who has changed something reads what is there now, and nothing that was kept.
          if (after_change) return sendReady(request, reply, (await load(read, request)).response, { once: true })
          const address = addressOf(read, request)
          const { response, once } = await respond(read, request, address)
          fastPath.remember(request, kept, address)
          return sendReady(request, reply, response, { once })
        },
      })
  }

  const recognize = recognizePlain(reads.filter(({ path }) => FAST_ROUTES.has(path)))
  fastPath.recognize((url) => {
    const found = recognize(url)
    if (!found) return undefined
    const { read, given } = found
    const address = addressOf(read, given)
    return {
      route: read.path,
      peek: (...given) => kept.peek(address, ...given),
      compute: async (acceptEncoding) => {
        const { response, once } = await respond(read, given, address)
        return kept.prepare(response, acceptEncoding, { once })
      },
    }
  })
})

async function load({ run, result }: PublicRead, given: Given) {
  const { value, dependsOn } = await run(given)
  const body = JSON.stringify(result.parse(value))
  return { response: readyResponse({ status: 200, headers: HEADERS, body }), dependsOn }
}

/** Returns the address of a response in one form: without parameters that it does not depend on, in one order. */
function addressOf({ path, query: schema }: PublicRead, { params, query }: Given): string {
  const values = params as Record<string, string>
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const given = query as Record<string, unknown>
  let kept: URLSearchParams | undefined
  for (const name in schema.shape) {
    if (given[name] === undefined) continue
    kept ??= new URLSearchParams()
    kept.set(name, String(given[name]))
  }
  return kept ? `${address}?${kept}` : address
}
