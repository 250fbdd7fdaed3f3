import type { Db } from '../../../db/tables.ts'
import { type Job, startJob } from '../../platform/jobs/jobs.ts'
import { countWords } from './count-words-queries.ts'

const EVERY_MS = 60_000

/** Starts the job that counts the words to which typing errors are corrected; processes share the work. */
export function startKeepingWords({ db, log }: { db: Db; log: { error(event: object): void } }): Job {
  return startJob({
    name: 'search-words',
    everyMs: EVERY_MS,
    run: async () => {
      await countWords(db)
      return false
    },
    onError: (error) => log.error({ err: error, event: 'search_words_not_counted' }),
  })
}
