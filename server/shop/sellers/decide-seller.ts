import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { MAX_FIX_DAYS } from '../../../shared/sellers/constants.ts'
import type { AdminSeller, ApprovalSettings, DecideSeller } from '../../../shared/sellers/schema.ts'
import { lockWriter } from '../../people/accounts/suspension-queries.ts'
import { type Acting, insertActions, recordSettings } from '../../people/audit/queries.ts'
import { notify } from '../../people/notifications/queries.ts'
import { type Clock, DAY_SECONDS, secondsAfter } from '../../platform/config/clock.ts'
import { handle, type Task, type TaskHandler } from '../../platform/jobs/task.ts'
import { applySellerState, applySellerStateLater } from '../catalog/editing/apply-seller-state.ts'
import { shopError } from './errors.ts'
import { mailSeller, type SellerMailing } from './mail-sellers.ts'
import {
  type ApprovalRow,
  approveAll,
  endOfDay,
  listOverdue,
  lockApproval,
  lockApprovalSettings,
  updateApproval,
  updateApprovalSettings,
} from './queries.ts'
import { readSeller } from './views.ts'

const BATCH = 100

/**
 * Approves a seller, refuses one, or asks for a correction by a day; mails and notifies the seller, and returns the seller.
 * Throws AppError 400 for a day out of range, 404, and 409 for a suspended seller, when another admin has decided since, when
 * the seller has not asked, and while sellers need no approval.
 */
export function decideSeller(
  deps: SellerMailing & { db: Db },
  by: Acting,
  { sellerId, decision }: { sellerId: string; decision: DecideSeller },
): Promise<AdminSeller> {
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockApprovalSettings(tx)).seller_approval) throw shopError('approval_off')
    const isActive = await lockWriter(tx, sellerId)
    const before = await lockApproval(tx, sellerId)
    if (!before) throw shopError('seller_not_found')
    if (!isActive) throw shopError('seller_suspended')
    if (before.revision !== decision.revision) throw shopError('newer_revision')
    const isOpen = before.approval_state !== 'draft' && before.approval_state !== 'refused'
    if (decision.decision !== 'approve' && !isOpen) throw shopError('nothing_asked')
    await writeDecision(tx, deps, { by, before, decision })
    return readSeller(tx, sellerId)
  })
}

async function writeDecision(
  tx: Tx,
  deps: SellerMailing,
  { by, before, decision }: { by: Acting; before: ApprovalRow; decision: DecideSeller },
): Promise<void> {
  const { seller_id, approval_state: from } = before
  const day = decision.decision === 'fix' ? decision.fix_by : ''
  const to = ({ approve: 'approved', refuse: 'refused', fix: 'fix_by' } as const)[decision.decision]
  await updateApproval(tx, seller_id, {
    approval_state: to,
    // A correction changes nothing until its day.
    may_sell: to === 'fix_by' ? before.may_sell : to === 'approved',
    fix_by: day ? await dayToFix(tx, day, by.now) : null,
    message: by.reason ?? null,
    decided_by: by.admin_id,
    decided_at: by.now,
    closed_at: to === 'refused' ? by.now : null,
  })
  await applySellerState(tx, seller_id)
  await insertActions(tx, by, 'seller_approval', [
    { target: seller_id, from, to, notice: { seller_ids: [seller_id], subject: day } },
  ])
  await mailSeller(tx, deps, { seller_id, what: to, reason: by.reason, day, sells: before.may_sell })
}

async function dayToFix(tx: Tx, day: string, now: Date): Promise<Date> {
  const end = await endOfDay(tx, day)
  if (end <= now || end > secondsAfter(now, MAX_FIX_DAYS * DAY_SECONDS)) throw shopError('fix_by_out_of_range')
  return end
}

/**
 * Switches approval on or off and sets what sellers must declare; returns the settings. Either way all current sellers are
 * approved: products that were hidden come back within seconds. Throws AppError 409 when changed since.
 */
export function saveApprovalSettings(db: Db, by: Acting, wanted: ApprovalSettings): Promise<ApprovalSettings> {
  return inTransaction(db, async (tx) => {
    const before = await lockApprovalSettings(tx, { forUpdate: true })
    if (before.revision !== wanted.revision) throw shopError('newer_revision')
    await updateApprovalSettings(tx, wanted)
    if (before.seller_approval !== wanted.seller_approval) await applySellerStateLater(tx, await approveAll(tx, by))
    const [{ revision, ...former }, { revision: _, ...present }] = [before, wanted]
    await recordSettings(tx, by, 'approval_settings', { target: 'sellers', before: former, after: present })
    return { ...wanted, revision: revision + 1 }
  })
}

/** Hides the products of sellers who did not correct their details in time. */
export const hidingOverdue: Task = { name: 'hide_overdue_sellers' }

export function hideOverdueHandler(deps: SellerMailing & { db: Db; clock: Clock }): TaskHandler {
  return handle(hidingOverdue, async () => {
    const overdue = await listOverdue(deps.db, deps.clock(), BATCH)
    const failed: unknown[] = []
    // One that fails does not stop the others.
    for (const sellerId of overdue)
      await inTransaction(deps.db, (tx) => hideOverdue(tx, deps, sellerId)).catch((error) => failed.push(error))
    if (failed.length) throw new AggregateError(failed, 'some sellers could not be hidden')
    return overdue.length === BATCH
  })
}

async function hideOverdue(tx: Tx, deps: SellerMailing & { clock: Clock }, seller_id: string): Promise<void> {
  const now = deps.clock()
  await lockWriter(tx, seller_id)
  const approval = await lockApproval(tx, seller_id)
  if (!approval?.may_sell || approval.fix_by === null || approval.fix_by > now) return
  await updateApproval(tx, seller_id, { may_sell: false })
  await applySellerState(tx, seller_id)
  await notify(tx, [{ user_id: seller_id, kind: 'correction_overdue', facts: {}, path: '/seller/settings/shop' }], now)
  await mailSeller(tx, deps, { seller_id, what: 'overdue' })
}
