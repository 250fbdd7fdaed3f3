import { type FormEvent, useId, useRef, useState } from 'react'
import { adminMessages } from '../../../shared/admin/messages.ts'
import type { AdminOrder } from '../../../shared/admin/schema.ts'
import type { OrderState } from '../../../shared/orders/constants.ts'
import { stateLabel } from '../../../shared/orders/rules.ts'
import { apiErrorOf } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { inputLook } from '../../ui/text-field.tsx'
import { showError, showSuccess } from '../../ui/toasts.tsx'
import { useChangeOrderStateMutation } from './admin-api.ts'
import { STATES_OFFERED } from './states-offered.ts'

/** Sets the state of an order. When another admin was quicker, it says so and shows the order as it is now. */
export function OrderStateForm({ order }: { order: AdminOrder }) {
  const { order_id, order_state: from } = order
  const selectId = useId()
  const select = useRef<HTMLSelectElement>(null)
  const [chosen, setChosen] = useState<OrderState | null>(null)
  const [changeState, { isLoading }] = useChangeOrderStateMutation()
  const order_state = chosen ?? from

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (order_state === from || isLoading) return
    const { error } = await changeState({ order_id, order_state, from })
    if (error) return showError(adminMessages.stateFailed(apiErrorOf(error)?.message))
    setChosen(null)
    // The button is disabled from now on.
    select.current?.focus()
    showSuccess(adminMessages.stateUpdated(stateLabel(order_state)))
  }

  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <div className="grid min-w-44 gap-1.5">
        <label htmlFor={selectId} className="text-sm font-medium">
          Status
        </label>
        <select
          ref={select}
          id={selectId}
          value={order_state}
          onChange={(event) => setChosen(STATES_OFFERED.find((state) => state === event.target.value) ?? null)}
          className={inputLook}
        >
          {STATES_OFFERED.map((state) => (
            <option key={state} value={state}>
              {stateLabel(state)}
            </option>
          ))}
        </select>
      </div>
      <Button type="submit" busy={isLoading} disabled={order_state === from}>
        Update Status
      </Button>
    </form>
  )
}
