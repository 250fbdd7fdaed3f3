import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../../../db/tables.ts'
import type { Clock } from '../../../platform/config/clock.ts'
import { advance } from './advance.ts'
import { createControls } from './controls.ts'
import { deliverBatch, deliverEvents } from './deliver-events.ts'
import { eventSchedule, type SandboxMode } from './event-schedule.ts'
import { createSandboxFetch } from './fetch.ts'
import { answerStep, readStep, type StepAnswer } from './steps.ts'
import { announceTransfer, dropTransfers, letTransferArrive, listTransfers, takeDueTransfers } from './transfers.ts'

export interface SandboxOptions {
  db: Db
  clock: Clock
  mode: SandboxMode
  /** What the client says to be let in. */
  secretKey: string
  /** Signs the events. */
  webhookSecret: string
  /** Where events are sent. Asked for each of them, so that the server may listen on its port first. */
  webhookUrl: () => string
  /** The site's own address, without a slash at its end: the pages of steps are below it. */
  siteUrl: () => string
  /** From 0 to 1; draws when events arrive. */
  random?: () => number
  waitMs?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>
  /** Gets errors of the sandbox itself; the client gets a failure of the provider. */
  onError?: (error: unknown) => void
  /** Called when events may have been written, so that the job that delivers them need not wait for its next run. */
  onEvents?: () => void
}

export type Sandbox = ReturnType<typeof createSandbox>

/** Returns a payment provider that lives in this process and in the sandbox's own tables. */
export function createSandbox({ random = Math.random, ...options }: SandboxOptions) {
  const deps = {
    waitMs: (ms: number, signal: AbortSignal | undefined) => sleep(ms, undefined, { signal, ref: false }),
    onError: () => {},
    onEvents: () => {},
    ...options,
    schedule: eventSchedule(options.mode, random),
  }
  return {
    /** Answers as Stripe does; for `createStripeClient`. */
    fetch: createSandboxFetch(deps),
    /** Sends the events that are due; returns how many attempts it made. */
    deliverEvents: () => deliverEvents(deps),
    deliverBatch: () => deliverBatch(deps),
    /** Does what is due: disputes, refunds, transfers through the provider, authorisations that end; returns how much. */
    advance: (now?: Date) => advance(deps, now),
    /** Returns what the page of a step shows; undefined when there is no such step. */
    readStep: (stepId: string) => readStep(deps, stepId),
    answerStep: (stepId: string, answer: StepAnswer) => answerStep(deps, stepId, answer),
    ...createControls(deps),
    announceTransfer: announceTransfer.bind(undefined, deps),
    takeDueTransfers: takeDueTransfers.bind(undefined, deps),
    letTransferArrive: letTransferArrive.bind(undefined, deps),
    dropTransfers: dropTransfers.bind(undefined, deps),
    listTransfers: listTransfers.bind(undefined, deps),
  }
}
