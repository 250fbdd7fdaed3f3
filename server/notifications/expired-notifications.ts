import { NOTIFICATION_LIFE_DAYS } from '../../shared/notifications/constants.ts'
import { afterSeconds } from '../jobs/delete-expired.ts'
import { deleteNotifications } from './queries.ts'

/** Deletes old notifications, read or not. */
export const deleteExpiredNotifications = afterSeconds(NOTIFICATION_LIFE_DAYS * 24 * 3600, deleteNotifications)
