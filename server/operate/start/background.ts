import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../db/tables.ts'
import type { Messages } from '../../pages/mail/messages.ts'
import type { Clock } from '../../platform/config/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Channels } from '../../platform/data/channels.ts'
import { cleanUp, cleanUpHandler } from '../../platform/jobs/delete-expired.ts'
import { type OutboxStep, startOutbox } from '../../platform/jobs/outbox.ts'
import type { Repeated } from '../../platform/jobs/repeat.ts'
import { enqueueMissing, type TaskHandler } from '../../platform/jobs/task.ts'
import { type PeriodicTask, startWorker } from '../../platform/jobs/worker.ts'
import { type Storage, sweepFiles } from '../../programs/storage/storage.ts'
import { announcingRestocked } from '../../shop/alerts/announce-restocked.ts'
import { moveCategoryHandler } from '../../shop/catalog/categories/move-products.ts'
import { sellerStateHandler } from '../../shop/catalog/editing/apply-seller-state.ts'
import { pictureRemovalHandler, removePictures } from '../../shop/catalog/editing/remove-deleted-pictures.ts'
import { type SearchCounter, startCountingSearches } from '../../shop/catalog/searches/count-searches.ts'
import { countSearchWords, countSearchWordsHandler, indexSellerHandler } from '../../shop/search/tasks.ts'
import { hideOverdueHandler, hidingOverdue } from '../../shop/sellers/decide-seller.ts'
import { type Billing, transferDetailsOf } from '../../trade/billing/billing.ts'
import { findUnreportedTask } from '../../trade/billing/watch-payments.ts'
import { mailingMessages } from '../../trade/conversations/mail-messages.ts'
import { announcingEvents } from '../../trade/fulfilment/announce-events.ts'
import { followingOrders, followOrdersHandler } from '../../trade/fulfilment/follow-orders.ts'
import { mailingOrders } from '../../trade/orders/mail-orders.ts'
import { releasingExpired } from '../../trade/purchase/release.ts'
import { addUpFigures, areFiguresToAddUp } from '../../trade/stats/queries.ts'
import { expiredRows } from './expired-rows.ts'

/** Tasks that are queued by the clock. */
const PERIODIC: readonly PeriodicTask[] = [
  { task: followingOrders, cron: '* * * * *' },
  { task: removePictures, cron: '* * * * *' },
  { task: sweepFiles, cron: '* * * * *' },
  { task: countSearchWords, cron: '* * * * *' },
  { task: hidingOverdue, cron: '* * * * *' },
  { task: cleanUp, cron: '*/10 * * * *' },
]
const PERIODIC_WITH_PAYMENTS: readonly PeriodicTask[] = [{ task: findUnreportedTask, cron: '17 * * * *' }]

/** Changes added per transaction, in a fraction of a second. */
const FIGURE_CHANGES = 5_000
/** Adds changes of figures to their sums; reads add the remaining ones on the fly. */
const addingUpFigures = (db: Db): OutboxStep => ({
  name: 'figures',
  isDue: areFiguresToAddUp,
  run: () => addUpFigures(db, FIGURE_CHANGES),
})

interface Deps {
  db: Db
  clock: Clock
  config: Config
  channels: Channels
  messages: Messages
  storage: Storage
  searches: SearchCounter
  billing: Billing | undefined
  log: FastifyBaseLogger
}

function stepsOf(deps: Deps): OutboxStep[] {
  const { db, config, billing } = deps
  return [
    mailingOrders({ ...deps, transferDetails: transferDetailsOf(config, billing) }),
    ...(billing?.steps ?? []),
    releasingExpired(deps),
    announcingEvents(deps),
    mailingMessages(deps),
    announcingRestocked(deps),
    addingUpFigures(db),
  ]
}

function handlersOf(deps: Deps): TaskHandler[] {
  const { messages, storage, billing } = deps
  return [
    ...messages.handlers,
    ...(billing?.handlers ?? []),
    cleanUpHandler({ ...deps, expired: [...expiredRows, ...(billing?.expired ?? [])] }),
    followOrdersHandler(deps),
    pictureRemovalHandler(deps),
    sellerStateHandler(deps),
    moveCategoryHandler(deps),
    hideOverdueHandler(deps),
    countSearchWordsHandler(deps),
    indexSellerHandler(deps),
    storage.sweeping,
  ]
}

/** Starts the server's background work; `wake` runs follow-up work of a change soon. */
export function startBackground(deps: Deps): Repeated {
  const { db, billing, log } = deps
  const worker = startWorker({
    ...deps,
    handlers: handlersOf(deps),
    periodic: billing ? [...PERIODIC, ...PERIODIC_WITH_PAYMENTS] : PERIODIC,
  })
  const outbox = startOutbox({ ...deps, steps: stepsOf(deps) })
  const counting = startCountingSearches(deps)
  // Queued at the start as well: the marketplace may have been down when they were due.
  const atStart = [countSearchWords, ...(billing ? [findUnreportedTask] : [])]
  const begun = Promise.all(atStart.map((task) => enqueueMissing(db, task, [{ payload: {}, key: '' }]))).catch(
    (error) => log.error({ err: error, event: 'tasks_at_start_failed' }),
  )
  return {
    wake: () => outbox.wake(),
    close: async () => void (await Promise.all([begun, worker.close(), outbox.close(), counting.close()])),
  }
}
