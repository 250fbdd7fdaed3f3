import { useId, useState } from 'react'
import type { FullSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { actMessages, progressMessages, workMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { DraftOffer } from '../../session/draft-offer.tsx'
import { useDraft } from '../../session/use-draft.ts'
import { inputLook } from '../../ui/text-field.tsx'
import { ActDialog } from '../fulfilment/act-dialog.tsx'
import { useSendSeveralMutation } from '../fulfilment/fulfilment-api.ts'
import { CarrierField } from '../fulfilment/tracking-fields.tsx'
import type { OrderActs } from './use-order-acts.ts'

interface SendSeveralDialogProps {
  orders: readonly FullSellerOrder[]
  acts: OrderActs
  onClose: () => void
}

/** Marks orders as sent by one carrier, with a tracking number each. What is refused is shown in its row. */
export function SendSeveralDialog({ orders, acts, onClose }: SendSeveralDialogProps) {
  const draft = `send ${orders.map(({ order_id }) => order_id).join()}`
  const { values, change, discard, offer } = useDraft(draft, { carrier: '', numbers: '' })
  // The same for every attempt, so that a repeated one is the same shipments.
  const [requestIds] = useState(() => orders.map(() => crypto.randomUUID()))
  const [send] = useSendSeveralMutation()
  const numbers = values.numbers.split('\n').map((line) => line.trim())
  const count = numbers.findLastIndex((line) => line !== '') + 1

  async function submit() {
    if (count > orders.length) return { text: workMessages.tooManyNumbers(count, orders.length) }
    const { data, error } = await send(
      orders.map(({ order_id, revision }, index) => ({
        order_id,
        revision,
        request_id: requestIds[index] ?? crypto.randomUUID(),
        carrier: values.carrier.trim(),
        tracking_number: numbers[index] || null,
      })),
    )
    if (data) {
      discard()
      acts.sent(acts.settle(data.results))
    }
    return { error }
  }

  return (
    <ActDialog
      title={workMessages.sendSeveral(orders.length)}
      text={workMessages.sendSeveralText}
      confirm={actMessages.send}
      onSubmit={submit}
      onClose={onClose}
    >
      <DraftOffer {...offer} />
      <CarrierField value={values.carrier} onChange={({ target }) => change({ ...values, carrier: target.value })} />
      <NumbersField
        value={values.numbers}
        rows={orders.length}
        onChange={(typed) => change({ ...values, numbers: typed })}
      />
      <dl className="grid gap-1 text-sm tabular-nums">
        {orders.map(({ order_id, seller_order_id }, index) => (
          <div key={order_id} className="flex flex-wrap justify-between gap-x-4">
            <dt className="font-medium">{seller_order_id}</dt>
            <dd className="min-w-0 text-muted wrap-anywhere">{numbers[index] || workMessages.noNumber}</dd>
          </div>
        ))}
      </dl>
    </ActDialog>
  )
}

function NumbersField({ value, rows, onChange }: { value: string; rows: number; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {workMessages.numbers}
      </label>
      <textarea
        id={id}
        aria-describedby={`${id}-hint`}
        title={progressMessages.trackingNumber}
        rows={Math.min(8, rows + 1)}
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={`${inputLook} py-2 font-mono text-sm`}
      />
      <p id={`${id}-hint`} className="text-sm text-muted">
        {workMessages.numbersHint}
      </p>
    </div>
  )
}
