import { useEffect, useId, useRef } from 'react'
import { MAX_REASON_LENGTH } from '../../../../shared/audit/constants.ts'
import { auditMessages } from '../../../../shared/audit/messages.ts'
import type { OrderState } from '../../../../shared/orders/constants.ts'
import { adminOrderErrors } from '../../../../shared/orders/errors.ts'
import { orderMessages } from '../../../../shared/orders/messages.ts'
import { orderListMessages } from '../../../../shared/orders/order-list-messages.ts'
import type { AdminOrder } from '../../../../shared/orders/schema.ts'
import { canRetry, failureText } from '../../../api/failure-text.ts'
import { DraftOffer } from '../../../session/use-draft.tsx'
import { useDraftedForm } from '../../../session/use-drafted-form.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Options } from '../../../ui/form/fields.tsx'
import { fieldAttributes, inputLook, Labelled, TextField } from '../../../ui/form/text-field.tsx'
import { loadCode } from '../../../ui/load-code.ts'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { STATE_ICONS } from '../../orders/order-state-badge.tsx'
import { adminOrdersApi } from '../admin-api.ts'

const loadRules = async () =>
  (await loadCode(() => import('../../../../shared/orders/schema.ts'), true)).changeOrderStateSchema

const reasonOf = (error: unknown) => failureText(error, adminOrderErrors, orderListMessages.unknownStateReason)

type StateChange = { order_state: OrderState; reason: string }

/** Changes the state of an order; the input is stored as a draft. A concurrent change by another admin is reported, and the order reloaded. */
export function OrderStateForm({ order }: { order: AdminOrder }) {
  const { order_id, order_state: from } = order
  const selectId = useId()
  const element = useRef<HTMLFormElement>(null)
  const [changeState] = adminOrdersApi.useChangeOrderStateMutation()
  const { formProps, field, form, failure, busy, offer } = useDraftedForm<StateChange>(`order-state-${order_id}`, {
    rules: loadRules,
    defaultValues: { order_state: from, reason: '' },
    send: async ({ order_state, reason }) => {
      const { error } = await changeState({ order_id, order_state, from, reason })
      if (error) {
        const text = orderListMessages.stateFailed({ reason: reasonOf(error) })
        return { text, fields: [], canRetry: canRetry(error, adminOrderErrors) }
      }
      reset({ order_state, reason: '' })
      // The focused button is disabled now.
      element.current?.querySelector('select')?.focus()
      showSuccess(orderListMessages.stateUpdated({ state: orderMessages.states[order_state] }))
      return null
    },
  })
  const { reset, getValues, setValue } = form
  const shown = useRef(from)
  useEffect(() => {
    // A selected state stays when another admin changes the order.
    if (getValues('order_state') === shown.current) setValue('order_state', from)
    shown.current = from
  }, [from, getValues, setValue])

  const { error, problemId, ...register } = field('order_state')
  return (
    <form ref={element} {...formProps} className="flex flex-wrap items-end gap-3">
      <DraftOffer {...offer} />
      <Labelled id={selectId} label={orderListMessages.status} className="min-w-[min(11rem,100%)]">
        <select {...register} {...fieldAttributes(selectId, { error, problemId })} className={inputLook}>
          <Options options={STATES_OFFERED.map((value) => ({ value, text: orderMessages.states[value] }))} />
        </select>
      </Labelled>
      <TextField
        {...field('reason')}
        label={auditMessages.reason}
        maxLength={MAX_REASON_LENGTH}
        className="min-w-[min(11rem,100%)] flex-1 sm:max-w-sm"
      />
      <Button type="submit" busy={busy} disabled={form.watch('order_state') === from}>
        {orderListMessages.updateStatus}
      </Button>
      <FailureNote {...failure} className="w-full" />
    </form>
  )
}

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
