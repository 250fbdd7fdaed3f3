import { useId } from 'react'
import { CARRIERS } from '../../../shared/fulfilment/carriers.ts'
import type { Shipment } from '../../../shared/fulfilment/schema.ts'
import { actMessages, progressMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { TextField } from '../../ui/text-field.tsx'

/** Carrier, number, link and day, as typed. */
export type Tracking = Record<'carrier' | 'tracking_number' | 'tracking_url' | 'expected_on', string>

export const NO_TRACKING: Tracking = { carrier: '', tracking_number: '', tracking_url: '', expected_on: '' }

/** Returns what a form shows of a shipment. The link that follows from the carrier was not typed. */
export function trackingOf(shipment: Shipment): Tracking {
  return {
    carrier: shipment.carrier,
    tracking_number: shipment.tracking_number ?? '',
    tracking_url: CARRIERS.includes(shipment.carrier) ? '' : (shipment.tracking_url ?? ''),
    expected_on: shipment.expected_on ?? '',
  }
}

/** Returns what is sent of the fields: null for what is empty. */
export function trackingValues({ carrier, tracking_number, tracking_url, expected_on }: Tracking) {
  return {
    carrier: carrier.trim(),
    tracking_number: tracking_number.trim() || null,
    tracking_url: tracking_url.trim() || null,
    expected_on: expected_on || null,
  }
}

interface TrackingFieldsProps {
  value: Tracking
  onChange: (value: Tracking) => void
}

/** How a package is found on its way. */
export function TrackingFields({ value, onChange }: TrackingFieldsProps) {
  const set = (name: keyof Tracking) => ({
    value: value[name],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ ...value, [name]: target.value }),
  })
  return (
    <div className="grid gap-4">
      <CarrierField {...set('carrier')} />
      <TextField
        label={progressMessages.trackingNumber}
        maxLength={60}
        autoComplete="off"
        {...set('tracking_number')}
      />
      <TextField label={actMessages.expectedDay} type="date" max="9999-12-31" {...set('expected_on')} />
      <TextField
        label={actMessages.trackingLink}
        hint={actMessages.trackingLinkHint}
        type="url"
        pattern="https://.+"
        maxLength={500}
        autoComplete="off"
        {...set('tracking_url')}
      />
    </div>
  )
}

interface CarrierFieldProps {
  value: string
  onChange: (event: { target: HTMLInputElement }) => void
}

/** A carrier of the list, or another one. */
export function CarrierField(props: CarrierFieldProps) {
  const listId = useId()
  return (
    <>
      <TextField
        label={actMessages.carrier}
        hint={actMessages.carrierHint}
        list={listId}
        maxLength={60}
        required
        autoComplete="off"
        {...props}
      />
      <datalist id={listId}>
        {CARRIERS.map((carrier) => (
          <option key={carrier} value={carrier} />
        ))}
      </datalist>
    </>
  )
}
