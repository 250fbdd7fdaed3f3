import { SESSION_LIFE_SECONDS } from '../../shared/auth/constants.ts'
import { afterSeconds } from '../jobs/delete-expired.ts'
import { deleteMerges } from './queries.ts'

/** Deletes the records of merges: a browser repeats a merge it has no response to within the same session, or never. */
export const deleteExpiredMerges = afterSeconds(SESSION_LIFE_SECONDS, deleteMerges)
