import type { FastifyReply, FastifyRequest } from 'fastify'
import { RESPONSE_FRESH_SECONDS, RESPONSE_STALE_SECONDS } from '../../shared/catalog/constants.ts'
import { hashOf, isUnchanged } from '../http/etag.ts'
import { routesFor } from '../http/guards.ts'
import { type CatalogPublicDeps, publicReads } from './public-reads.ts'

/** Browsers revalidate each time, mostly with a 304; a CDN in front absorbs peaks of load. */
const CACHE_CONTROL = `public, max-age=0, s-maxage=${RESPONSE_FRESH_SECONDS}, stale-while-revalidate=${RESPONSE_STALE_SECONDS}`

/** The public catalog: the same for every visitor. */
export const catalogPublicRoutes = routesFor('public', (app, deps: CatalogPublicDeps) => {
  app.addHook('onSend', nameContent)
  for (const { path, summary, params, query, result, run } of publicReads(deps)) {
    const schema = { summary, params, querystring: query, response: { 200: result } }
    app.get(path, { schema }, (request) => run(request))
  }
})

/** Sends each response with an ETag of its content, and 304 to a client that already has it. */
async function nameContent(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof body !== 'string') return body
  const etag = `W/"${hashOf(body)}"`
  reply.headers({ 'cache-control': CACHE_CONTROL, etag })
  if (!isUnchanged(request.headers['if-none-match'], etag.slice(2))) return body
  reply.code(304)
  // An empty body would have a content-length; HEAD does not accept null.
  return request.method === 'HEAD' ? '' : null
}
