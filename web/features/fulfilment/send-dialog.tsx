import { useState } from 'react'
import { orderDeliveryMessages as texts } from '../../../shared/delivery/order-messages.ts'
import { isSent } from '../../../shared/fulfilment/delivery-texts.ts'
import type { FullSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { actionMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { useDraft } from '../../session/use-draft.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { DeliveryNote } from './delivery-note.tsx'
import { fulfilmentApi } from './fulfilment-api.ts'
import { allUnits, chosenUnits, LineUnitFields, wrongUnits } from './line-units.tsx'
import {
  NO_TRACKING,
  readLastCarrier,
  storeLastCarrier,
  TrackingFields,
  trackingValues,
  wrongTracking,
} from './tracking-fields.tsx'
import { openLines, sendText } from './what-is-possible.ts'

interface SendDialogProps {
  sellerOrder: FullSellerOrder
  base: string
  onSent: (sellerOrder: FullSellerOrder, units: number) => void
  onClose: () => void
}

/** Records a shipment with its units and tracking. */
export function SendDialog({ sellerOrder, base, onSent, onClose }: SendDialogProps) {
  const lines = openLines(sellerOrder)
  const isParcel = isSent(sellerOrder.delivery)
  const isPickup = sellerOrder.delivery?.kind === 'pickup'
  const dispatch = useAppDispatch()
  const carrier = dispatch(readLastCarrier())
  const draft = useDraft(`${base}/send`, { ...NO_TRACKING, carrier, ...allUnits(lines) })
  const { values, change } = draft
  // The same for every attempt, so that a retry creates no second shipment.
  const [requestId] = useState(() => crypto.randomUUID())
  const [send] = fulfilmentApi.useSendSellerOrderMutation()

  async function submit() {
    const chosen = chosenUnits(lines, values)
    const tracking = isParcel ? trackingValues(values) : {}
    const sending = { request_id: requestId, revision: sellerOrder.revision, lines: chosen, ...tracking }
    const { data, error } = await send({ base, sending })
    if (!data) return { error }
    if (isParcel) dispatch(storeLastCarrier(values.carrier.trim()))
    const units = chosen.reduce((sum, { quantity }) => sum + quantity, 0)
    return { done: () => onSent(data, units) }
  }

  return (
    <ActionDialog
      title={actionMessages.sendTitle({ id: sellerOrder.seller_order_id })}
      text={isParcel ? actionMessages.sendText : isPickup ? texts.markReadyText : texts.markDeliveredText}
      confirm={sendText(sellerOrder)}
      check={() => ({
        ...(isParcel && wrongTracking(values)),
        ...wrongUnits(lines, values, actionMessages.chooseUnits),
      })}
      fieldOf={{ nothing_left: 'units' }}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      {isParcel && <TrackingFields value={values} onChange={(tracking) => change({ ...values, ...tracking })} />}
      {isPickup && (
        <p>
          <DeliveryNote delivery={sellerOrder.delivery} />
        </p>
      )}
      <LineUnitFields
        legend={actionMessages.unitsToSend}
        lines={lines}
        units={values}
        onChange={(units) => change({ ...values, ...units })}
        labelOf={actionMessages.unitsOfLine}
      />
    </ActionDialog>
  )
}
