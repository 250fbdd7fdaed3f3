import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { addressNotFound } from '../../platform/http/errors.ts'
import { routesFor } from '../../platform/http/guards.ts'
import type { Storage } from '../../programs/storage/storage.ts'
import { findDraft } from './queries.ts'

interface Deps {
  db: Db
  clock: Clock
  storage: Storage
}

const params = z.object({ token: z.string().max(100) })

/** The picture of a draft, at the secret address of its preview. */
export const previewPicturePublicRoutes = routesFor('public', (app, { db, clock, storage }: Deps) => {
  app.get('/preview/:token/picture', { compress: false, schema: { params } }, async (request, reply) => {
    const file = (await findDraft(db, request.params.token, clock()))?.picture?.file
    const stream = file && (await storage.blobs.read(file.blob))
    if (!stream) throw addressNotFound()
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'content-length': file.size })
    return reply.type(file.mimetype).send(stream)
  })
})
