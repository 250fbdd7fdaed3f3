import type { Db } from '../../../../db/tables.ts'
import { type Job, startJob } from '../../../platform/jobs/jobs.ts'
import { countWords, wordRenamedSellers } from './word-queries.ts'

const EVERY_MS = 5_000
/** Products of one transaction: their rows are locked for a fraction of a second. */
const BATCH = 200

/** Starts the job that finds and counts the words of products; processes share the work. */
export function startKeepingWords({ db, log }: { db: Db; log: { error(event: object): void } }): Job {
  return startJob({
    name: 'search-words',
    everyMs: EVERY_MS,
    run: async () => {
      if (await wordRenamedSellers(db, BATCH)) return true
      await countWords(db)
      return false
    },
    onError: (error) => log.error({ err: error, event: 'search_words_not_kept' }),
  })
}
