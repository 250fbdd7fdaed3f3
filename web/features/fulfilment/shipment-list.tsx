import { type ReactNode, useState } from 'react'
import { LOST_DAYS } from '../../../shared/fulfilment/constants.ts'
import type { Shipment } from '../../../shared/fulfilment/schema.ts'
import { progressMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { dayOf } from '../../../shared/kernel/calendar.ts'
import { Button } from '../../ui/button.tsx'
import { Sentence } from '../../ui/text.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { LineList, type LineOf } from './line-list.tsx'
import { CalendarDay } from './seller-order-state.tsx'
import { TrackingLink, TrackingNumber } from './tracking-link.tsx'

/** Longer lists are folded. */
const SHOWN_AT_FIRST = 4

interface ShipmentListProps {
  label: string
  shipments: readonly Shipment[]
  lineOf: LineOf
  /** The deadline of the decision about a lost package; by default in words for the seller. */
  decideBy?: typeof progressMessages.decideBy
  actions?: (shipment: Shipment) => ReactNode
}

/** The shipments of a seller order: carrier, tracking, dates and contents. */
export function ShipmentList({
  label,
  shipments,
  lineOf,
  decideBy = progressMessages.decideBy,
  actions,
}: ShipmentListProps) {
  const [isWhole, setWhole] = useState(false)
  const isLong = shipments.length > SHOWN_AT_FIRST + 1
  const shown = isLong && !isWhole ? shipments.slice(0, SHOWN_AT_FIRST) : shipments
  return (
    <div className="@container grid gap-3">
      <ul aria-label={label} className="grid gap-3">
        {shown.map((shipment) => (
          <li
            key={shipment.shipment_number}
            className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-picture bg-tint p-3 @md:p-4 @xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] @xl:grid-rows-[auto_1fr]"
          >
            <div className="grid content-start gap-1">
              <ShipmentFacts shipment={shipment} decideBy={decideBy} />
            </div>
            <div className="@xl:col-start-2 @xl:row-span-2 @xl:row-start-1">
              <LineList lines={shipment.lines} lineOf={lineOf} />
            </div>
            {actions && <div className="min-w-0">{actions(shipment)}</div>}
          </li>
        ))}
      </ul>
      {isLong && (
        <Button
          size="small"
          variant="secondary"
          className="justify-self-start print:hidden"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? progressMessages.showFewer : progressMessages.showAll({ count: shipments.length })}
        </Button>
      )}
    </div>
  )
}

function ShipmentFacts({ shipment, decideBy }: Required<Pick<ShipmentListProps, 'decideBy'>> & { shipment: Shipment }) {
  const { carrier, state, tracking_number, tracking_url, expected_on, sent_at, lost_at, delivered_at } = shipment
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <bdi className="font-semibold wrap-anywhere">{carrier}</bdi>
        <span className={TONES[state]}>{progressMessages.shipmentStates[state]}</span>
      </p>
      {tracking_number && (
        <p className="flex flex-wrap items-center gap-x-3">
          <TrackingNumber number={tracking_number} className="text-sm" />
          {tracking_url && <TrackingLink url={tracking_url} />}
        </p>
      )}
      {!tracking_number && tracking_url && (
        <p>
          <TrackingLink url={tracking_url} />
        </p>
      )}
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span>
          <Sentence message={progressMessages.sentOn} values={{ time: <LocalDate at={sent_at} precise /> }} />
        </span>
        {delivered_at ? (
          <span>
            <Sentence message={progressMessages.deliveredOn} values={{ time: <LocalDate at={delivered_at} /> }} />
          </span>
        ) : (
          expected_on && (
            <span
              className={state === 'sent' && expected_on < dayOf(new Date()) ? 'font-medium text-warning' : undefined}
            >
              <Sentence message={progressMessages.expectedOn} values={{ day: <CalendarDay day={expected_on} /> }} />
            </span>
          )
        )}
      </p>
      {lost_at && state === 'lost' && (
        <p className="text-sm text-danger">
          <Sentence message={decideBy} values={{ time: <LocalDate at={decidedUntil(lost_at)} /> }} />
        </p>
      )}
      {shipment.missing_at && state === 'sent' && (
        <p className="text-sm text-danger">{progressMessages.missingSince}</p>
      )}
    </>
  )
}

function decidedUntil(lostAt: string): string {
  return new Date(Date.parse(lostAt) + LOST_DAYS * 86_400_000).toISOString()
}

const TONES = {
  sent: 'text-info',
  delivered: 'text-good',
  lost: 'text-danger',
  resent: 'text-muted',
  refunded: 'text-muted',
  voided: 'text-muted',
} as const
