import { z } from 'zod'
import { type App, routesFor } from '../../../platform/http/guards.ts'
import { MAX_SIGNED_SECONDS } from '../constants.ts'
import { objectNotFound } from '../errors.ts'
import { actorOf, type StorageDeps } from './deps.ts'
import { copyObject, moveObject, removeObjects } from './move-object.ts'
import { cacheControlSchema, metadataOf, typeSchema } from './object-metadata.ts'
import { findReadable, listReadable } from './object-queries.ts'
import { fullItem } from './object-view.ts'
import { addressSchema, notOffered } from './request-schema.ts'
import { checkUpload } from './store-object.ts'

const MAX_NAMES = 1000
const READS = { uncounted: true }
const name = z.string().min(1).max(1024)
const bucketParams = z.object({ bucket: z.string().max(200) })
const moveSchema = z.object({
  bucketId: z.string().min(1).max(100),
  sourceKey: name,
  destinationKey: name,
  destinationBucket: z.string().max(100).nullish(),
  sourceVersionId: notOffered,
})
/** A copy may have metadata of its own instead of its source's. */
const copySchema = moveSchema.extend({
  copyMetadata: z.boolean().nullish(),
  metadata: z
    .object({
      cacheControl: cacheControlSchema.optional(),
      mimetype: typeSchema.optional(),
      contentEncoding: z.literal('', 'is not offered').nullish(),
    })
    .nullish(),
})
const wholeSeconds = z.number().int().min(1).max(MAX_SIGNED_SECONDS)
/** One of the stock clients sends it as text. */
const seconds = z.union([
  wholeSeconds,
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(wholeSeconds),
])
const HIDDEN = 'Either the object does not exist or you do not have access to it'

export const managePublicRoutes = routesFor('public', (app, deps: StorageDeps) => {
  removeRoutes(app, deps)
  moveRoutes(app, deps)
  signRoutes(app, deps)
})

function removeRoutes(app: App, deps: StorageDeps): void {
  app.delete(
    '/object/:bucket',
    { schema: { params: bucketParams, body: z.object({ prefixes: z.array(name).min(1).max(MAX_NAMES) }) } },
    async (request) => {
      const actor = await actorOf(request, deps)
      const removal = { actor, bucket_id: request.params.bucket, names: request.body.prefixes }
      const removed = await removeObjects(deps, removal)
      return removed.map(fullItem)
    },
  )

  app.delete('/object/:bucket/*', { schema: { params: addressSchema } }, async (request) => {
    const { bucket: bucket_id, '*': key } = request.params
    const removed = await removeObjects(deps, { actor: await actorOf(request, deps), bucket_id, names: [key] })
    if (removed.length === 0) throw objectNotFound()
    return { message: 'Successfully deleted' }
  })
}

function moveRoutes(app: App, deps: StorageDeps): void {
  app.post('/object/move', { schema: { body: moveSchema } }, async (request) => {
    await moveObject(deps, await actorOf(request, deps), moveRequestOf(request.body))
    return { message: 'Successfully moved' }
  })

  app.post('/object/copy', { schema: { body: copySchema } }, async (request) => {
    const { copyMetadata, metadata } = request.body
    const move = moveRequestOf(request.body)
    const own = { cache_control: metadata?.cacheControl, mimetype: metadata?.mimetype }
    const { copy } = await copyObject(deps, await actorOf(request, deps), move, {
      upsert: request.headers['x-upsert'] === 'true',
      overrides: copyMetadata === false ? { ...own, user_metadata: metadataOf(request.headers) } : undefined,
    })
    return { Id: copy.object_id, Key: `${move.destination_bucket_id}/${move.destination}`, ...fullItem(copy) }
  })
}

function signRoutes(app: App, deps: StorageDeps): void {
  const { db, addresses } = deps

  /** Returns a signed address, not encoded: the client encodes all of it. */
  async function signedUrl(url: string, expiresIn: number): Promise<string> {
    return `/object/sign/${url}?token=${await addresses.signDownload(url, expiresIn)}`
  }

  app.post(
    '/object/sign/:bucket/*',
    { config: READS, schema: { params: addressSchema, body: z.object({ expiresIn: seconds, transform: notOffered }) } },
    async (request) => {
      const { bucket, '*': key } = request.params
      if (!(await findReadable(db, await actorOf(request, deps), bucket, key))) throw objectNotFound()
      return { signedURL: await signedUrl(`${bucket}/${key}`, request.body.expiresIn) }
    },
  )

  app.post(
    '/object/sign/:bucket',
    {
      config: READS,
      schema: {
        params: bucketParams,
        body: z.object({ expiresIn: seconds, paths: z.array(name).min(1).max(MAX_NAMES) }),
      },
    },
    async (request) => {
      const { bucket } = request.params
      const { paths, expiresIn } = request.body
      const found = await listReadable(db, await actorOf(request, deps), bucket, paths)
      const readable = new Set(found.map((one) => one.name))
      return Promise.all(
        paths.map(async (path) =>
          readable.has(path)
            ? { error: null, path, signedURL: await signedUrl(`${bucket}/${path}`, expiresIn) }
            : { error: HIDDEN, path, signedURL: null },
        ),
      )
    },
  )

  app.post('/object/upload/sign/:bucket/*', { schema: { params: addressSchema } }, async (request) => {
    const { bucket, '*': key } = request.params
    const actor = await actorOf(request, deps)
    const upsert = request.headers['x-upsert'] === 'true'
    await checkUpload(deps, actor, { bucket_id: bucket, key, upsert })
    const owner = actor.kind === 'user' ? actor.user_id : null
    const token = await deps.addresses.signUpload(`${bucket}/${key}`, { owner, upsert })
    return { url: `/object/upload/sign/${bucket}/${key}?token=${token}`, token }
  })
}

function moveRequestOf(body: z.infer<typeof moveSchema>) {
  return {
    bucket_id: body.bucketId,
    source: body.sourceKey,
    destination_bucket_id: body.destinationBucket || body.bucketId,
    destination: body.destinationKey,
  }
}
