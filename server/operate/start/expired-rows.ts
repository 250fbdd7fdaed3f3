import { SESSION_LIFE_SECONDS } from '../../../shared/auth/constants.ts'
import { SEARCHES_COUNTED_DAYS } from '../../../shared/catalog/constants.ts'
import { FORMER_CATEGORY_DAYS } from '../../../shared/categories/constants.ts'
import { NOTIFICATION_LIFE_DAYS } from '../../../shared/notifications/constants.ts'
import { CHECKOUT_LIFE_DAYS } from '../../../shared/stock/constants.ts'
import { deleteMessages } from '../../pages/mail/queries.ts'
import { deleteGuests } from '../../people/accounts/delete-guests.ts'
import { deleteExpiredCodes } from '../../people/auth/codes/code-queries.ts'
import { deleteExpiredFlows } from '../../people/auth/codes/flow-queries.ts'
import { ABANDONED_AFTER_SECONDS } from '../../people/auth/factors/factors.ts'
import { deleteAllAbandonedFactors, deleteExpiredChallenges } from '../../people/auth/factors/queries.ts'
import { deleteExpiredOauthFlows, deleteExpiredProviderTokens } from '../../people/auth/providers/queries.ts'
import {
  deleteReplacedTokens,
  deleteUnusedNetworks,
  deleteUnusedSessions,
  hasSessions,
} from '../../people/auth/sessions/queries.ts'
import { deleteNotifications } from '../../people/notifications/queries.ts'
import { deleteOldInvitations } from '../../people/staff/queries.ts'
import { DAY_SECONDS } from '../../platform/config/clock.ts'
import { afterSeconds, type DeleteExpired } from '../../platform/jobs/delete-expired.ts'
import { deleteEndedWindows } from '../../platform/load/queries.ts'
import { deleteAvatars } from '../../programs/storage/avatar-queries.ts'
import { deleteOldAlerts } from '../../shop/alerts/announce-restocked.ts'
import { deleteFormerCategories } from '../../shop/catalog/categories/queries.ts'
import { hasProducts } from '../../shop/catalog/editing/storage-queries.ts'
import { deleteOldSearches } from '../../shop/catalog/searches/queries.ts'
import { deleteOldPreviews } from '../../shop/previews/queries.ts'
import { deleteClosedFacts } from '../../shop/sellers/change-shop.ts'
import { deleteMerges } from '../../trade/cart/queries.ts'
import { hasOrders } from '../../trade/orders/queries.ts'
import { deleteDoneEvents } from '../../trade/payments/event-queries.ts'
import { hasPayments } from '../../trade/payments/queries.ts'
import { deleteEndedCheckouts } from '../../trade/purchase/queries.ts'

/** A replaced refresh token stays stored, so that its reuse is recognized. */
const REPLACED_TOKEN_SECONDS = 30 * DAY_SECONDS
/** Longer than a session lives: owners sign in again from the same network. */
const KNOWN_NETWORK_SECONDS = 180 * DAY_SECONDS
const GUEST_LIFE_SECONDS = 30 * DAY_SECONDS
const EVENT_LIFE_SECONDS = 30 * DAY_SECONDS
const MESSAGE_LIFE_SECONDS = 7 * DAY_SECONDS
/** Expired invitations are listed for so long, to be sent again. */
const INVITATION_LISTED_SECONDS = 7 * DAY_SECONDS

/** Rows of other modules that keep a guest: an account without any of them can never be used again. */
const guestLinks = { referencedBy: [hasSessions, hasOrders, hasPayments, hasProducts], removeFiles: deleteAvatars }

export const expiredRows: readonly DeleteExpired[] = [
  deleteEndedWindows,
  deleteExpiredCodes,
  deleteExpiredFlows,
  deleteExpiredOauthFlows,
  deleteExpiredProviderTokens,
  deleteExpiredChallenges,
  afterSeconds(ABANDONED_AFTER_SECONDS, deleteAllAbandonedFactors),
  afterSeconds(REPLACED_TOKEN_SECONDS, deleteReplacedTokens),
  afterSeconds(KNOWN_NETWORK_SECONDS, deleteUnusedNetworks),
  afterSeconds(SESSION_LIFE_SECONDS, deleteUnusedSessions),
  afterSeconds(INVITATION_LISTED_SECONDS, deleteOldInvitations),
  // A browser retries an unanswered merge only within the same session.
  afterSeconds(SESSION_LIFE_SECONDS, deleteMerges),
  afterSeconds(CHECKOUT_LIFE_DAYS * DAY_SECONDS, deleteEndedCheckouts),
  deleteOldAlerts,
  deleteClosedFacts,
  deleteOldPreviews,
  afterSeconds(MESSAGE_LIFE_SECONDS, deleteMessages),
  afterSeconds(NOTIFICATION_LIFE_DAYS * DAY_SECONDS, deleteNotifications),
  afterSeconds(EVENT_LIFE_SECONDS, deleteDoneEvents),
  afterSeconds(SEARCHES_COUNTED_DAYS * DAY_SECONDS, deleteOldSearches),
  afterSeconds(FORMER_CATEGORY_DAYS * DAY_SECONDS, deleteFormerCategories),
  afterSeconds(GUEST_LIFE_SECONDS, (db, before, limit) => deleteGuests({ db, ...guestLinks }, before, limit)),
]
