import { useState } from 'react'
import { MAX_INSTRUCTIONS_LENGTH, MAX_NOTE_LENGTH } from '../../../shared/fulfilment/constants.ts'
import { fulfilmentErrors } from '../../../shared/fulfilment/errors.ts'
import { fulfilmentMessages } from '../../../shared/fulfilment/messages.ts'
import { returnMessages, sellerReturnMessages } from '../../../shared/fulfilment/return-messages.ts'
import type { FullReturn } from '../../../shared/fulfilment/return-schema.ts'
import type { FullSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { adminPaymentErrors } from '../../../shared/payments/errors.ts'
import { useDraft } from '../../session/use-draft.tsx'
import { ActionButtons } from './action-buttons.tsx'
import { ActionDialog, DialogField, DialogTextArea } from './action-dialog.tsx'
import { DeliveryBackField, DeliveryIncluded, deliveryBack } from './delivery-back.tsx'
import { fulfilmentApi } from './fulfilment-api.ts'
import { LineUnitFields, wrongUnits } from './line-units.tsx'
import { ReturnList } from './return-list.tsx'
import { lineOfSellerOrder } from './shipment-list.tsx'
import { worthOf } from './what-is-possible.ts'

interface SellerReturnsProps {
  sellerOrder: FullSellerOrder
  base: string
}

/** The returns of a seller order with the actions of its seller; renders nothing without any. */
export function SellerReturns({ sellerOrder, base }: SellerReturnsProps) {
  if (!sellerOrder.returns.length) return null
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium text-muted">{returnMessages.returns}</h3>
      <ReturnList
        label={returnMessages.returnsOf({ id: sellerOrder.seller_order_id })}
        returns={sellerOrder.returns}
        lineOf={lineOfSellerOrder(sellerOrder)}
        actions={(one) => <ReturnActions sellerOrder={sellerOrder} base={base} one={one} />}
      />
    </section>
  )
}

interface ReturnActionsProps extends SellerReturnsProps {
  one: FullReturn
}

type Action = 'accept' | 'decline' | 'receive'

function ReturnActions({ sellerOrder, base, one }: ReturnActionsProps) {
  const [open, setOpen] = useState<Action | null>(null)
  const props = { sellerOrder, base, one, onClose: () => setOpen(null) }
  const main = [
    ['accept', sellerReturnMessages.accept, one.state === 'requested'],
    // An expired return may still arrive.
    ['receive', sellerReturnMessages.receive, one.state === 'accepted' || one.state === 'expired'],
  ] as const
  const decline = ['decline', sellerReturnMessages.decline, one.state === 'requested'] as const
  return (
    <div className="flex flex-wrap gap-2 empty:hidden print:hidden">
      <ActionButtons actions={main} onOpen={setOpen} size="small" />
      <ActionButtons actions={[decline]} onOpen={setOpen} size="small" variant="secondary" />
      {(open === 'accept' || open === 'decline') && <AnswerDialog {...props} accepts={open === 'accept'} />}
      {open === 'receive' && <ReceiveDialog {...props} />}
    </div>
  )
}

type DialogProps = ReturnActionsProps & { onClose: () => void }

function AnswerDialog({ sellerOrder, base, one, accepts, onClose }: DialogProps & { accepts: boolean }) {
  const draft = useDraft(`${base}/returns/${one.return_number}/${accepts ? 'accept' : 'decline'}`, { text: '' })
  const text = draft.values.text.trim()
  const [answer] = fulfilmentApi.useAnswerReturnMutation()
  const field = draft.field('text')
  const needed = accepts ? fulfilmentMessages.instructionsNeeded : fulfilmentMessages.declineReasonNeeded
  return (
    <ActionDialog
      title={accepts ? sellerReturnMessages.acceptTitle : sellerReturnMessages.declineTitle}
      confirm={accepts ? sellerReturnMessages.accept : sellerReturnMessages.decline}
      cancel={accepts ? uiMessages.cancel : sellerReturnMessages.keep}
      danger={!accepts}
      check={() => ({ text: text ? undefined : needed })}
      draft={draft}
      success={accepts ? sellerReturnMessages.accepted : sellerReturnMessages.declined}
      onSubmit={() => {
        const { revision } = sellerOrder
        const given = accepts ? { accept: true, instructions: text } : { accept: false, note: text }
        return answer({ base, returned: one.return_number, answer: { revision, ...given } })
      }}
      onClose={onClose}
    >
      {accepts ? (
        <DialogTextArea
          {...field}
          required
          label={sellerReturnMessages.instructions}
          hint={sellerReturnMessages.instructionsHint}
          rows={5}
          maxLength={MAX_INSTRUCTIONS_LENGTH}
        />
      ) : (
        <DialogField {...field} required label={sellerReturnMessages.declineReason} maxLength={MAX_NOTE_LENGTH} />
      )}
    </ActionDialog>
  )
}

