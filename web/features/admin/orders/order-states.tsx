import type { OrderState } from '../../../../shared/orders/constants.ts'
import { orderMessages } from '../../../../shared/orders/messages.ts'
import { orderListMessages } from '../../../../shared/orders/order-list-messages.ts'
import { classNames } from '../../../ui/class-names.ts'
import { STATE_ICONS } from '../../orders/order-state-badge.tsx'

/** The states that an admin can choose, in display order. */
export const STATES_OFFERED = [
  'pending',
  'confirmed',
  'delivered',
  'returned',
  'cancelled',
] as const satisfies OrderState[]

/** All states of an order, with the current one marked. */
export function OrderStates({ current }: { current: OrderState }) {
  return (
    <ul aria-label={orderListMessages.statuses} className="grid grid-cols-5 gap-1">
      {STATES_OFFERED.map((state) => {
        const Icon = STATE_ICONS[state]
        const isCurrent = state === current
        return (
          <li
            key={state}
            aria-current={isCurrent ? 'step' : undefined}
            className={classNames(
              'grid min-w-0 justify-items-center gap-1.5 text-center',
              isCurrent ? 'font-semibold text-brand-strong' : 'text-muted',
            )}
          >
            <span
              className={classNames(
                'grid size-9 place-items-center rounded-full border-2 sm:size-11',
                isCurrent ? 'border-brand bg-brand-tint' : 'border-line bg-tint',
              )}
            >
              <Icon aria-hidden className="size-5" />
            </span>
            <span className="text-xs max-sm:sr-only">{orderMessages.states[state]}</span>
          </li>
        )
      })}
    </ul>
  )
}
