import { useState } from 'react'
import { MAX_NOTE_LENGTH, RETURN_REASONS } from '../../../shared/fulfilment/constants.ts'
import { buyerReturnMessages, returnMessages } from '../../../shared/fulfilment/return-messages.ts'
import type { BuyerReturn } from '../../../shared/fulfilment/return-schema.ts'
import type { BuyerSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { useDraft } from '../../session/use-draft.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Sentence } from '../../ui/text.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { ActionButtons } from '../fulfilment/action-buttons.tsx'
import { ActionDialog, ReasonField } from '../fulfilment/action-dialog.tsx'
import { chosenUnits, LineUnitFields, type OpenLine, wrongUnits } from '../fulfilment/line-units.tsx'
import { ReturnList } from '../fulfilment/return-list.tsx'
import type { LineOf } from '../fulfilment/shipment-list.tsx'
import { CarrierField, wrongCarrier } from '../fulfilment/tracking-fields.tsx'
import { buyerActionsApi } from './buyer-actions-api.ts'

interface BuyerReturnsProps {
  orderId: string
  sellerOrder: BuyerSellerOrder
  lineOf: LineOf
  /** True for the buyer, false for admins. */
  isOwn: boolean
}

/** The returns of a seller order, each with its actions. */
export function BuyerReturns({ orderId, sellerOrder, lineOf, isOwn }: BuyerReturnsProps) {
  const { returns } = sellerOrder
  if (!returns.length) return null
  return (
    <ReturnList
      label={returnMessages.returnsOf({ id: sellerOrder.seller_order_id })}
      returns={returns}
      lineOf={lineOf}
      {...(isOwn && {
        actions: (one: BuyerReturn) => <ReturnActions orderId={orderId} sellerOrder={sellerOrder} one={one} />,
      })}
    />
  )
}

/** The day until which delivered units can be returned; nothing where there are none. */
export function ReturnDeadline({ sellerOrder: { return_until, lines } }: Pick<BuyerReturnsProps, 'sellerOrder'>) {
  if (!return_until) return null
  const isLeft = lines.some(({ sent, returned_units }) => sent > returned_units)
  const isOver = isLeft && Date.parse(return_until) < Date.now()
  if (!isOver && !lines.some(isReturnable)) return null
  return (
    <Sentence
      message={isOver ? buyerReturnMessages.over : buyerReturnMessages.until}
      values={{ day: <LocalDate at={return_until} /> }}
    />
  )
}

/** Asks for a return of what was delivered. */
export function RequestReturn({ orderId, sellerOrder, lineOf }: Omit<BuyerReturnsProps, 'isOwn'>) {
  const [open, setOpen] = useState(false)
  const returnable = linesOf(sellerOrder, lineOf)
  if (!returnable.length && !open) return null
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        {buyerReturnMessages.open}
      </Button>
      {open && (
        <RequestDialog orderId={orderId} sellerOrder={sellerOrder} lines={returnable} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

const isReturnable = ({ returnable }: BuyerSellerOrder['lines'][number]) => returnable > 0

function linesOf({ lines }: BuyerSellerOrder, lineOf: LineOf): OpenLine[] {
  return lines.filter(isReturnable).map(({ line_number, returnable }) => ({
    line_number,
    product_name: lineOf(line_number)?.product_name ?? '',
    featured_image: lineOf(line_number)?.featured_image ?? '',
    left: returnable,
  }))
}

interface DialogProps {
  orderId: string
  sellerOrder: BuyerSellerOrder
  onClose: () => void
}

function RequestDialog({ orderId, sellerOrder, lines, onClose }: DialogProps & { lines: readonly OpenLine[] }) {
  const { seller, number, revision } = sellerOrder
  const none = Object.fromEntries(lines.map(({ line_number }) => [line_number, lines.length > 1 ? '0' : '1']))
  const draft = useDraft(`${sellerOrder.seller_order_id}/return`, {
    reason: '',
    note: '',
    ...none,
  })
  const values: Readonly<Record<string, string>> & { note: string } = draft.values
  const reason = RETURN_REASONS.find((known) => known === values.reason)
  const [request] = buyerActionsApi.useRequestReturnMutation()

  async function submit() {
    if (!reason) return {}
    const note = values.note.trim()
    const body = { lines: chosenUnits(lines, values), reason, ...(note && { note }) }
    return request({ orderId, number, revision, request: body })
  }

  return (
    <ActionDialog
      title={buyerReturnMessages.title({ seller: seller.name })}
      text={buyerReturnMessages.text({ seller: seller.name })}
      confirm={buyerReturnMessages.confirm}
      check={() => ({
        ...wrongUnits(lines, values, returnMessages.chooseUnits),
        reason: reason ? undefined : buyerReturnMessages.chooseReason,
      })}
      fieldOf={{ not_returnable: 'units' }}
      draft={draft}
      success={buyerReturnMessages.asked}
      onSubmit={submit}
      onClose={onClose}
    >
      <LineUnitFields
        legend={buyerReturnMessages.units}
        lines={lines}
        units={values}
        onChange={(units) => draft.change({ ...draft.values, ...units })}
        labelOf={returnMessages.unitsOfLine}
      />
      <ReasonField
        label={returnMessages.reason}
        reasons={RETURN_REASONS}
        texts={returnMessages.reasons}
        prompt={buyerReturnMessages.reasonPrompt}
        value={reason ?? ''}
        onChange={(chosen) => draft.change({ ...draft.values, reason: chosen })}
      />
      <TextField label={buyerReturnMessages.noteLabel} maxLength={MAX_NOTE_LENGTH} {...draft.field('note')} />
    </ActionDialog>
  )
}

interface ReturnActionsProps {
  orderId: string
  sellerOrder: BuyerSellerOrder
  one: BuyerReturn
}

function ReturnActions({ orderId, sellerOrder, one }: ReturnActionsProps) {
  const { number, revision, seller } = sellerOrder
  const [open, setOpen] = useState<'withdraw' | 'sent' | null>(null)
  const [withdraw] = buyerActionsApi.useWithdrawReturnMutation()
  const close = () => setOpen(null)
  const actions = [
    ['withdraw', buyerReturnMessages.withdraw, one.state === 'requested'],
    [
      'sent',
      one.sent_at ? buyerReturnMessages.changeTracking : buyerReturnMessages.noteTracking,
      one.state === 'accepted',
    ],
  ] as const
  return (
    <div className="mt-1 flex flex-wrap gap-2 empty:hidden print:hidden">
      <ActionButtons actions={actions} onOpen={setOpen} size="small" variant="secondary" />
      {open === 'withdraw' && (
        <ActionDialog
          title={buyerReturnMessages.withdrawTitle}
          text={buyerReturnMessages.withdrawText({ seller: seller.name })}
          confirm={buyerReturnMessages.withdraw}
          cancel={buyerReturnMessages.keep}
          danger
          success={buyerReturnMessages.withdrawn}
          onSubmit={() => withdraw({ orderId, number, revision, returned: one.return_number })}
          onClose={close}
        />
      )}
      {open === 'sent' && <SentDialog orderId={orderId} sellerOrder={sellerOrder} one={one} onClose={close} />}
    </div>
  )
}

function SentDialog({ orderId, sellerOrder, one, onClose }: ReturnActionsProps & { onClose: () => void }) {
  const { number, revision, seller } = sellerOrder
  const draft = useDraft(`${sellerOrder.seller_order_id}/return/${one.return_number}`, {
    carrier: one.carrier ?? '',
    tracking_number: one.tracking_number ?? '',
  })
  const { values, field } = draft
  const [send] = buyerActionsApi.useSendReturnMutation()
  return (
    <ActionDialog
      title={buyerReturnMessages.trackingTitle}
      text={buyerReturnMessages.trackingText({ seller: seller.name })}
      confirm={buyerReturnMessages.saveTracking}
      check={() => wrongCarrier(values.carrier)}
      draft={draft}
      success={buyerReturnMessages.trackingSaved}
      onSubmit={() => {
        const way = { carrier: values.carrier.trim(), tracking_number: values.tracking_number.trim() || null }
        return send({ orderId, number, revision, returned: one.return_number, way })
      }}
      onClose={onClose}
    >
      <CarrierField {...field('carrier')} />
      <TextField label={returnMessages.trackingNumber} maxLength={60} {...field('tracking_number')} />
    </ActionDialog>
  )
}
