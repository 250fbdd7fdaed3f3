import { z } from 'zod'
import { routesFor } from '../platform/guards.ts'
import { type Actor, actorOf } from './actor.ts'
import { findBucket } from './bucket-queries.ts'
import type { StorageDeps } from './deps.ts'
import { LIST_SORT_COLUMNS, listAll, listFolder, MAX_LISTED } from './list-queries.ts'
import { isBucketName } from './object-name.ts'
import { listItem } from './object-view.ts'

const MAX_PAGE = 1000
const limit = z.number().int().min(1).max(MAX_PAGE)
const order = z.enum(['asc', 'desc'])
const sort = z.object({ column: z.enum(LIST_SORT_COLUMNS).default('name'), order: order.default('asc') })
const BY_NAME = { column: 'name', order: 'asc' } as const

const listSchema = z.object({
  prefix: z.string().max(1024).default(''),
  limit: limit.default(100),
  offset: z.number().int().min(0).max(MAX_LISTED).default(0),
  sortBy: sort.default(BY_NAME),
  search: z.string().max(100).default(''),
})
const listV2Schema = z.object({
  prefix: z.string().max(1024).default(''),
  limit: limit.default(MAX_PAGE),
  cursor: z.string().max(4096).optional(),
  with_delimiter: z.boolean().default(false),
})

/** What is in a bucket. Buckets that an actor may not read look empty. */
export const listEveryoneRoutes = routesFor('everyone', (app, deps: StorageDeps) => {
  const { db } = deps
  const params = z.object({ bucket: z.string().max(200) })

  app.post('/object/list/:bucket', { schema: { params, body: listSchema } }, async (request) => {
    const actor = await actorOf(request, deps)
    const { prefix, limit, offset, sortBy, search } = request.body
    if (!(await mayList(actor, request.params.bucket))) return []
    const folder = { bucket_id: request.params.bucket, prefix: asFolder(prefix), search }
    const entries = await listFolder(db, actor, folder, { limit, offset, sort: sortBy })
    return entries.map(({ name, object }) => (object ? listItem(object, name) : folderItem(name)))
  })

  app.post('/object/list-v2/:bucket', { schema: { params, body: listV2Schema } }, async (request) => {
    const actor = await actorOf(request, deps)
    const bucket_id = request.params.bucket
    const { prefix, limit, cursor, with_delimiter } = request.body
    if (!(await mayList(actor, bucket_id))) return { hasNext: false, folders: [], objects: [] }
    const after = cursor ? Buffer.from(cursor, 'base64url').toString('utf8') : ''
    if (!with_delimiter) {
      const found = await listAll(db, actor, { bucket_id, prefix, after }, limit + 1)
      const objects = found.slice(0, limit).map((object) => listItem(object))
      return { ...nextPage(found.length > limit, objects.at(-1)?.name), folders: [], objects }
    }
    const offset = /^\d{1,5}$/.test(after) ? Number(after) : 0
    const page = { limit: limit + 1, offset, sort: BY_NAME }
    const found = await listFolder(db, actor, { bucket_id, prefix: asFolder(prefix), search: '' }, page)
    const entries = found.slice(0, limit)
    const full = (name: string) => asFolder(prefix) + name
    return {
      ...nextPage(found.length > limit, String(offset + limit)),
      folders: entries.flatMap(({ name, object }) => (object ? [] : [{ key: `${full(name)}/`, name: full(name) }])),
      objects: entries.flatMap(({ object }) => (object ? [listItem(object)] : [])),
    }
  })

  async function mayList(actor: Actor, bucketId: string): Promise<boolean> {
    if (!isBucketName(bucketId)) return false
    return actor.kind === 'service' || (await findBucket(db, bucketId))?.public === true
  }
})

function nextPage(hasNext: boolean, position: string | undefined) {
  return hasNext && position !== undefined
    ? { hasNext, nextCursor: Buffer.from(position).toString('base64url') }
    : { hasNext: false }
}

/** A prefix always means a folder. */
function asFolder(prefix: string): string {
  const trimmed = prefix.replace(/^\//, '')
  return trimmed === '' || trimmed.endsWith('/') ? trimmed : `${trimmed}/`
}

function folderItem(name: string) {
  return { name, id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null }
}
