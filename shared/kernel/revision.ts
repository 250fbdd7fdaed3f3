import { z } from 'zod'

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

/** The address of the picture on which a change of it is based, empty for none. */
export const pictureQuerySchema = z.object({ from: z.string().max(500) })