function ReceiveDialog({ sellerOrder, base, one, onClose }: DialogProps) {
  const returned = new Map(one.lines.map(({ line_number, quantity }) => [line_number, quantity]))
  const lines = sellerOrder.lines
    .map((line) => ({ ...line, left: returned.get(line.line_number) ?? 0 }))
    .filter(({ left }) => left > 0)
  const initial = Object.fromEntries(
    lines.flatMap(({ line_number, left }) => [
      [line_number, String(left)],
      [`again ${line_number}`, String(left)],
    ]),
  )
  const draft = useDraft(`${base}/returns/${one.return_number}/received`, { delivery: '', ...initial })
  const { change } = draft
  const values: Readonly<Record<string, string>> = draft.values
  const [receive] = fulfilmentApi.useReceiveReturnMutation()
  const { came, received, units, again } = typedUnits(lines, values)
  const back = deliveryBack(sellerOrder, received, { how: 'returned_units', typed: values.delivery })

  return (
    <ActionDialog
      title={sellerReturnMessages.receiveTitle}
      confirm={sellerReturnMessages.confirmReceived}
      check={() => ({
        ...wrongUnits(lines, values, fulfilmentMessages.nothingReceived),
        again: came.some((line) => line.resalable > line.received) ? fulfilmentMessages.resalableTooMany : undefined,
        ...wrongUnits(lines, again, undefined, 'again'),
        delivery: back.problem,
      })}
      fieldOf={{ more_than_asked: 'units', delivery_refund_too_large: 'delivery' }}
      refusals={{ ...fulfilmentErrors, ...adminPaymentErrors }}
      draft={draft}
      success={sellerReturnMessages.received({ units })}
      onSubmit={() => {
        const added = back.amount > back.due && { delivery: back.amount }
        const receipt = { revision: sellerOrder.revision, lines: came, ...added }
        return receive({ base, returned: one.return_number, came: receipt })
      }}
      onClose={onClose}
    >
      <LineUnitFields
        legend={sellerReturnMessages.receivedUnits}
        lines={lines}
        units={values}
        onChange={(typed) => change({ ...draft.values, ...withFewerAgain({ ...values, ...typed }) })}
        labelOf={({ name, left }) => sellerReturnMessages.receivedOfLine({ name, asked: left })}
      />
      <LineUnitFields
        name="again"
        legend={sellerReturnMessages.resalableUnits}
        lines={lines}
        units={again}
        onChange={(typed) =>
          change({
            ...draft.values,
            ...Object.fromEntries(Object.entries(typed).map(([line, text]) => [`again ${line}`, text])),
          })
        }
        labelOf={({ name }) => name}
      />
      <DeliveryBackField back={back} {...draft.field('delivery')} />
      <p role="status" className="text-muted">
        {effectsOf(sellerOrder)({ units, amount: worthOf(sellerOrder.lines, received, back.amount) })}
        <DeliveryIncluded amount={back.amount} />
      </p>
    </ActionDialog>
  )
}

/** Returns the typed units of each line: received, of these resalable, and the texts of the latter. */
function typedUnits(lines: readonly { line_number: number }[], values: Readonly<Record<string, string>>) {
  const came = lines.map(({ line_number }) => ({
    line_number,
    received: Math.trunc(Number(values[line_number] ?? 0)),
    resalable: Math.trunc(Number(values[`again ${line_number}`] ?? 0)),
  }))
  return {
    came,
    received: came.map(({ line_number, received: quantity }) => ({ line_number, quantity })),
    units: came.reduce((sum, { received }) => sum + received, 0),
    again: Object.fromEntries(lines.map(({ line_number }) => [line_number, values[`again ${line_number}`] ?? ''])),
  }
}

function withFewerAgain(typed: Record<string, string>): Record<string, string> {
  const again = Object.entries(typed).filter(([name]) => name.startsWith('again '))
  const lowered = again.map(([name, text]) => {
    const received = typed[name.slice('again '.length)] ?? ''
    return [name, Number(text) > Number(received) ? received : text]
  })
  return { ...typed, ...Object.fromEntries(lowered) }
}

function effectsOf({ payment }: FullSellerOrder) {
  return payment?.payment_state === 'paid' ? sellerReturnMessages.paidEffects : sellerReturnMessages.effects
}
