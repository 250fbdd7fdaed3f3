import { type ReturnState, SEND_BACK_DAYS, type ShipmentState } from '../../../shared/fulfilment/constants.ts'
import { isOpenReturn, type LineCounts, unitsLeft } from '../../../shared/fulfilment/rules.ts'
import { endOfDay } from '../../../shared/kernel/calendar.ts'
import { DAY_SECONDS, secondsAfter } from '../../platform/config/clock.ts'

/** The facts that decide which units can be returned; times as dates or texts. */
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
 * Returns the last time for requesting a return, the end of a day: `days` after the last delivery, or after it was recorded,
 * so that a backdated delivery costs the buyer no time. Null while units are still unsent or in transit. For imported orders,
 * which have no packages, `days` count from their end.
 */
export function returnUntil({ lines, shipments, ended_at }: SentSellerOrder, days: number): Date | null {
  const isUnderWay = shipments.some(({ state }) => state === 'sent') || lines.some((line) => unitsLeft(line) > 0)
  if (isUnderWay) return null
  const came = shipments.flatMap(({ delivered_at, delivery_recorded_at }) =>
    delivered_at ? [delivered_at, delivery_recorded_at ?? delivered_at].map((time) => new Date(time).getTime()) : [],
  )
  const from = came.length ? Math.max(...came) : ended_at && new Date(ended_at).getTime()
  return from ? endOfDay(secondsAfter(new Date(from), days * DAY_SECONDS)) : null
}

/** Returns the last time to report a return as sent; null once it is, or when there is no limit. */
export function sendUntil({ state, answered_at, sent_at }: ReturnTimes): Date | null {
  if (state !== 'accepted' || !answered_at || sent_at) return null
  return endOfDay(secondsAfter(answered_at, SEND_BACK_DAYS * DAY_SECONDS))
}

export function unitsInOpenReturns({ returns }: Pick<SentSellerOrder, 'returns'>, lineNumber: number): number {
  return unitsIn(returns.filter(isOpenReturn), lineNumber)
}

/** Returns the units of a line that can still be returned: sent, and neither returned, in an open return nor lost. */
export function returnableUnits(sellerOrder: SentSellerOrder, line: LineCounts & { line_number: number }): number {
  const lost = sellerOrder.shipments.filter(
    ({ state, missing_at }) => state === 'lost' || (state === 'sent' && missing_at),
  )
  const { line_number, sent, returned_units } = line
  return Math.max(0, sent - returned_units - unitsInOpenReturns(sellerOrder, line_number) - unitsIn(lost, line_number))
}

function unitsIn(
  some: readonly { lines: readonly { line_number: number; quantity: number }[] }[],
  lineNumber: number,
): number {
  const lines = some.flatMap(({ lines: own }) => own.filter(({ line_number }) => line_number === lineNumber))
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}
