import type { Db } from '../../../../db/tables.ts'
import type { OutboxStep } from '../../../platform/jobs/outbox.ts'
import { areWordsToCount, countWords, wordRenamedSellers } from './word-queries.ts'

/** Products of one transaction: their rows are locked for a fraction of a second. */
const BATCH = 200

/** Finds and counts the words of products. */
export function keepingWords(db: Db): OutboxStep {
  return {
    name: 'search-words',
    isDue: areWordsToCount,
    run: async () => {
      if (await wordRenamedSellers(db, BATCH)) return true
      await countWords(db)
      return false
    },
  }
}
