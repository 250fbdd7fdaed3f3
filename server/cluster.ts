import cluster, { type Worker } from 'node:cluster'
import { closeSync, openSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from '../db/reason-of.ts'
import { requireAddress } from './listen-address.ts'
import { planProcesses } from './plan-processes.ts'
import { type Config, readConfig } from './platform/config.ts'
import { readEnvFile } from './platform/env-file.ts'
import { goOnWithoutOutput } from './platform/output.ts'
import { requireNoArguments } from './require-no-arguments.ts'

// npm run start:cluster   PROCESSES servers on one port, on this machine.
// SIGHUP restarts them one after the other without failing a request; SIGTERM and Ctrl-C end all.

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** A worker that lived so long died of something new. */
const STABLE_MS = 10_000
/** A worker ends by itself within 9.5 s. */
const STOP_WITHIN_MS = 9_800

interface Member {
  worker: Worker
  /** Number of the place, from 0: no two live members have the same. */
  place: number
  bornAt: number
  leaving: boolean
  /** True when it listens, false when it ended before. */
  listens: Promise<boolean>
  gone: Promise<void>
}

const members = new Set<Member>()
let wanted = 1
let stopping = false
let failures = 0
let refilling = false

/** The settings as a worker will see them: those of the environment win over those of the file. */
function readEnvironment(): NodeJS.ProcessEnv {
  return { ...readEnvFile(), ...process.env }
}

/** The settings of the workers. What looks at all of them would stay in memory: it comes only to name the wrong ones. */
async function readWorkersConfig(): Promise<Config> {
  try {
    return readConfig(readEnvironment(), false)
  } catch {
    const { readSettings } = await import('./settings.ts')
    return readSettings(readEnvironment(), false)
  }
}

async function start(): Promise<void> {
  requireNoArguments(process.argv.slice(2))
  const config = await readWorkersConfig()
  const processes = planProcesses(config, availableParallelism())
  await requireAddress(config)
  cluster.setupPrimary({ exec: join(import.meta.dirname, 'main.ts') })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', () => void (isTerminalGone() ? stop('SIGINT') : rollWhenAsked()))
  // One alone makes what is missing, and tells what is wrong once.
  const first = addMember()
  if (!(await first.listens)) {
    if (!stopping) process.exit(first.worker.process.exitCode || 1)
    return
  }
  wanted = processes
  refill()
  await Promise.all([...members].map(({ listens }) => listens))
  say(`Openstall runs in ${wanted} processes; SIGHUP to process ${process.pid} restarts them one by one.`)
  rolling = false
  if (askedAgain) await rollWhenAsked()
}

/** Whoever closes the terminal that this was started at sends the same signal as who asks for a restart. */
function isTerminalGone(): boolean {
  if (!process.stdout.isTTY) return false
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return false
  } catch {
    return true
  }
}

function addMember(): Member {
  const taken = new Set([...members].map(({ place }) => place))
  let place = 0
  while (taken.has(place)) place++
  const worker = cluster.fork(environmentOf(place))
  const gone = untilGone(worker).then(() => onExit(member))
  const member: Member = {
    worker,
    place,
    bornAt: performance.now(),
    leaving: false,
    listens: Promise.race([untilListening(worker), gone.then(() => false)]),
    gone,
  }
  members.add(member)
  return member
}

/** Resolves when the worker has ended, or could not be begun. */
function untilGone(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve())
    // Also told when a message or signal does not arrive; then it may live on.
    worker.on('error', () => {
      if (worker.process.pid === undefined) resolve()
    })
  })
}

function untilListening(worker: Worker): Promise<true> {
  return new Promise((resolve) => void worker.once('listening', () => resolve(true)))
}

/** Answers undefined when the system has no room for one more process. */
function addMemberIfPossible(): Member | undefined {
  try {
    return addMember()
  } catch (error) {
    say(`A process could not be started (${reasonOf(error)}).`)
    return undefined
  }
}

/** What listens on a port of its own cannot share it: each place has the next one. */
function environmentOf(place: number): Record<string, string> {
  const metricsPort = Number(readEnvironment().METRICS_PORT)
  return metricsPort > 0 ? { METRICS_PORT: String(metricsPort + place) } : {}
}

function onExit(member: Member): void {
  members.delete(member)
  if (stopping || member.leaving) return
  const { exitCode, signalCode } = member.worker.process
  failures = performance.now() - member.bornAt > STABLE_MS ? 1 : failures + 1
  const { pid } = member.worker.process
  say(pid ? `Process ${pid} ended unasked (${signalCode ?? `code ${exitCode}`}).` : 'A process could not be started.')
  // The first one is the start's to judge.
  if (member.worker.id > 1 || wanted > 1) void refillLater()
}

async function refillLater(): Promise<void> {
  if (refilling) return
  refilling = true
  await sleep(Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS))
  refilling = false
  refill()
}

function refill(): void {
  if (stopping) return
  for (let staying = countStaying(); staying < wanted; staying++) {
    if (addMemberIfPossible()) continue
    failures++
    return void refillLater()
  }
}

function countStaying(): number {
  return [...members].filter(({ leaving }) => !leaving).length
}

/** Until all of the first ones were begun there is nothing to replace. */
let rolling = true
let askedAgain = false

/** Asked for again meanwhile, it begins anew when it is done: settings may have changed once more. */
async function rollWhenAsked(): Promise<void> {
  askedAgain = true
  if (rolling) return
  rolling = true
  while (askedAgain && !stopping) {
    askedAgain = false
    await roll()
    // While both the old and the new one of a place lived, an end went unnoticed.
    refill()
  }
  rolling = false
}

/** Replaces each worker by a new one, which listens before the old one is asked to end. */
async function roll(): Promise<void> {
  say('Rolling restart: begins.')
  for (const old of [...members]) {
    // Ended unasked and replaced since.
    if (!members.has(old)) continue
    const fresh = addMemberIfPossible()
    if (!(await fresh?.listens)) {
      if (!stopping) say('Rolling restart: given up, because the new process did not start. The others go on.')
      return
    }
    await retire(old)
    if (stopping) return
  }
  say('Rolling restart: done.')
}

async function retire(member: Member): Promise<void> {
  member.leaving = true
  member.worker.process.kill('SIGTERM')
  await orKill([member])
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  if (stopping) return
  stopping = true
  for (const { worker } of members) worker.process.kill(signal)
  await orKill([...members])
  process.exit(0)
}

/** Waits until they are gone; those that do not go in time are ended by force. */
async function orKill(leaving: Member[]): Promise<void> {
  const allGone = Promise.all(leaving.map(({ gone }) => gone)).then(() => true)
  if (await Promise.race([allGone, sleep(STOP_WITHIN_MS, false, { ref: false })])) return
  for (const { worker } of leaving) worker.process.kill('SIGKILL')
  await allGone
}

function say(message: string): void {
  console.log(message)
}

goOnWithoutOutput()
try {
  await start()
} catch (error) {
  console.error(`Openstall cannot start: ${reasonOf(error)}`)
  process.exit(1)
}
