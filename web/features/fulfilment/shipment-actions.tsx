import { useState } from 'react'
import { orderDeliveryMessages } from '../../../shared/delivery/order-messages.ts'
import { VOID_MINUTES } from '../../../shared/fulfilment/constants.ts'
import { isSent } from '../../../shared/fulfilment/delivery-texts.ts'
import { canArrive, isCounted } from '../../../shared/fulfilment/rules.ts'
import type { FullSellerOrder, Shipment } from '../../../shared/fulfilment/schema.ts'
import { actionMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { useDraft } from '../../session/use-draft.tsx'
import { ActionButtons } from './action-buttons.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { deliveryBack } from './delivery-back.tsx'
import { fulfilmentApi } from './fulfilment-api.ts'
import { TrackingFields, trackingOf, trackingValues, wrongTracking } from './tracking-fields.tsx'
import { isPaid, worthOf } from './what-is-possible.ts'

type Action = 'tracking' | 'delivered' | 'lost' | 'resent' | 'refunded' | 'voided'

interface ShipmentActionsProps {
  sellerOrder: FullSellerOrder
  shipment: Shipment
  base: string
  /** Can void shipments of any age. */
  isAdmin?: boolean
}

/** Actions on a shipment; each shows its consequence first. */
export function ShipmentActions({ sellerOrder, shipment, base, isAdmin = false }: ShipmentActionsProps) {
  const [open, setOpen] = useState<Action | null>(null)
  const isUnderWay = canArrive(shipment, sellerOrder)
  const isParcel = isSent(sellerOrder.delivery)
  const actions: [Action, string, boolean][] = [
    ['delivered', isParcel ? actionMessages.delivered : orderDeliveryMessages.markCollected, isUnderWay],
    ['tracking', actionMessages.editTracking, isUnderWay && isParcel],
    ['resent', actionMessages.resent, shipment.state === 'lost' && !sellerOrder.is_stopped],
    ['refunded', actionMessages.refunded, shipment.state === 'lost'],
    ['lost', actionMessages.lost, shipment.state === 'sent' && isParcel],
    [
      'voided',
      actionMessages.voided,
      // What is not collected can be taken back at any time.
      (isAdmin && isCounted(shipment.state)) || (shipment.state === 'sent' && (!isParcel || isRecent(shipment))),
    ],
  ]
  const props = { sellerOrder, shipment, base, onClose: () => setOpen(null) }
  return (
    <div className="-ms-2 flex flex-wrap gap-1 empty:hidden print:hidden">
      <ActionButtons actions={actions} onOpen={setOpen} size="row" variant="ghost" />
      {open === 'tracking' && <TrackingDialog {...props} />}
      {open && open !== 'tracking' && <StateDialog {...props} state={open} />}
    </div>
  )
}

function isRecent({ sent_at }: Shipment): boolean {
  return Date.now() - Date.parse(sent_at) < VOID_MINUTES * 60_000
}

type DialogProps = Omit<ShipmentActionsProps, 'isAdmin'> & { onClose: () => void }

function TrackingDialog({ sellerOrder, shipment, base, onClose }: DialogProps) {
  const { shipment_number } = shipment
  const draft = useDraft(`${base}/shipments/${shipment_number}`, trackingOf(shipment))
  const [change] = fulfilmentApi.useChangeShipmentMutation()
  return (
    <ActionDialog
      title={actionMessages.editTrackingOf({ number: shipment_number })}
      confirm={actionMessages.saveTracking}
      check={() => wrongTracking(draft.values)}
      draft={draft}
      success={actionMessages.trackingSaved}
      onSubmit={() => {
        const tracking = { revision: sellerOrder.revision, ...trackingValues(draft.values) }
        return change({ base, shipment_number, change: tracking })
      }}
      onClose={onClose}
    >
      <TrackingFields value={draft.values} onChange={draft.change} />
    </ActionDialog>
  )
}

function StateDialog({
  sellerOrder,
  shipment,
  base,
  state,
  onClose,
}: DialogProps & { state: Exclude<Action, 'tracking'> }) {
  const { shipment_number, lines } = shipment
  const [change] = fulfilmentApi.useChangeShipmentMutation()
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const back = deliveryBack(sellerOrder, lines, { how: 'cancelled' })
  const refundedText = isPaid(sellerOrder) ? actionMessages.refundedText : actionMessages.refundedElsewhereText
  const texts = {
    delivered: isSent(sellerOrder.delivery)
      ? [actionMessages.deliveredTitle, actionMessages.deliveredText, actionMessages.delivered]
      : [orderDeliveryMessages.collectedTitle, actionMessages.deliveredText, orderDeliveryMessages.markCollected],
    lost: [actionMessages.lostTitle, actionMessages.lostText(), actionMessages.lost],
    resent: [actionMessages.resentTitle, actionMessages.resentText({ units }), actionMessages.resent],
    refunded: [
      actionMessages.refundedTitle,
      refundedText({ units, amount: worthOf(sellerOrder.lines, lines, back.amount) }),
      actionMessages.refunded,
    ],
    voided: [actionMessages.voidedTitle, actionMessages.voidedText({ units }), actionMessages.voided],
  } as const
  const [title, text, confirm] = texts[state]
  return (
    <ActionDialog
      title={title}
      text={text}
      confirm={confirm}
      danger={state !== 'delivered' && state !== 'resent'}
      success={actionMessages.done[state]}
      onSubmit={() => change({ base, shipment_number, change: { revision: sellerOrder.revision, state } })}
      onClose={onClose}
    />
  )
}
