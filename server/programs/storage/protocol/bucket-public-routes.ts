import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { FOREIGN_KEY_VIOLATION, inTransaction, sqlState } from '../../../../db/connect.ts'
import { type App, routesFor } from '../../../platform/http/guards.ts'
import { OWN_BUCKETS } from '../constants.ts'
import { accessDenied, bucketExists, bucketNotEmpty, bucketNotFound, writeRefused } from '../errors.ts'
import { objectsChanged } from '../object-freshness.ts'
import { checkBucketName, pictureKindOf } from '../object-name.ts'
import {
  BUCKET_SORT_COLUMNS,
  type Bucket,
  deleteBucket,
  findBucket,
  insertBucket,
  listBuckets,
  updateBucket,
} from './bucket-queries.ts'
import { actorOf, type StorageDeps } from './deps.ts'
import { emptyBucket } from './move-object.ts'
import { plainBucket } from './request-schema.ts'

const UNITS: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 }
/** Linear-time: blanks after the unit belong to it, as the text may be long. */
const BYTE_COUNT = /^\s*(\d{1,12}(?:\.\d{1,3})?)\s*(?:([kmg]?b)\s*)?$/i

const MAX_BYTES = 1e12

/** A number of bytes, or text such as `20mb` with decimal units. */
const byteCountSchema = z
  .union([z.number(), z.string().regex(BYTE_COUNT).transform(parse)])
  .pipe(z.number().int().min(1).max(MAX_BYTES))

/** Clients that give no limit expect all buckets. */
const MAX_PAGE = 1000

const settings = {
  public: z.boolean().optional(),
  file_size_limit: byteCountSchema.nullish(),
  allowed_mime_types: z
    .array(
      z
        .string()
        .regex(/^[\w.+-]+\/(?:[\w.+-]+(?:; *charset=[\w-]+)?|\*)$/i)
        .max(255)
        .toLowerCase(),
    )
    .max(100)
    .nullish(),
}
const whole = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
const params = z.object({ id: z.string().max(200) })

/** Buckets: public ones are visible to all, and only the operator's programs create and change them. */
export const bucketPublicRoutes = routesFor('public', (app, deps: StorageDeps) => {
  readRoutes(app, deps)
  changeRoutes(app, deps)
})

function readRoutes(app: App, deps: StorageDeps): void {
  const { db } = deps

  app.get(
    '/bucket',
    {
      schema: {
        querystring: z.object({
          limit: whole.pipe(z.number().min(1).max(MAX_PAGE)).default(MAX_PAGE),
          offset: whole.default(0),
          search: z
            .string()
            .max(100)
            .regex(/^\P{Cc}*$/u)
            .optional(),
          sortColumn: z.enum(BUCKET_SORT_COLUMNS).default('name'),
          sortOrder: z.enum(['asc', 'desc']).default('asc'),
        }),
      },
    },
    async (request) => {
      const actor = await actorOf(request, deps)
      return (await listBuckets(db, actor, request.query)).map(describeBucket)
    },
  )

  app.get('/bucket/:id', { schema: { params } }, async (request) => {
    const actor = await actorOf(request, deps)
    const bucket = await findBucket(db, request.params.id)
    if (!bucket || !(bucket.public || actor.kind === 'service')) throw bucketNotFound()
    return describeBucket(bucket)
  })
}

const ofShop = () => accessDenied('this bucket belongs to the shop')

function changeRoutes(app: App, deps: StorageDeps): void {
  const { db, storage } = deps

  async function asService(request: FastifyRequest): Promise<void> {
    if ((await actorOf(request, deps)).kind !== 'service') throw writeRefused()
  }

  app.post(
    '/bucket',
    { schema: { body: z.object({ id: z.string().optional(), name: z.string(), ...settings, ...plainBucket }) } },
    async (request) => {
      await asService(request)
      const { id, name, type: _type, versioning_status: _versions, ...sent } = request.body
      checkBucketName(name)
      if (!(await insertBucket(db, checkBucketName(id ?? name), name, sent))) throw bucketExists()
      return { name }
    },
  )

  app.put('/bucket/:id', { schema: { params, body: z.object({ ...settings, ...plainBucket }) } }, async (request) => {
    await asService(request)
    const { type: _type, versioning_status: _versions, ...changes } = request.body
    const { id } = request.params
    if (OWN_BUCKETS.includes(id)) throw ofShop()
    await inTransaction(db, async (tx) => {
      if (!(await updateBucket(tx, id, changes))) throw bucketNotFound()
      await objectsChanged(tx, id)
    })
    return { message: 'Successfully updated' }
  })

  app.post('/bucket/:id/empty', { schema: { params } }, async (request) => {
    await asService(request)
    if (OWN_BUCKETS.includes(request.params.id)) throw ofShop()
    if (!(await findBucket(db, request.params.id))) throw bucketNotFound()
    await emptyBucket(deps, request.params.id)
    await storage.sweepSoon()
    return { message: 'Empty bucket has been queued. Completion may take up to an hour.' }
  })

  app.delete('/bucket/:id', { schema: { params } }, async (request) => {
    await asService(request)
    if (pictureKindOf(request.params.id) || OWN_BUCKETS.includes(request.params.id)) throw ofShop()
    try {
      if (!(await deleteBucket(db, request.params.id))) throw bucketNotFound()
    } catch (error) {
      // Objects still reference it.
      if (sqlState(error) === FOREIGN_KEY_VIOLATION) throw bucketNotEmpty()
      throw error
    }
    return { message: 'Successfully deleted' }
  })
}

function describeBucket({ owner_id, ...bucket }: Bucket) {
  return { ...bucket, owner: owner_id ?? '' }
}

function parse(text: string): number {
  const [, count = '', unit = 'b'] = BYTE_COUNT.exec(text) ?? []
  return Math.floor(Number(count) * (UNITS[unit.toLowerCase()] ?? 1))
}
