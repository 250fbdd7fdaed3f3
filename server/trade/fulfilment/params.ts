import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { orderParams, sellerOrderParams } from '../orders/params.ts'
import { fulfilmentError } from './errors.ts'

export interface FulfilmentDeps {
  db: Db
  clock: Clock
  transferDetails: string
  /** Days in which buyers may request a return; 0 turns returns off. */
  returnDays: number
}

export const shipmentParams = orderParams.extend({ shipment_number: z.string() })
export const sellerOrderShipmentParams = sellerOrderParams.extend({ shipment_number: z.string() })
export const returnParams = orderParams.extend({ return_number: z.string() })
export const sellerOrderReturnParams = sellerOrderParams.extend({ return_number: z.string() })

/** Parses a return number. Throws AppError 404 for a malformed one. */
export function returnNumberOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw fulfilmentError('return_not_found')
  return Number(text)
}

/** Parses a shipment number. Throws AppError 404 for a malformed one. */
export function shipmentNumberOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw fulfilmentError('shipment_not_found')
  return Number(text)
}
