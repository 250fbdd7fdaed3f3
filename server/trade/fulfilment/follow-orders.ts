import type { Db } from '../../../db/tables.ts'
import { dayAfter } from '../../../shared/delivery/promise.ts'
import {
  ANSWER_DAYS,
  DELIVERED_AFTER_DAYS,
  LATE_DAYS,
  LOST_DAYS,
  SEND_BACK_DAYS,
} from '../../../shared/fulfilment/constants.ts'
import { dayOf, endOfDay } from '../../../shared/kernel/calendar.ts'
import { type Clock, DAY_SECONDS, secondsBefore } from '../../platform/config/clock.ts'
import { handle, type Task, type TaskHandler } from '../../platform/jobs/task.ts'
import { isReminded, listToRemind, listUnanswered, type Reminder, setReminded } from '../orders/due-queries.ts'
import { cancelUnanswered } from './cancel.ts'
import { changeDue, isUnpaid, recordNote } from './fulfilment-action.ts'
import { listUndecided, listUnderWay } from './queries.ts'
import { listUnsent } from './return-queries.ts'
import { expireReturn } from './returns.ts'
import { deliverByTime, refundByTime } from './shipments.ts'

const BATCH = 100
/** Admins are reminded of a late order for this many days after its due date. */
const REMINDED_DAYS = 3
/** `ANSWER_DAYS` minus the gap between an order and its ship-by day: working days and a weekend. */
const UNANSWERED_SHIP_BY_DAYS = ANSWER_DAYS - 6

interface Deps {
  db: Db
  clock: Clock
}

type Run = Deps & { failed: Error[] }

/** Applies the time limits of orders: deliveries, cancellations, refunds, reminders and returns. */
export const followingOrders: Task = { name: 'follow_orders' }

export function followOrdersHandler(deps: Deps): TaskHandler {
  return handle(followingOrders, () => followOrders(deps))
}

/** Runs one batch of each kind; returns whether there may be more. Throws an AggregateError of the orders that failed. */
export async function followOrders({ db, clock }: Deps): Promise<boolean> {
  const deps: Run = { db, clock, failed: [] }
  const now = clock()
  const placedBefore = daysBefore(now, ANSWER_DAYS)
  const shipBy = dayBefore(now, UNANSWERED_SHIP_BY_DAYS)
  const counts = [
    await changeDue(deps, await listUnderWay(db, daysBefore(now, DELIVERED_AFTER_DAYS), BATCH), deliverByTime),
    await remind(deps, 'ship_by_tomorrow', { from: dayBefore(now, -1), to: dayBefore(now, -1) }),
    await remind(deps, 'late', { from: dayBefore(now, LATE_DAYS + REMINDED_DAYS), to: dayBefore(now, LATE_DAYS) }),
    await changeDue(deps, await listUnanswered(db, { placedBefore, shipBy, limit: BATCH }), cancelUnanswered),
    await changeDue(deps, await listUndecided(db, daysBefore(now, LOST_DAYS), BATCH), refundByTime),
    await changeDue(deps, await listUnsent(db, daysBefore(endOfDay(now), SEND_BACK_DAYS + 1), BATCH), expireReturn),
  ]
  if (deps.failed.length) throw new AggregateError(deps.failed, 'some orders could not be changed')
  return counts.includes(BATCH)
}

const daysBefore = (time: Date, days: number) => secondsBefore(time, days * DAY_SECONDS)
const dayBefore = (time: Date, days: number) => dayAfter(dayOf(time), -days)

async function remind(deps: Run, mark: Reminder, days: { from: string; to: string }): Promise<number> {
  return changeDue(deps, await listToRemind(deps.db, mark, { ...days, limit: BATCH }), async (action) => {
    // After a renewed deadline the reminder may be recorded already. An order that is not paid cannot be sent.
    if (!isUnpaid(action) && !(await isReminded(action.tx, action.sellerOrder, mark))) await recordNote(action, mark)
    await setReminded(action.tx, action.sellerOrder, mark)
    return false
  })
}
