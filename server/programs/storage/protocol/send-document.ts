import type { FastifyReply } from 'fastify'
import type { Db } from '../../../../db/tables.ts'
import type { AppError } from '../../../platform/http/errors.ts'
import { findDocument } from '../document-queries.ts'
import type { Storage } from '../storage.ts'
import { sendFound } from './send-object.ts'

/** Sends the document of an account as an attachment. Throws `notFound` when there is none. */
export async function sendDocument(
  reply: FastifyReply,
  { db, storage }: { db: Db; storage: Storage },
  ownerId: string,
  notFound: () => AppError,
): Promise<FastifyReply> {
  const find = () => findDocument(db, ownerId)
  if (!(await find())) throw notFound()
  return sendFound(reply, storage, find, { download: 'document' })
}
