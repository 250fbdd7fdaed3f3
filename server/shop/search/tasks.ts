import type { Db } from '../../../db/tables.ts'
import { handle, type Task, type TaskHandler } from '../../platform/jobs/task.ts'
import { countWords } from './count-words-queries.ts'

/** Counts the words to which typing errors are corrected. */
export const countSearchWords: Task = { name: 'count_search_words' }

/** Returns the task with its code. */
export function countSearchWordsHandler({ db }: { db: Db }): TaskHandler {
  return handle(countSearchWords, () => countWords(db))
}
