import { NOTIFICATION_LIFE_DAYS } from '../../shared/notifications/constants.ts'
import { DAY_SECONDS } from '../config/clock.ts'
import { afterSeconds } from '../jobs/delete-expired.ts'
import { deleteNotifications } from './queries.ts'

export const deleteExpiredNotifications = afterSeconds(NOTIFICATION_LIFE_DAYS * DAY_SECONDS, deleteNotifications)
