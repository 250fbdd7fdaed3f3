import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { routesFor } from '../../../platform/http/guards.ts'
import { MAX_OBJECT_BYTES } from '../constants.ts'
import { type Actor, actorOf, ownerAsActor, type StorageDeps } from './deps.ts'
import { readUpload } from './read-upload.ts'
import { addressSchema } from './request-schema.ts'
import { checkUpload, storeObject, type Upload } from './store-object.ts'

const ENVELOPE_BYTES = 256 * 1024

/** Writing files. Bodies are streams here, whatever their content type. */
export const uploadPublicRoutes = routesFor('public', (app, deps: StorageDeps) => {
  app.removeAllContentTypeParsers()
  void app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: Number.POSITIVE_INFINITY, files: 1, fields: 10, fieldSize: 64 * 1024, parts: 12 },
  })
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  // Other limits count the bytes read; this one refuses an excessive content-length at once.
  const options = { bodyLimit: MAX_OBJECT_BYTES + ENVELOPE_BYTES, schema: { params: addressSchema } }

  async function receive(request: FastifyRequest, actor: Actor, upload: Upload) {
    try {
      await checkUpload(deps, actor, upload)
      return await readUpload(request, (content) => storeObject(deps, actor, upload, content))
    } finally {
      // Drains the body, so that the client gets the response.
      request.raw.unpipe()
      request.raw.resume()
    }
  }

  app.route({
    method: ['POST', 'PUT'],
    url: '/object/:bucket/*',
    ...options,
    handler: async (request) => {
      const { bucket, '*': key } = request.params
      const actor = await actorOf(request, deps)
      const upsert = request.method === 'PUT' || request.headers['x-upsert'] === 'true'
      const stored = await receive(request, actor, { bucket_id: bucket, key, upsert })
      return { Id: stored.object_id, Key: `${bucket}/${key}` }
    },
  })

  app.put(
    '/object/upload/sign/:bucket/*',
    { ...options, schema: { params: addressSchema, querystring: z.object({ token: z.string().max(4096) }) } },
    async (request) => {
      const { bucket, '*': key } = request.params
      const { owner, upsert } = await deps.addresses.checkUpload(`${bucket}/${key}`, request.query.token)
      await receive(request, await ownerAsActor(deps, owner), { bucket_id: bucket, key, upsert })
      return { Key: `${bucket}/${key}` }
    },
  )
})
