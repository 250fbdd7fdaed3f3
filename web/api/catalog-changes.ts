import { RESPONSE_FRESH_SECONDS, RESPONSE_STALE_SECONDS } from '../../shared/catalog/constants.ts'
import type { AppServices } from './app-store.ts'

const KEY = 'catalogChange'
/** After this time no cache uses a response from before the change. */
const REMEMBERED_MS = (RESPONSE_FRESH_SECONDS + RESPONSE_STALE_SECONDS) * 1000

type Services = Pick<AppServices, 'storage' | 'now'>

/** Records, for all tabs, that this browser changed the catalog: its next reads must include the change. */
export function recordCatalogChange({ storage, now }: Services): void {
  storage.write('localStorage', KEY, `${now()}-${Math.random().toString(36).slice(2)}`)
}

/** Returns what reads of the catalog send as `after_change`; undefined when this browser changed nothing lately. */
export function lastCatalogChange({ storage, now }: Services): string | undefined {
  const change = storage.read('localStorage', KEY)
  const [time] = change?.split('-') ?? []
  return change && Math.abs(now() - Number(time)) < REMEMBERED_MS ? change : undefined
}
