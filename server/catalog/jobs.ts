import type { Job } from '../jobs/jobs.ts'
import { startApplyingSuspensions } from './apply-suspension.ts'
import { startPictureDrop } from './drop-deleted-pictures.ts'

/** Starts the background jobs of the catalogue; returns them, to be closed. */
export function startCatalogJobs(
  deps: Parameters<typeof startPictureDrop>[0] & Parameters<typeof startApplyingSuspensions>[0],
): Job[] {
  return [startPictureDrop(deps), startApplyingSuspensions(deps)]
}
