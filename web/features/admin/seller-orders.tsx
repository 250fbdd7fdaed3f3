import { useState } from 'react'
import { conversationMessages } from '../../../shared/conversations/messages.ts'
import type { FullSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { actMessages, partMessages, workMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { Button } from '../../ui/button.tsx'
import { keepFocus } from '../../ui/keep-focus.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import { showSuccess } from '../../ui/toasts.tsx'
import { conversationOf } from '../conversations/conversations-api.ts'
import { MessageButton } from '../conversations/message-button.tsx'
import { ActDialog } from '../fulfilment/act-dialog.tsx'
import { AnswerRequest } from '../fulfilment/answer-request.tsx'
import { CancelDialog } from '../fulfilment/cancel-dialog.tsx'
import { partForAdmin, useConfirmPartMutation } from '../fulfilment/fulfilment-api.ts'
import { LineCounts } from '../fulfilment/line-counts.tsx'
import { PartReturns } from '../fulfilment/part-returns.tsx'
import { PartStateBadge, ShipBy } from '../fulfilment/part-state.tsx'
import { SendDialog } from '../fulfilment/send-dialog.tsx'
import { ShipmentActs } from '../fulfilment/shipment-acts.tsx'
import { ShipmentList } from '../fulfilment/shipment-list.tsx'
import { canAccept, canCancel, canSend } from '../fulfilment/what-is-possible.ts'
import { useGetOrderPartsQuery } from './admin-api.ts'

/** The seller orders of an order with their shipments, and all that their sellers can do. */
export function SellerOrders({ orderId }: { orderId: string }) {
  const { data, error, isFetching, refetch } = useGetOrderPartsQuery(orderId, { refetchOnMountOrArgChange: true })
  if (error && !data) return <LoadFailure title={actMessages.partsFailed} onRetry={refetch} retrying={isFetching} />
  if (!data?.seller_orders.length) return null
  return (
    <section>
      <h3 className="mb-2 font-bold">{actMessages.parts}</h3>
      <ul aria-label={actMessages.parts} className="grid gap-5">
        {data.seller_orders.map((part) => (
          <li key={part.number} ref={keepFocus} className="grid min-w-0 gap-3 border-t border-line pt-4">
            <Part part={part} sellerName={part.seller_name} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type Act = 'accept' | 'send' | 'cancel'

function Part({ part, sellerName }: { part: FullSellerOrder; sellerName: string }) {
  const [open, setOpen] = useState<Act | null>(null)
  const base = partForAdmin(part.order_id, part.number)
  const nameOf = (number: number) => part.lines.find((line) => line.line_number === number)?.product_name ?? ''
  const close = () => setOpen(null)
  return (
    <>
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h4 className="font-semibold tabular-nums">{part.seller_order_id}</h4>
          {part.is_stopped && canCancel(part) ? (
            <StateDot tone="danger">{workMessages.stopped}</StateDot>
          ) : (
            <PartStateBadge state={part.state} />
          )}
        </div>
        <p className="text-sm text-muted wrap-anywhere">{sellerName}</p>
        <p className="text-sm text-muted">
          <ShipBy part={part} />
        </p>
      </div>
      <AnswerRequest part={part} base={base} />
      <ul className="grid gap-1 text-sm">
        {part.lines.map((line) => (
          <li key={line.line_number} className="wrap-anywhere">
            {partMessages.lineOf(line.quantity, line.product_name)}
            <span className="text-muted">
              <LineCounts line={line} />
            </span>
          </li>
        ))}
      </ul>
      {part.shipments.length > 0 && (
        <ShipmentList
          label={partMessages.shipmentsOf(part.seller_order_id)}
          shipments={part.shipments}
          nameOf={nameOf}
          acts={(shipment) => <ShipmentActs part={part} shipment={shipment} base={base} isAdmin />}
        />
      )}
      <PartReturns part={part} base={base} />
      {canCancel(part) && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{actMessages.acts(part.seller_order_id)}</legend>
          {canAccept(part) && <ActButton text={actMessages.accept} onPress={() => setOpen('accept')} />}
          {canSend(part) && <ActButton text={actMessages.send} onPress={() => setOpen('send')} />}
          <ActButton text={actMessages.cancelUnits} onPress={() => setOpen('cancel')} />
        </fieldset>
      )}
      <div className="grid justify-items-start">
        <MessageButton
          text={conversationMessages.messages}
          label={conversationMessages.readMessagesOf(part.seller_order_id)}
          base={conversationOf.admin(part.order_id, part.number)}
          reader="admin"
          sellerOrderId={part.seller_order_id}
          description={conversationMessages.withBoth(sellerName)}
        />
      </div>
      {open === 'accept' && <AcceptDialog part={part} base={base} onClose={close} />}
      {open === 'cancel' && <CancelDialog part={part} base={base} onClose={close} />}
      {open === 'send' && (
        <SendDialog
          part={part}
          base={base}
          onSent={(_part, units) => showSuccess(actMessages.sent(units))}
          onClose={close}
        />
      )}
    </>
  )
}

function ActButton({ text, onPress }: { text: string; onPress: () => void }) {
  return (
    <Button size="small" variant="secondary" onClick={onPress}>
      {text}
    </Button>
  )
}

interface AcceptDialogProps {
  part: FullSellerOrder
  base: string
  onClose: () => void
}

function AcceptDialog({ part, base, onClose }: AcceptDialogProps) {
  const [confirm] = useConfirmPartMutation()
  return (
    <ActDialog
      title={actMessages.acceptTitle(part.seller_order_id)}
      text={actMessages.acceptText}
      confirm={actMessages.accept}
      onSubmit={async () => {
        const { error } = await confirm({ base, revision: part.revision })
        if (!error) showSuccess(workMessages.accepted(1))
        return { error }
      }}
      onClose={onClose}
    />
  )
}
