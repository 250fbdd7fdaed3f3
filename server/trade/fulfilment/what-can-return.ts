import { type ReturnState, SEND_BACK_DAYS, type ShipmentState } from '../../../shared/fulfilment/constants.ts'
import { isOpenReturn, type LineCounts, unitsLeft } from '../../../shared/fulfilment/rules.ts'
import { DAY_SECONDS, secondsAfter } from '../../platform/config/clock.ts'

/** What the units that can be returned follow from; times as dates or as texts. */
export interface SentSellerOrder {
  lines: readonly (LineCounts & { line_number: number })[]
  shipments: readonly {
    state: ShipmentState
    missing_at: Date | string | null
    delivered_at: Date | string | null
    delivery_recorded_at: Date | string | null
    lines: readonly { line_number: number; quantity: number }[]
  }[]
  returns: readonly { state: ReturnState; lines: readonly { line_number: number; quantity: number }[] }[]
  ended_at: Date | string | null
}

interface ReturnTimes {
  state: ReturnState
  answered_at: Date | null
  sent_at: Date | null
}

/**
 * Returns until when units of a seller order can be returned: so many days after the last package came, or after that was
 * recorded, as an earlier day that a seller gives takes no time from its buyer. Null while something is still to come, so that
 * no time runs yet. Orders that were imported have no packages: theirs runs from their end.
 */
export function returnUntil({ lines, shipments, ended_at }: SentSellerOrder, days: number): Date | null {
  const isUnderWay = shipments.some(({ state }) => state === 'sent') || lines.some((line) => unitsLeft(line) > 0)
  if (isUnderWay) return null
  const came = shipments.flatMap(({ delivered_at, delivery_recorded_at }) =>
    delivered_at ? [delivered_at, delivery_recorded_at ?? delivered_at].map((time) => new Date(time).getTime()) : [],
  )
  const from = came.length ? Math.max(...came) : ended_at && new Date(ended_at).getTime()
  return from ? secondsAfter(new Date(from), days * DAY_SECONDS) : null
}

/** Returns until when the buyer may say that a return is on its way; null once that is said, and while there is no such time. */
export function sendUntil({ state, answered_at, sent_at }: ReturnTimes): Date | null {
  if (state !== 'accepted' || !answered_at || sent_at) return null
  return secondsAfter(answered_at, SEND_BACK_DAYS * DAY_SECONDS)
}

/** Returns the units of a line that returns at work have asked for. */
export function askedUnits({ returns }: Pick<SentSellerOrder, 'returns'>, lineNumber: number): number {
  return unitsIn(returns.filter(isOpenReturn), lineNumber)
}

/** Returns how many units of a line can still be returned: those sent, without those that came back, are asked for or were lost. */
export function returnableUnits(sellerOrder: SentSellerOrder, line: LineCounts & { line_number: number }): number {
  const lost = sellerOrder.shipments.filter(
    ({ state, missing_at }) => state === 'lost' || (state === 'sent' && missing_at),
  )
  const { line_number, sent, returned_units } = line
  return Math.max(0, sent - returned_units - askedUnits(sellerOrder, line_number) - unitsIn(lost, line_number))
}

function unitsIn(
  some: readonly { lines: readonly { line_number: number; quantity: number }[] }[],
  lineNumber: number,
): number {
  const lines = some.flatMap(({ lines: own }) => own.filter(({ line_number }) => line_number === lineNumber))
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}
