import type { OrderState } from '../../../../shared/orders/constants.ts'

/** The states that an admin can choose, in display order. */
export const STATES_OFFERED = [
  'pending',
  'confirmed',
  'delivered',
  'returned',
  'cancelled',
] as const satisfies OrderState[]
