import type { Job } from '../../platform/jobs/jobs.ts'
import { startKeepingWords } from '../search/keep-words.ts'
import { startApplyingSuspensions } from './editing/apply-suspension.ts'
import { startPictureRemoval } from './editing/remove-deleted-pictures.ts'
import { startCountingSearches } from './searches/count-searches.ts'

/** Starts the background jobs of the catalog; returns them, to be closed. */
export function startCatalogJobs(
  deps: Parameters<typeof startPictureRemoval>[0] &
    Parameters<typeof startApplyingSuspensions>[0] &
    Parameters<typeof startCountingSearches>[0],
): Job[] {
  return [
    startPictureRemoval(deps),
    startApplyingSuspensions(deps),
    startKeepingWords(deps),
    startCountingSearches(deps),
  ]
}
