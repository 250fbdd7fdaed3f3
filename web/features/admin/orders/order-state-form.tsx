import { useEffect, useId, useRef } from 'react'
import { MAX_REASON_LENGTH } from '../../../../shared/audit/constants.ts'
import { auditMessages } from '../../../../shared/audit/messages.ts'
import type { OrderState } from '../../../../shared/orders/constants.ts'
import { adminOrderErrors } from '../../../../shared/orders/errors.ts'
import { orderMessages } from '../../../../shared/orders/messages.ts'
import { orderListMessages } from '../../../../shared/orders/order-list-messages.ts'
import type { AdminOrder } from '../../../../shared/orders/schema.ts'
import { canRetry, failureText } from '../../../api/failure-text.ts'
import { DraftOffer } from '../../../session/draft-offer.tsx'
import { useDraftedForm } from '../../../session/use-drafted-form.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Options } from '../../../ui/form/fields.tsx'
import { fieldAttributes, inputLook, Labelled, TextField } from '../../../ui/form/text-field.tsx'
import { loadCode } from '../../../ui/load-code.ts'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { useChangeOrderStateMutation } from '../admin-api.ts'
import { STATES_OFFERED } from './order-states.tsx'

const loadRules = async () =>
  (await loadCode(() => import('../../../../shared/orders/schema.ts'), true)).changeOrderStateSchema

const reasonOf = (error: unknown) => failureText(error, adminOrderErrors, orderListMessages.unknownStateReason)

type StateChange = { order_state: OrderState; reason: string }

/** Changes the state of an order; the input is stored as a draft. A concurrent change by another admin is reported, and the order reloaded. */
export function OrderStateForm({ order }: { order: AdminOrder }) {
  const { order_id, order_state: from } = order
  const selectId = useId()
  const element = useRef<HTMLFormElement>(null)
  const [changeState] = useChangeOrderStateMutation()
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
        autoComplete="off"
        className="min-w-[min(11rem,100%)] flex-1 sm:max-w-sm"
      />
      <Button type="submit" busy={busy} disabled={form.watch('order_state') === from}>
        {orderListMessages.updateStatus}
      </Button>
      <FailureNote {...failure} className="w-full" />
    </form>
  )
}
