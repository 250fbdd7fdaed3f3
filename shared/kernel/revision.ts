import { z } from 'zod'
import { queryInteger } from './text.ts'

/** The revision on which a change is based; a change that is based on an older one is refused. */
export const revision = z.number().int().min(1).max(2_147_483_647)

export const revisionSchema = z.object({ revision })

/** Returns true when an order has all keys of the current one, which is still the one that it is based on. */
export function isOrderOf<Key extends string | number>(
  current: readonly Key[],
  { order, from = current }: { order: readonly Key[]; from?: readonly Key[] | undefined },
): boolean {
  return current.join() === from.join() && current.toSorted().join() === order.toSorted().join()
}

/** In the address of a request whose body is a file. */
export const revisionQuerySchema = z.object({ revision: queryInteger(999_999_999) })
