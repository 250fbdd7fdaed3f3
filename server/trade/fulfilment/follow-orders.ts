import type { Db } from '../../../db/tables.ts'
import {
  ANSWER_DAYS,
  DELIVERED_AFTER_DAYS,
  LATE_DAYS,
  LOST_DAYS,
  SEND_BACK_DAYS,
} from '../../../shared/fulfilment/constants.ts'
import { dayOf } from '../../../shared/kernel/calendar.ts'
import { type Clock, DAY_SECONDS, secondsBefore } from '../../platform/config/clock.ts'
import { handle, type Task, type TaskHandler } from '../../platform/jobs/task.ts'
import {
  isReminded,
  listToRemind,
  listUnanswered,
  type Reminder,
  type SellerOrderKey,
  setReminded,
} from '../orders/due-queries.ts'
import { cancelUnanswered } from './cancel.ts'
import { deliverByTime, refundByTime } from './change-shipment.ts'
import { changeSellerOrder, type FulfilmentAction, recordNote } from './fulfilment-action.ts'
import { listUndecided, listUnderWay } from './queries.ts'
import { expireReturn } from './request-return.ts'
import { listUnsent } from './return-queries.ts'

const BATCH = 100
/** Days after its due date in which a reminder of admins is still useful. */
const REMINDED_DAYS = 3
/** `ANSWER_DAYS` minus the gap between an order and its ship-by day: working days and a weekend. */
const UNANSWERED_SHIP_BY_DAYS = ANSWER_DAYS - 6

interface Deps {
  db: Db
  clock: Clock
}

/** Applies the time limits of orders: deliveries, cancellations, refunds, reminders and returns. */
export const followingOrders: Task = { name: 'follow_orders' }

export function followOrdersHandler(deps: Deps): TaskHandler {
  return handle(followingOrders, () => followOrders(deps))
}

/** Runs one batch of each kind; returns whether there may be more. */
export async function followOrders(deps: Deps): Promise<boolean> {
  const counts = [
    await deliverDue(deps),
    await remind(deps, 'ship_by_tomorrow', { from: -1, to: -1 }),
    await remind(deps, 'late', { from: LATE_DAYS + REMINDED_DAYS, to: LATE_DAYS }),
    await cancelDue(deps),
    await refundDue(deps),
    await expireDue(deps),
  ]
  return counts.includes(BATCH)
}

const daysBefore = (time: Date, days: number) => secondsBefore(time, days * DAY_SECONDS)
const dayBefore = (time: Date, days: number) => dayOf(daysBefore(time, days))

async function deliverDue(deps: Deps): Promise<number> {
  const due = await listUnderWay(deps.db, daysBefore(deps.clock(), DELIVERED_AFTER_DAYS), BATCH)
  for (const { order_id, seller_id, shipment_number } of due)
    await actByTime(deps, { order_id, seller_id }, (action) => deliverByTime(action, shipment_number))
  return due.length
}

async function remind(deps: Deps, mark: Reminder, { from, to }: { from: number; to: number }): Promise<number> {
  const now = deps.clock()
  const range = { from: dayBefore(now, from), to: dayBefore(now, to), limit: BATCH }
  const due = await listToRemind(deps.db, mark, range)
  for (const key of due)
    await actByTime(deps, key, async (action) => {
      // An older version did not store the reminder with the seller order.
      if (!(await isReminded(action.tx, action.sellerOrder, mark))) await recordNote(action, mark)
      await setReminded(action.tx, action.sellerOrder, mark)
      return false
    })
  return due.length
}

async function cancelDue(deps: Deps): Promise<number> {
  const now = deps.clock()
  const shipBy = dayBefore(now, UNANSWERED_SHIP_BY_DAYS)
  const due = await listUnanswered(deps.db, { placedBefore: daysBefore(now, ANSWER_DAYS), shipBy, limit: BATCH })
  for (const key of due)
    await actByTime(deps, key, async (action) => {
      if (action.sellerOrder.state !== 'pending') return false
      await cancelUnanswered(action)
    })
  return due.length
}

async function refundDue(deps: Deps): Promise<number> {
  const now = deps.clock()
  const due = await listUndecided(deps.db, daysBefore(now, LOST_DAYS), BATCH)
  for (const { order_id, seller_id, shipment_number } of due)
    await actByTime(deps, { order_id, seller_id }, (action) => refundByTime(action, shipment_number))
  return due.length
}

async function expireDue(deps: Deps): Promise<number> {
  const due = await listUnsent(deps.db, daysBefore(deps.clock(), SEND_BACK_DAYS), BATCH)
  for (const { order_id, seller_id, return_number } of due)
    await actByTime(deps, { order_id, seller_id }, (action) => expireReturn(action, return_number))
  return due.length
}

function actByTime(
  deps: Deps,
  { order_id, seller_id }: SellerOrderKey,
  work: (action: FulfilmentAction) => Promise<unknown>,
) {
  return changeSellerOrder(deps, { role: 'system', user_id: null }, { order_id, sellerOrder: { seller_id } }, work)
}
