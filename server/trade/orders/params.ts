import { z } from 'zod'

export const orderParams = z.object({ order_id: z.string() })
export const sellerOrderParams = orderParams.extend({ number: z.string() })

/** Parses the number of a seller order; 0, which none has, for a malformed one. */
export function sellerOrderNumberOf(text: string): number {
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0
}
