import type { FastifyRequest } from 'fastify'
import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { CLOSED_FACTS_DAYS, MAX_DOCUMENT_MB } from '../../../shared/sellers/constants.ts'
import { requirementRows } from '../../../shared/sellers/rules.ts'
import type { OwnShop, SaveFacts } from '../../../shared/sellers/schema.ts'
import { lockWriter } from '../../people/accounts/suspension-queries.ts'
import { DAY_SECONDS } from '../../platform/config/clock.ts'
import { AppError, invalidRequest, requestError } from '../../platform/http/errors.ts'
import { compressionFault, formFault } from '../../platform/http/form-fault.ts'
import { afterSeconds } from '../../platform/jobs/delete-expired.ts'
import { removeDocuments, replaceDocument } from '../../programs/storage/document-queries.ts'
import { pictureStorageFull } from '../../programs/storage/errors.ts'
import { isOverQuota } from '../../programs/storage/queries.ts'
import { stageDocument } from '../../programs/storage/stage-document.ts'
import type { StagedBlob, Storage } from '../../programs/storage/storage.ts'
import { catalogChanged, sellerChange } from '../catalog/products/catalog-changes.ts'
import { shopError } from './errors.ts'
import { announceAsking, type SellerMailing } from './mail-sellers.ts'
import {
  findSellerRow,
  forgetClosed,
  lockApproval,
  lockApprovalSettings,
  updateApproval,
  updateFacts,
} from './queries.ts'
import { readOwnShop } from './views.ts'

const MAX_DOCUMENTS_SENT = 2

interface Own {
  sellerId: string
  now: Date
}

type ChangeDeps = SellerMailing & { db: Db }

/** Saves a seller's declarations and returns the shop. Throws AppError 409 when the page was changed since. */
export async function saveFacts(deps: ChangeDeps, own: Own, facts: SaveFacts): Promise<OwnShop> {
  const { shop } = await changeDetails(deps, own, async (tx) => {
    const saved = await updateFacts(tx, own.sellerId, facts, own.now)
    if (!saved) throw shopError('newer_revision')
    await catalogChanged(tx, sellerChange(saved.handle))
  })
  return shop
}

/** Changes what an approval is based on. An approved seller who takes a part of it away asks again, and sells on meanwhile. */
function changeDetails<Result>(deps: ChangeDeps, { sellerId, now }: Own, change: (tx: Tx) => Promise<Result>) {
  return inTransaction(deps.db, async (tx) => {
    await lockApprovalSettings(tx)
    // Two changes at once wait for each other.
    await lockApproval(tx, sellerId)
    const before = await readOwnShop(tx, sellerId)
    const changed = await change(tx)
    const { approval_state } = before.approval ?? {}
    const isAsking = approval_state === 'approved' && isLess(before, await readOwnShop(tx, sellerId))
    // Also makes a decision stale that an admin bases on the details before this change.
    await updateApproval(tx, sellerId, {
      ...(isAsking && { approval_state: 'asked', asked_at: now }),
      // The new details of a refused seller stay for as long again.
      ...(approval_state === 'refused' && { closed_at: now }),
    })
    if (isAsking) await announce(tx, deps, { sellerId, now })
    return { shop: await readOwnShop(tx, sellerId), changed }
  })
}

/** Returns whether required details are missing that were there, or whether a trader is one no more, or the reverse. */
function isLess(before: OwnShop, after: OwnShop): boolean {
  const metIn = ({ facts, requirements }: OwnShop) =>
    requirementRows(facts, requirements).flatMap(({ requirement, isMet }) => (isMet ? [requirement] : []))
  const met = metIn(after)
  const { is_trader } = before.facts
  return (is_trader !== null && is_trader !== after.facts.is_trader) || metIn(before).some((one) => !met.includes(one))
}

