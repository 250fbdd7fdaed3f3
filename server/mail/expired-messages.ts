import { DAY_SECONDS } from '../config/clock.ts'
import { afterSeconds } from '../jobs/delete-expired.ts'
import { deleteMessages } from './queries.ts'

const KEPT_SECONDS = 7 * DAY_SECONDS

export const deleteExpiredMessages = afterSeconds(KEPT_SECONDS, deleteMessages)
