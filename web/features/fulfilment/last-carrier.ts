import type { AppThunk } from '../../api/app-store.ts'

const KEY = 'lastCarrier'

/** Returns the carrier of the last shipment from this browser; empty without one. */
export function readLastCarrier(): AppThunk<string> {
  return (_dispatch, _getState, { storage }) => storage.read('localStorage', KEY) ?? ''
}

export function storeLastCarrier(carrier: string): AppThunk<void> {
  return (_dispatch, _getState, { storage }) => storage.write('localStorage', KEY, carrier)
}
