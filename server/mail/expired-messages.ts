import { DAY_SECONDS } from '../config/clock.ts'
import { afterSeconds } from '../jobs/delete-expired.ts'
import { deleteMessages } from './queries.ts'

/** For messages in the outbox and the records of sent ones. */
const KEPT_SECONDS = 7 * DAY_SECONDS

/** Deletes expired messages and the records of sent ones. */
export const deleteExpiredMessages = afterSeconds(KEPT_SECONDS, deleteMessages)
