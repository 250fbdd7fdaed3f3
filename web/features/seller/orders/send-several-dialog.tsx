import { useState } from 'react'
import { carrierFor } from '../../../../shared/fulfilment/constants.ts'
import { isSent, methodText } from '../../../../shared/fulfilment/delivery-texts.ts'
import type { FullSellerOrder } from '../../../../shared/fulfilment/schema.ts'
import { actionMessages, progressMessages, workMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { useAppDispatch } from '../../../api/app-store.ts'
import { useDraft } from '../../../session/use-draft.tsx'
import { ActionDialog, DialogTextArea } from '../../fulfilment/action-dialog.tsx'
import { fulfilmentApi } from '../../fulfilment/fulfilment-api.ts'
import { CarrierField, readLastCarrier, storeLastCarrier, wrongCarrier } from '../../fulfilment/tracking-fields.tsx'
import type { OrderActions } from './use-order-actions.ts'

interface SendSeveralDialogProps {
  orders: readonly FullSellerOrder[]
  actions: OrderActions
  onClose: () => void
}

/** Marks orders as sent, with a tracking number each, which may say the carrier. Refusals are shown in their rows. */
export function SendSeveralDialog({ orders, actions, onClose }: SendSeveralDialogProps) {
  const dispatch = useAppDispatch()
  const draft = useDraft(`send ${orders.map(({ order_id }) => order_id).join()}`, {
    carrier: dispatch(readLastCarrier()),
    numbers: '',
  })
  const { values, change, field } = draft
  const parcels = orders.filter(({ delivery }) => isSent(delivery))
  const hasParcels = parcels.length > 0
  // The same for every attempt, so that a retry creates no second shipments.
  const [requestIds] = useState(() => orders.map(() => crypto.randomUUID()))
  const [send] = fulfilmentApi.useSendSeveralMutation()
  const numbers = values.numbers.split('\n').map((line) => line.trim())
  const count = numbers.findLastIndex((line) => line !== '') + 1
  const numberOf = (order: FullSellerOrder) => numbers[parcels.indexOf(order)] ?? ''
  const carrierOf = (order: FullSellerOrder) => carrierFor(numberOf(order), values.carrier.trim())

  function changeNumbers(text: string) {
    const [first = ''] = text.split('\n').filter((line) => carrierFor(line, ''))
    change({ carrier: carrierFor(first, values.carrier), numbers: text })
  }

  async function submit() {
    const { data, error } = await send(
      orders.map((order, index) => ({
        order_id: order.order_id,
        revision: order.revision,
        request_id: requestIds[index] ?? crypto.randomUUID(),
        ...(isSent(order.delivery) && { carrier: carrierOf(order), tracking_number: numberOf(order) || null }),
      })),
    )
    if (!data) return { error }
    if (hasParcels) dispatch(storeLastCarrier(values.carrier.trim()))
    return { done: () => actions.sent(actions.applyResults(data.results)) }
  }

  return (
    <ActionDialog
      title={workMessages.sendSeveral({ count: orders.length })}
      text={workMessages.sendSeveralText}
      confirm={actionMessages.send}
      check={() => ({
        ...(hasParcels && wrongCarrier(values.carrier)),
        numbers:
          hasParcels && count > parcels.length
            ? workMessages.tooManyNumbers({ lines: count, parcels: parcels.length })
            : undefined,
      })}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      {hasParcels && (
        <>
          <CarrierField {...field('carrier')} />
          <DialogTextArea
            name="numbers"
            label={workMessages.numbers}
            hint={workMessages.numbersHint}
            title={progressMessages.trackingNumber}
            rows={Math.min(8, parcels.length + 1)}
            spellCheck={false}
            value={values.numbers}
            onChange={({ target }) => changeNumbers(target.value)}
            className="py-2 font-mono text-sm"
          />
        </>
      )}
      <Packages
        orders={orders}
        numberText={(order) => numberOf(order) && [carrierOf(order), numberOf(order)].join(' ')}
      />
    </ActionDialog>
  )
}

interface PackagesProps {
  orders: readonly FullSellerOrder[]
  /** Returns the carrier and the number of a package; empty without a number. */
  numberText: (order: FullSellerOrder) => string
}

function Packages({ orders, numberText }: PackagesProps) {
  return (
    <dl className="grid gap-1 text-sm">
      {orders.map((order) => (
        <div key={order.order_id} className="flex flex-wrap justify-between gap-x-4">
          <dt className="font-medium">{order.seller_order_id}</dt>
          <dd className="min-w-0 text-muted wrap-anywhere">
            {order.delivery && !isSent(order.delivery)
              ? methodText(order.delivery)
              : numberText(order) || workMessages.noNumber}
          </dd>
        </div>
      ))}
    </dl>
  )
}
