import { useState } from 'react'
import { MAX_NOTE_LENGTH } from '../../../shared/fulfilment/constants.ts'
import type { BuyerSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { trackingMessages } from '../../../shared/fulfilment/tracking-messages.ts'
import { DraftOffer } from '../../session/draft-offer.tsx'
import { useDraft } from '../../session/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showSuccess } from '../../ui/toasts.tsx'
import { ActDialog } from '../fulfilment/act-dialog.tsx'
import { useCancelOwnSellerOrderMutation } from './buyer-acts-api.ts'

interface CancelSellerOrderProps {
  orderId: string
  sellerOrder: BuyerSellerOrder
}

/** Cancels what a seller has not accepted, or asks the seller to cancel; nothing when neither is possible. */
export function CancelSellerOrder({ orderId, sellerOrder }: CancelSellerOrderProps) {
  const [open, setOpen] = useState(false)
  const { seller, can_cancel, can_ask_to_cancel } = sellerOrder
  if (!can_cancel && !can_ask_to_cancel && !open) return null
  const texts = can_cancel
    ? {
        open: trackingMessages.cancel,
        title: trackingMessages.cancelTitle,
        text: trackingMessages.cancelText(seller.name),
        confirm: trackingMessages.cancelConfirm,
        done: trackingMessages.cancelled,
      }
    : {
        open: trackingMessages.askToCancel,
        title: trackingMessages.askTitle,
        text: trackingMessages.askText(seller.name),
        confirm: trackingMessages.askConfirm,
        done: trackingMessages.asked,
      }

  return (
    <>
      <Button size="small" variant="danger" onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {open && (
        <CancelOwnDialog orderId={orderId} sellerOrder={sellerOrder} texts={texts} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

interface CancelOwnDialogProps extends CancelSellerOrderProps {
  texts: { title: string; text: string; confirm: string; done: string }
  onClose: () => void
}

function CancelOwnDialog({ orderId, sellerOrder, texts, onClose }: CancelOwnDialogProps) {
  const { values, change, discard, offer } = useDraft(`${sellerOrder.seller_order_id}/cancel`, { note: '' })
  const [cancel] = useCancelOwnSellerOrderMutation()
  const { number, revision } = sellerOrder

  async function submit() {
    const { error } = await cancel({ orderId, number, revision, note: values.note.trim() || undefined })
    if (error) return { error }
    discard()
    showSuccess(texts.done)
    return {}
  }

  return (
    <ActDialog
      title={texts.title}
      text={texts.text}
      confirm={texts.confirm}
      cancel={trackingMessages.keep}
      danger
      onSubmit={submit}
      onClose={onClose}
    >
      <DraftOffer {...offer} />
      <TextField
        label={trackingMessages.noteToSeller}
        maxLength={MAX_NOTE_LENGTH}
        autoComplete="off"
        value={values.note}
        onChange={({ target }) => change({ note: target.value })}
      />
    </ActDialog>
  )
}
