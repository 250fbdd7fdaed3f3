import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { orderParams, sellerOrderParams } from '../orders/params.ts'
import { returnNotFound, shipmentNotFound } from './errors.ts'

export interface FulfilmentDeps {
  db: Db
  clock: Clock
  transferDetails: string
  /** For how many days buyers may ask to return what came; 0 for never. */
  returnDays: number
}

export const shipmentParams = orderParams.extend({ shipment_number: z.string() })
export const sellerOrderShipmentParams = sellerOrderParams.extend({ shipment_number: z.string() })
export const returnParams = orderParams.extend({ return_number: z.string() })
export const sellerOrderReturnParams = sellerOrderParams.extend({ return_number: z.string() })

/** Returns the number of a return. Throws AppError 404 for a malformed one. */
export function returnNumberOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw returnNotFound()
  return Number(text)
}

/** Returns the number of a shipment. Throws AppError 404 for a malformed one. */
export function shipmentNumberOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw shipmentNotFound()
  return Number(text)
}
