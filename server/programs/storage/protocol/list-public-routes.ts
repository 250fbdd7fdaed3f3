import { z } from 'zod'
import { routesFor } from '../../../platform/http/guards.ts'
import { invalidRequest } from '../errors.ts'
import { isBucketName } from '../object-name.ts'
import { findBucket } from './bucket-queries.ts'
import { type Actor, actorOf, type StorageDeps } from './deps.ts'
import { LIST_SORT_COLUMNS, listAll, listFolder, MAX_LISTED, type Position } from './list-queries.ts'
import { listItem } from './object-view.ts'
import { presentOnly } from './request-schema.ts'

const MAX_PAGE = 1000
const READS = { uncounted: true }
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
  ...presentOnly,
})
const listV2Schema = z.object({
  prefix: z.string().max(1024).default(''),
  limit: limit.default(MAX_PAGE),
  cursor: z.string().max(4096).optional(),
  with_delimiter: z.boolean().default(false),
  sortBy: sort.default(BY_NAME),
  ...presentOnly,
})
const printable = z
  .string()
  .max(2048)
  .regex(/^[ -~]*$/)
const positionSchema = z.tuple([printable, printable])

/** The contents of a bucket. Buckets that an actor may not read look empty. */
export const listPublicRoutes = routesFor('public', (app, deps: StorageDeps) => {
  const { db } = deps
  const params = z.object({ bucket: z.string().max(200) })

  app.post('/object/list/:bucket', { config: READS, schema: { params, body: listSchema } }, async (request) => {
    const actor = await actorOf(request, deps)
    const { prefix, limit, offset, sortBy, search } = request.body
    if (!(await mayList(actor, request.params.bucket))) return []
    const folder = { bucket_id: request.params.bucket, prefix: asFolder(prefix), search }
    const entries = await listFolder(db, actor, folder, { limit, offset, sort: sortBy })
    return entries.map(({ name, object }) => (object ? listItem(object, name) : folderItem(name)))
  })

  app.post('/object/list-v2/:bucket', { config: READS, schema: { params, body: listV2Schema } }, async (request) => {
    const actor = await actorOf(request, deps)
    const bucket_id = request.params.bucket
    const { limit, cursor, with_delimiter, sortBy } = request.body
    const page = { limit: limit + 1, sort: sortBy, after: cursor ? readCursor(cursor) : undefined }
    if (!(await mayList(actor, bucket_id))) return { hasNext: false, folders: [], objects: [] }
    // In this version of the protocol a prefix is the start of names; its part up to the last slash is the folder.
    const inFolder = request.body.prefix.lastIndexOf('/') + 1
    const prefix = with_delimiter ? request.body.prefix.slice(0, inFolder) : request.body.prefix
    const found = with_delimiter
      ? await listFolder(db, actor, { bucket_id, prefix, beginning: request.body.prefix.slice(inFolder) }, page)
      : await listAll(db, actor, { bucket_id, prefix }, page)
    const entries = found.slice(0, limit)
    const last = entries.at(-1)
    return {
      hasNext: found.length > limit,
      ...(found.length > limit && last && { nextCursor: cursorOf(last.position) }),
      folders: entries.flatMap(({ name, object }) =>
        object ? [] : [{ key: prefix + name, name: `${prefix}${name}/` }],
      ),
      objects: entries.flatMap(({ object }) => (object ? [listItem(object)] : [])),
    }
  })

  async function mayList(actor: Actor, bucketId: string): Promise<boolean> {
    if (!isBucketName(bucketId)) return false
    return actor.kind === 'service' || (await findBucket(db, bucketId))?.public === true
  }
})

const cursorOf = ({ key, place }: Position) => Buffer.from(JSON.stringify([key, place])).toString('base64url')

/** Parses a cursor. Throws `invalidRequest` unless `cursorOf` created it. */
function readCursor(cursor: string): Position {
  try {
    const [key, place] = positionSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return { key, place }
  } catch {
    throw invalidRequest('body/cursor is not one that was given here')
  }
}

function asFolder(prefix: string): string {
  const trimmed = prefix.replace(/^\//, '')
  return trimmed === '' || trimmed.endsWith('/') ? trimmed : `${trimmed}/`
}

function folderItem(name: string) {
  return { name, id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null }
}
