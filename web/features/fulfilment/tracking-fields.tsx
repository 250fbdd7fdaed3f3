import { useId } from 'react'
import { CARRIERS, carrierFor } from '../../../shared/fulfilment/constants.ts'
import { fulfilmentMessages } from '../../../shared/fulfilment/messages.ts'
import { isHttps } from '../../../shared/fulfilment/rules.ts'
import type { Shipment } from '../../../shared/fulfilment/schema.ts'
import { actionMessages, progressMessages } from '../../../shared/fulfilment/screen-messages.ts'
import type { AppThunk } from '../../api/app-store.ts'
import type { DraftField } from '../../session/use-draft.tsx'
import { DialogField, type Problems } from './action-dialog.tsx'

/** Carrier, tracking number, link and expected day, as typed. */
export type Tracking = Record<'carrier' | 'tracking_number' | 'tracking_url' | 'expected_on', string>

export const NO_TRACKING: Tracking = { carrier: '', tracking_number: '', tracking_url: '', expected_on: '' }

/** Returns the form's values for a shipment, without the link that is derived from a known carrier. */
export function trackingOf(shipment: Shipment): Tracking {
  return {
    carrier: shipment.carrier,
    tracking_number: shipment.tracking_number ?? '',
    tracking_url: CARRIERS.includes(shipment.carrier) ? '' : (shipment.tracking_url ?? ''),
    expected_on: shipment.expected_on ?? '',
  }
}

/** Returns the request's values; empty ones are null. */
export function trackingValues({ carrier, tracking_number, tracking_url, expected_on }: Tracking) {
  return {
    carrier: carrier.trim(),
    tracking_number: tracking_number.trim() || null,
    tracking_url: tracking_url.trim() || null,
    expected_on: expected_on || null,
  }
}

/** Returns the errors of the fields. */
export function wrongTracking({ carrier, tracking_url, expected_on }: Tracking): Problems {
  const link = tracking_url.trim()
  return {
    ...wrongCarrier(carrier),
    expected_on: expected_on === '' || expected_on.startsWith('20') ? undefined : fulfilmentMessages.wrongDay,
    tracking_url: link === '' || isHttps(link) ? undefined : fulfilmentMessages.httpsOnly,
  }
}

/** Returns the error of a `CarrierField`. */
export function wrongCarrier(carrier: string): Problems {
  return { carrier: carrier.trim() ? undefined : fulfilmentMessages.carrierNeeded }
}

/** Carrier, tracking number and link of a package. */
export function TrackingFields({ value, onChange }: { value: Tracking; onChange: (value: Tracking) => void }) {
  const set = (name: keyof Tracking): DraftField => ({
    name,
    value: value[name],
    onChange: ({ target }) => onChange({ ...value, [name]: target.value }),
  })
  return (
    <div className="grid gap-4">
      <CarrierField {...set('carrier')} />
      <DialogField
        label={progressMessages.trackingNumber}
        maxLength={60}
        {...set('tracking_number')}
        onChange={({ target: { value: tracking_number } }) =>
          onChange({ ...value, tracking_number, carrier: carrierFor(tracking_number, value.carrier) })
        }
      />
      <DialogField label={actionMessages.expectedDay} type="date" max="9999-12-31" {...set('expected_on')} />
      <DialogField
        label={actionMessages.trackingLink}
        hint={actionMessages.trackingLinkHint}
        type="url"
        maxLength={500}
        {...set('tracking_url')}
      />
    </div>
  )
}

/** A carrier with suggestions. */
export function CarrierField(field: DraftField) {
  const listId = useId()
  return (
    <>
      <DialogField
        label={actionMessages.carrier}
        hint={actionMessages.carrierHint}
        list={listId}
        maxLength={60}
        required
        {...field}
      />
      <datalist id={listId}>
        {CARRIERS.map((carrier) => (
          <option key={carrier} value={carrier} />
        ))}
      </datalist>
    </>
  )
}

const KEY = 'lastCarrier'

/** Returns the carrier of the last shipment from this browser; empty without one. */
export function readLastCarrier(): AppThunk<string> {
  return (_dispatch, _getState, { storage }) => storage.read('localStorage', KEY) ?? ''
}

export function storeLastCarrier(carrier: string): AppThunk<void> {
  return (_dispatch, _getState, { storage }) => storage.write('localStorage', KEY, carrier)
}
