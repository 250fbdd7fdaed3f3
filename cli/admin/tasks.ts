import type { Config } from '../../server/platform/config/config.ts'
import { listFailedTasks, type QueuedTask, retryTask } from '../../server/platform/jobs/queries.ts'
import { print, timeOf } from '../frame/run-command.ts'
import { withMarketplace } from '../frame/with-marketplace.ts'

const MAX_LISTED = 100

/** Prints the failed tasks, or retries one of them. Throws an Error when there is no such task. */
export function showTasks(config: Config, id: string | undefined): Promise<void> {
  return withMarketplace({ schema: 'any', config }, async ({ db }) => {
    if (id === undefined) {
      printList('Failed for good', await listFailedTasks(db, MAX_LISTED))
      return printList('To be tried again', await listFailedTasks(db, MAX_LISTED, { retried: true }))
    }
    const isFound = /^\d{1,15}$/.test(id) && (await retryTask(db, Number(id)))
    if (!isFound) throw new Error(`There is no task ${id} that has failed: \`npm run admin -- tasks\` lists them.`)
    print(`Task ${id} will be tried again now.`)
  })
}

function printList(heading: string, tasks: QueuedTask[]): void {
  print(`${heading}: ${tasks.length === MAX_LISTED ? `the first ${MAX_LISTED}` : tasks.length || 'none'}`)
  for (const { id, task, key, attempts, created_at, next_at, last_error } of tasks) {
    const next = next_at ? `, next ${timeOf(next_at)}` : ''
    print(`  ${id}  ${task} ${key}, since ${timeOf(created_at)}, ${attempts} attempts${next}: ${last_error}`)
  }
}
