import { type ReactNode, useState } from 'react'
import { orderDeliveryMessages } from '../../../shared/delivery/order-messages.ts'
import type { OrderDelivery } from '../../../shared/delivery/schema.ts'
import { LOST_DAYS } from '../../../shared/fulfilment/constants.ts'
import { shipmentStateText } from '../../../shared/fulfilment/delivery-texts.ts'
import type { LineUnits, Shipment } from '../../../shared/fulfilment/schema.ts'
import { progressMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { dayOf } from '../../../shared/kernel/calendar.ts'
import type { OrderLine } from '../../../shared/orders/schema.ts'
import { Button } from '../../ui/button.tsx'
import { ProductPicture } from '../../ui/pictures/product-picture.tsx'
import { Sentence } from '../../ui/text.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { CalendarDay } from './seller-order-state.tsx'
import { TrackingLink, TrackingNumber } from './tracking-link.tsx'

/** Longer lists are folded. */
const SHOWN_AT_FIRST = 4

interface ShipmentListProps {
  label: string
  shipments: readonly Shipment[]
  /** Their delivery; by default as parcels. */
  delivery: OrderDelivery | undefined
  lineOf: LineOf
  /** Texts for the buyer, without alarm at lost or late packages; by default those for the seller, who has to act. */
  forBuyer?: boolean
  actions?: (shipment: Shipment) => ReactNode
}

/** The shipments of a seller order: carrier, tracking, dates and contents. */
export function ShipmentList({ label, shipments, delivery, lineOf, forBuyer = false, actions }: ShipmentListProps) {
  const [isWhole, setWhole] = useState(false)
  const isLong = shipments.length > SHOWN_AT_FIRST + 1
  const shown = isLong && !isWhole ? shipments.slice(0, SHOWN_AT_FIRST) : shipments
  return (
    <div className="@container grid gap-3">
      <ul aria-label={label} className="grid divide-y divide-line">
        {shown.map((shipment) => (
          <li
            key={shipment.shipment_number}
            className="grid grid-cols-1 items-start gap-x-6 gap-y-2 not-first:pt-3 not-last:pb-3 @xl:grid-cols-2"
          >
            <LineList lines={shipment.lines} lineOf={lineOf} />
            <div className="grid min-w-0 gap-1">
              <ShipmentFacts shipment={shipment} delivery={delivery} forBuyer={forBuyer} />
              {actions?.(shipment)}
            </div>
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

interface ShipmentFactsProps {
  shipment: Shipment
  delivery: OrderDelivery | undefined
  forBuyer: boolean
}

function ShipmentFacts({ shipment, delivery, forBuyer }: ShipmentFactsProps) {
  const { carrier, state, tracking_number, tracking_url, expected_on, sent_at, lost_at, delivered_at } = shipment
  const problem = forBuyer ? 'text-warning' : 'text-danger'
  const isPickup = delivery?.kind === 'pickup'
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <bdi className="font-semibold wrap-anywhere">{carrier || delivery?.name}</bdi>
        <span className={TONES[state] ?? problem}>{shipmentStateText(state, delivery)}</span>
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
        {delivery?.kind !== 'none' && (
          <span>
            <Sentence
              message={isPickup ? orderDeliveryMessages.readySince : progressMessages.sentOn}
              values={{ time: <LocalDate at={sent_at} precise /> }}
            />
          </span>
        )}
        {delivered_at ? (
          <span>
            <Sentence
              message={isPickup ? orderDeliveryMessages.collectedOn : progressMessages.deliveredOn}
              values={{ time: <LocalDate at={delivered_at} /> }}
            />
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
        <p className={`text-sm ${problem}`}>
          <Sentence
            message={forBuyer ? progressMessages.decidedBy : progressMessages.decideBy}
            values={{ time: <LocalDate at={decidedUntil(lost_at)} /> }}
          />
        </p>
      )}
      {shipment.missing_at && state === 'sent' && (
        <p className={`text-sm ${problem}`}>
          {forBuyer ? progressMessages.missingReported : progressMessages.missingSince}
        </p>
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
  lost: undefined,
  resent: 'text-muted',
  refunded: 'text-muted',
  voided: 'text-muted',
} as const

export type LineOf = (lineNumber: number) => Pick<OrderLine, 'product_name' | 'featured_image'> | undefined

/** Returns the lookup of a seller order's lines by their number. */
export function lineOfSellerOrder({ lines }: { lines: readonly (OrderLine & { line_number: number })[] }): LineOf {
  return (lineNumber) => lines.find(({ line_number }) => line_number === lineNumber)
}

interface LineListProps<Line extends LineUnits> {
  label?: string
  lines: readonly Line[]
  lineOf: LineOf
  /** Shown after the name. */
  note?: (line: Line) => ReactNode
}

/** Units of ordered products with their pictures. */
export function LineList<Line extends LineUnits>({ label, lines, lineOf, note }: LineListProps<Line>) {
  return (
    <ul aria-label={label} className="grid gap-2">
      {lines.map((line) => {
        const product = lineOf(line.line_number)
        return (
          <li key={line.line_number} className="flex min-w-0 items-center gap-3">
            <span className="w-12 shrink-0 overflow-hidden rounded-field print:hidden">
              <ProductPicture src={product?.featured_image ?? ''} alt="" sizes="48px" />
            </span>
            <span className="min-w-0 wrap-anywhere">
              {progressMessages.lineOf({ units: line.quantity, name: product?.product_name ?? '' })}
              {note?.(line)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