/** Stores a seller's document in place of the former one; returns the shop. Throws AppError 400, 413, 415. */
export async function saveDocument(deps: ChangeDeps & { storage: Storage }, request: FastifyRequest, own: Own) {
  const { storage } = deps
  const { sellerId } = own
  const staged = await readDocument(request, storage)
  let unused = [staged.blob]
  try {
    const { shop, changed: replaced } = await changeDetails(deps, own, async (tx) => {
      const replaced = await replaceDocument(tx, sellerId, staged)
      if (await isOverQuota(tx, sellerId, storage.maxMibPerAccount)) throw pictureStorageFull(storage.maxMibPerAccount)
      return replaced
    })
    unused = replaced
    return shop
  } finally {
    await storage.discard(unused)
  }
}

/** Returns the last document of the form, in place of others. */
async function readDocument(request: FastifyRequest, storage: Storage): Promise<StagedBlob> {
  if (!request.isMultipart()) throw requestError('unsupported_media_type')
  let staged: StagedBlob | undefined
  try {
    const compression = compressionFault(request)
    if (compression) throw invalidRequest(compression)
    const limits = { files: MAX_DOCUMENTS_SENT, fields: 0, fileSize: Number.POSITIVE_INFINITY }
    for await (const part of request.files({ limits })) {
      if (part.fieldname !== 'document') throw shopError('one_document')
      if (staged) await storage.discard([staged.blob])
      staged = await stageDocument(storage, part.file, MAX_DOCUMENT_MB * 1024 * 1024)
      if (!staged) throw shopError('not_a_document')
    }
    if (!staged) throw shopError('one_document')
    return staged
  } catch (error) {
    if (staged) await storage.discard([staged.blob])
    // Drains the body, so that the client gets the response.
    request.raw.unpipe()
    request.raw.resume()
    throw asRefusal(error)
  }
}

/** The store has refusals of its own protocol, and the form parser its own errors. */
function asRefusal(error: unknown): unknown {
  if (error instanceof AppError && error.code === 'EntityTooLarge') return shopError('document_too_large')
  const fault = formFault(error)
  return fault ? invalidRequest(fault) : error
}

/** Removes a seller's document; returns the shop. */
export async function deleteDocument(deps: ChangeDeps & { storage: Storage }, own: Own): Promise<OwnShop> {
  const { shop, changed: removed } = await changeDetails(deps, own, (tx) => removeDocuments(tx, [own.sellerId]))
  await deps.storage.discard(removed)
  return shop
}

/**
 * Asks for a seller's approval, and notifies the admins; returns the shop. Throws AppError 409 while sellers need none, when
 * it was asked for or given, and when required details are missing.
 */
export function askForApproval(deps: ChangeDeps, { sellerId, now }: Own): Promise<OwnShop> {
  return inTransaction(deps.db, async (tx) => {
    const settings = await lockApprovalSettings(tx)
    if (!settings.seller_approval) throw shopError('approval_off')
    if (!(await lockWriter(tx, sellerId))) throw shopError('seller_suspended')
    const approval = await lockApproval(tx, sellerId)
    if (!approval) throw shopError('seller_not_found')
    if (approval.approval_state === 'asked' || approval.approval_state === 'approved') throw shopError('already_asked')
    const { facts } = await readOwnShop(tx, sellerId)
    if (requirementRows(facts, settings.requirements).some(({ isMet }) => !isMet)) throw shopError('facts_missing')
    await updateApproval(tx, sellerId, { approval_state: 'asked', asked_at: now, fix_by: null, closed_at: null })
    await announce(tx, deps, { sellerId, now })
    return readOwnShop(tx, sellerId)
  })
}

async function announce(tx: Tx, deps: SellerMailing, { sellerId: seller_id, now }: Own): Promise<void> {
  const { name = '' } = (await findSellerRow(tx, seller_id)) ?? {}
  await announceAsking(tx, deps, { seller_id, name, now })
}

/** Deletes the declarations and documents of sellers whose accounts were suspended or refused long ago. */
export const deleteClosedFacts = afterSeconds(CLOSED_FACTS_DAYS * DAY_SECONDS, (db, before, limit) =>
  inTransaction(db, async (tx) => {
    await lockApprovalSettings(tx)
    const closed = await forgetClosed(tx, before, limit)
    await removeDocuments(tx, closed)
    return closed.length
  }),
)
