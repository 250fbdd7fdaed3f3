import { z } from 'zod'
import { CROSS_ORIGIN } from '../../../platform/http/cors.ts'
import { type App, routesFor } from '../../../platform/http/guards.ts'
import { bucketNotFound, objectNotFound } from '../errors.ts'
import { findBucket } from './bucket-queries.ts'
import { type Actor, actorOf, type StorageDeps } from './deps.ts'
import { findReadable } from './object-queries.ts'
import { describeObject, etagOf } from './object-view.ts'
import { addressSchema, infoQuerySchema, readQuerySchema } from './request-schema.ts'
import { sendFound } from './send-object.ts'

const ANONYMOUS: Actor = { kind: 'anonymous' }
const SERVICE: Actor = { kind: 'service' }
/** Bytes are sent as stored: length, ETag and ranges refer to them. */
const asStored = { compress: false } as const

/** Reading files. Objects outside public buckets need an `Authorization` or a signed address. */
export const readPublicRoutes = routesFor('public', (app, deps: StorageDeps) => {
  openRoutes(app, deps)
  signedRoute(app, deps)
  infoRoutes(app, deps)
  serviceRoutes(app, deps)
})

function openRoutes(app: App, deps: StorageDeps): void {
  const { db, storage, freshness, fastPath } = deps
  const read = { params: addressSchema, querystring: readQuerySchema }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/object/public/:bucket/*',
    ...asStored,
    config: { isFile: true },
    schema: read,
    handler: async (request, reply) => {
      const { bucket, '*': key } = request.params
      const begin = () => {
        const isFresh = freshness.follow(bucket, key)
        return (body: Buffer) => fastPath.remember(request, reply, body, isFresh)
      }
      if (!(await findBucket(db, bucket))?.public) throw bucketNotFound()
      reply.headers(CROSS_ORIGIN)
      return sendFound(reply, storage, () => findReadable(db, ANONYMOUS, bucket, key), request.query, begin)
    },
  })

  // With an authorization, or without one in a public bucket.
  for (const url of ['/object/:bucket/*', '/object/authenticated/:bucket/*']) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      ...asStored,
      schema: read,
      handler: async (request, reply) => {
        const { bucket, '*': key } = request.params
        const isOpen = !request.headers.authorization && (await findBucket(db, bucket))?.public
        if (isOpen) reply.headers(CROSS_ORIGIN)
        const actor = isOpen ? ANONYMOUS : await actorOf(request, deps)
        return sendFound(reply, storage, () => findReadable(db, actor, bucket, key), request.query)
      },
    })
  }
}

function signedRoute(app: App, { db, storage, addresses }: StorageDeps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/object/sign/:bucket/*',
    ...asStored,
    schema: { params: addressSchema, querystring: readQuerySchema.extend({ token: z.string().max(4096) }) },
    handler: async (request, reply) => {
      const { bucket, '*': key } = request.params
      const expiresAt = await addresses.checkDownload(`${bucket}/${key}`, request.query.token)
      reply.header('expires', new Date(expiresAt * 1000).toUTCString())
      return sendFound(reply, storage, () => findReadable(db, SERVICE, bucket, key), request.query)
    },
  })
}

function infoRoutes(app: App, deps: StorageDeps): void {
  const schema = { params: addressSchema, querystring: infoQuerySchema }

  for (const access of ['', 'authenticated/', 'public/']) {
    app.get(`/object/info/${access}:bucket/*`, { schema }, async (request, reply) => {
      const { bucket, '*': key } = request.params
      const actor = access === 'public/' ? ANONYMOUS : await actorOf(request, deps)
      const object = await findReadable(deps.db, actor, bucket, key)
      if (!object) throw objectNotFound()
      // The headers that a GET would have.
      reply.headers({ etag: etagOf(object), 'last-modified': object.updated_at.toUTCString() })
      return describeObject(object)
    })
  }
}

function serviceRoutes(app: App, { storage }: StorageDeps): void {
  app.get('/status', async () => {
    await storage.blobs.check()
    return { status: 'ok' }
  })
  app.get('/version', async () => ({ version: 'openstall' }))
}
