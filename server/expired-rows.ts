import { SESSION_LIFE_SECONDS } from '../shared/auth/constants.ts'
import { SEARCHES_COUNTED_DAYS } from '../shared/catalog/constants.ts'
import { NOTIFICATION_LIFE_DAYS } from '../shared/notifications/constants.ts'
import { IDEMPOTENCY_KEY_TTL_HOURS } from '../shared/orders/constants.ts'
import { deleteGuests } from './accounts/delete-guests.ts'
import { deleteOldAlerts } from './alerts/announce-restocked.ts'
import { expiredAuthRows } from './auth/expired-rows.ts'
import { hasSessions } from './auth/sessions/queries.ts'
import { deleteMerges } from './cart/queries.ts'
import { hasProducts } from './catalog/editing/ownership-queries.ts'
import { deleteOldSearches } from './catalog/search/search-count-queries.ts'
import { DAY_SECONDS } from './config/clock.ts'
import { afterSeconds, type DeleteExpired } from './jobs/delete-expired.ts'
import { deleteEndedWindows } from './load/queries.ts'
import { deleteMessages } from './mail/queries.ts'
import { deleteNotifications } from './notifications/queries.ts'
import { deleteKeys, hasOrders } from './orders/queries.ts'
import { deleteDoneEvents } from './payments/event-queries.ts'
import { hasPayments } from './payments/queries.ts'
import { expiredSandboxRows } from './payments/sandbox/expired-rows.ts'
import { deleteOldCheckouts } from './stock/release-expired.ts'
import { deleteAvatars } from './storage/avatar-queries.ts'

const GUEST_LIFE_SECONDS = 30 * DAY_SECONDS
const EVENTS_KEPT_SECONDS = 30 * DAY_SECONDS
const MESSAGES_KEPT_SECONDS = 7 * DAY_SECONDS

/** Rows of other modules that prevent the deletion of a guest: without them the account can never be used again. */
const guestLinks = { keptBy: [hasSessions, hasOrders, hasPayments, hasProducts], removeFiles: deleteAvatars }

export const expiredRows: readonly DeleteExpired[] = [
  deleteEndedWindows,
  ...expiredAuthRows,
  // A browser retries a merge without a response only within the same session.
  afterSeconds(SESSION_LIFE_SECONDS, deleteMerges),
  afterSeconds(IDEMPOTENCY_KEY_TTL_HOURS * 3600, deleteKeys),
  deleteOldCheckouts,
  deleteOldAlerts,
  afterSeconds(MESSAGES_KEPT_SECONDS, deleteMessages),
  afterSeconds(NOTIFICATION_LIFE_DAYS * DAY_SECONDS, deleteNotifications),
  afterSeconds(EVENTS_KEPT_SECONDS, deleteDoneEvents),
  ...expiredSandboxRows,
  afterSeconds(SEARCHES_COUNTED_DAYS * DAY_SECONDS, deleteOldSearches),
  afterSeconds(GUEST_LIFE_SECONDS, (db, before, limit) => deleteGuests({ db, ...guestLinks }, before, limit)),
]
