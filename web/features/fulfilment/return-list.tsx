import type { ReactNode } from 'react'
import { returnMessages } from '../../../shared/fulfilment/return-messages.ts'
import type { BuyerReturn } from '../../../shared/fulfilment/return-schema.ts'
import { RotateCcw } from '../../ui/area-icons.ts'
import { Price, Sentence } from '../../ui/text.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { returnStateText } from './seller-order-state.tsx'
import { LineList, type LineOf } from './shipment-list.tsx'
import { TrackingLink, TrackingNumber } from './tracking-link.tsx'

interface ReturnListProps<Return extends BuyerReturn> {
  label: string
  returns: readonly Return[]
  lineOf: LineOf
  actions?: (one: Return) => ReactNode
}

/** The returns of a seller order: units, reason, steps with their times, and instructions. */
export function ReturnList<Return extends BuyerReturn>({ label, returns, lineOf, actions }: ReturnListProps<Return>) {
  if (!returns.length) return null
  return (
    <ul aria-label={label} className="@container grid gap-3">
      {returns.map((one) => (
        <li
          key={one.return_number}
          className="grid grid-cols-1 gap-x-6 gap-y-2 rounded-picture bg-tint p-3 @xl:grid-cols-2"
        >
          <ReturnedUnits one={one} lineOf={lineOf} />
          <div className="grid min-w-0 content-start gap-1 text-sm">
            <ReturnFacts one={one} />
            {actions?.(one)}
          </div>
        </li>
      ))}
    </ul>
  )
}

const TONES = {
  requested: 'text-warning',
  accepted: 'text-info',
  declined: 'text-danger',
  withdrawn: 'text-muted',
  received: 'text-good',
  expired: 'text-muted',
} as const

function ReturnedUnits({ one, lineOf }: { one: BuyerReturn; lineOf: LineOf }) {
  const isEnded = one.state === 'received'
  return (
    <div className="grid min-w-0 content-start gap-2">
      <p className={`flex items-center gap-2 font-semibold ${TONES[one.state]}`}>
        <RotateCcw aria-hidden className="size-4 shrink-0" /> {returnStateText(one)}
      </p>
      <LineList
        lines={one.lines}
        lineOf={lineOf}
        note={({ quantity, received }) =>
          isEnded &&
          received < quantity && <span className="text-muted"> · {returnMessages.back({ units: received })}</span>
        }
      />
    </div>
  )
}

function ReturnFacts({ one }: { one: BuyerReturn }) {
  return (
    <>
      <p className="text-muted wrap-anywhere">
        {returnMessages.reasons[one.reason]}
        {one.note && <span className="block">{returnMessages.quoted({ text: one.note })}</span>}
      </p>
      <Steps one={one} />
      {one.answer_note && <p className="wrap-anywhere">{returnMessages.quoted({ text: one.answer_note })}</p>}
      {one.instructions && one.state === 'accepted' && (
        <div>
          <p className="font-medium text-muted">{returnMessages.sendTo}</p>
          <p className="whitespace-pre-line wrap-anywhere">{one.instructions}</p>
        </div>
      )}
      {one.send_until && (
        <p>
          <Sentence message={returnMessages.sendUntil} values={{ day: <LocalDate at={one.send_until} /> }} />
        </p>
      )}
      <Way one={one} />
      {one.refunded !== null && one.refunded > 0 && (
        <p className="flex flex-wrap justify-between gap-x-4 font-medium">
          {returnMessages.refunded} <Price amount={one.refunded} />
        </p>
      )}
    </>
  )
}

function Steps({ one }: { one: BuyerReturn }) {
  const steps = [
    ['requested', one.requested_at],
    [one.state === 'declined' ? 'declined' : 'accepted', one.answered_at],
    ['withdrawn', one.withdrawn_at],
    ['sent', one.sent_at],
    ['expired', one.expired_at],
    ['received', one.received_at],
  ] as const
  return (
    <ol className="grid gap-0.5 text-muted">
      {steps.map(
        ([step, time]) =>
          time && (
            <li key={step}>
              <Sentence message={returnMessages.at[step]} values={{ time: <LocalDate at={time} precise /> }} />
            </li>
          ),
      )}
    </ol>
  )
}

function Way({ one: { carrier, tracking_number, tracking_url } }: { one: BuyerReturn }) {
  if (!carrier) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <bdi className="font-medium wrap-anywhere">{carrier}</bdi>
      {tracking_number && <TrackingNumber number={tracking_number} />}
      {tracking_url && <TrackingLink url={tracking_url} />}
    </p>
  )
}
