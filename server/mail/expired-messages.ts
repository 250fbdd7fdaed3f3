import { afterSeconds } from '../jobs/delete-expired.ts'
import { deleteMessages } from './queries.ts'

/** How long the outbox, and the record that something was sent, are kept. */
const KEPT_SECONDS = 7 * 24 * 3600

/** Deletes messages, and the records of those that were sent. */
export const deleteExpiredMessages = afterSeconds(KEPT_SECONDS, deleteMessages)
