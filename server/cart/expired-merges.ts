import { SESSION_LIFE_SECONDS } from '../../shared/auth/constants.ts'
import { afterSeconds } from '../jobs/delete-expired.ts'
import { deleteMerges } from './queries.ts'

/** Deletes the records of merges; a browser retries a merge without a response only within the same session. */
export const deleteExpiredMerges = afterSeconds(SESSION_LIFE_SECONDS, deleteMerges)
