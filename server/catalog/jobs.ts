import type { Job } from '../jobs/jobs.ts'
import { startApplyingSuspensions } from './apply-suspension.ts'
import { startCountingSearches } from './count-searches.ts'
import { startKeepingWords } from './keep-words.ts'
import { startPictureRemoval } from './remove-deleted-pictures.ts'

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
