import type { OrderState } from '../../../shared/orders/constants.ts'

/** The states an admin chooses from, in the order in which they are shown. */
export const STATES_OFFERED = [
  'pending',
  'confirmed',
  'delivered',
  'returned',
  'cancelled',
] as const satisfies OrderState[]
