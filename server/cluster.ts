import cluster, { type Worker } from 'node:cluster'
import { closeSync, openSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from '../db/failures.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { requireNoArguments, withEnvFile } from './platform/config/env-file.ts'
import { closeLostConnections } from './platform/lifecycle/close-lost-connections.ts'
import { requireAddress, SERVING } from './platform/lifecycle/listen-address.ts'
import { planProcesses } from './platform/lifecycle/plan-processes.ts'
import { ignoreOutputErrors } from './platform/observe/log-output.ts'

// npm run start:cluster runs PROCESSES servers on one port of this machine.
// SIGHUP restarts them one by one without failing a request; SIGTERM and Ctrl-C stop all.

const MIN_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000
/** A worker that ran longer than this resets the count of repeated failures. */
const STABLE_MS = 10_000
/** A worker stops by itself within 9.5 s. */
const STOP_TIMEOUT_MS = 9_800

interface Member {
  worker: Worker
  /** Counts from 0; unique among running members. */
  slot: number
  startedAt: number
  stopping: boolean
  /** Resolves to true when it listens, to false when it exited before. */
  listens: Promise<boolean>
  exited: Promise<void>
}

const members = new Set<Member>()
let wanted = 1
let stopping = false
let failures = 0
let refilling = false

/** Returns the workers' configuration. The full checks, which take memory, are loaded only to name wrong settings. */
async function readWorkersConfig(): Promise<Config> {
  try {
    return readConfig(withEnvFile(process.env), false)
  } catch {
    const { readSettings } = await import('./operate/start/settings.ts')
    return readSettings(withEnvFile(process.env), false)
  }
}

async function start(): Promise<void> {
  requireNoArguments(process.argv.slice(2))
  const config = await readWorkersConfig()
  const processes = planProcesses(config, availableParallelism())
  await requireAddress(config)
  // A restart may be one to a new version, whose pages have to be built.
  const exec = join(import.meta.dirname, '../tools/run.js')
  cluster.setupPrimary({ exec, args: [join(import.meta.dirname, 'main.ts')] })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', () => void (isTerminalClosed() ? stop('SIGINT') : requestRestart()))
  // The first one starts alone: it creates what is missing, and errors are reported once.
  const first = addMember()
  if (!(await first.listens)) {
    if (!stopping) process.exit(first.worker.process.exitCode || 1)
    return
  }
  wanted = processes
  refill()
  await Promise.all([...members].map(({ listens }) => listens))
  print(`Openstall runs in ${wanted} processes; SIGHUP to process ${process.pid} restarts them one by one.`)
  rolling = false
  if (restartRequested) await requestRestart()
}

/** SIGHUP is sent for a restart, and also when the terminal is closed. */
function isTerminalClosed(): boolean {
  if (!process.stdout.isTTY) return false
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return false
  } catch {
    return true
  }
}

function addMember(): Member {
  const taken = new Set([...members].map(({ slot }) => slot))
  let slot = 0
  while (taken.has(slot)) slot++
  const worker = cluster.fork(environmentOf(slot))
  closeLostConnections(worker.process)
  const exited = untilExit(worker).then(() => onExit(member))
  const member: Member = {
    worker,
    slot,
    startedAt: performance.now(),
    stopping: false,
    listens: Promise.race([untilListening(worker), exited.then(() => false)]),
    exited,
  }
  members.add(member)
  return member
}

function untilExit(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve())
    // Also emitted when a message or signal cannot be delivered; then it may still run.
    worker.on('error', () => {
      if (worker.process.pid === undefined) resolve()
    })
  })
}

function untilListening(worker: Worker): Promise<true> {
  return new Promise((resolve) => {
    worker.on('message', (message: unknown) => {
      if (message === SERVING) resolve(true)
    })
  })
}

function addMemberIfPossible(): Member | undefined {
  try {
    return addMember()
  } catch (error) {
    print(`A process could not be started (${reasonOf(error)}).`)
    return undefined
  }
}

/** Returns the settings of one worker: metrics on a port of its own, and the shared cache of compiled code. */
function environmentOf(slot: number): Record<string, string> {
  const metricsPort = Number(withEnvFile(process.env).METRICS_PORT)
  // Node creates a subfolder for its version in it.
  const codeCache = getCompileCacheDir()
  return {
    ...(metricsPort > 0 && { METRICS_PORT: String(metricsPort + slot) }),
    ...(codeCache && { NODE_COMPILE_CACHE: dirname(codeCache) }),
  }
}

function onExit(member: Member): void {
  members.delete(member)
  if (stopping || member.stopping) return
  const { exitCode, signalCode } = member.worker.process
  failures = performance.now() - member.startedAt > STABLE_MS ? 1 : failures + 1
  const { pid } = member.worker.process
  print(
    pid
      ? `Process ${pid} exited unexpectedly (${signalCode ?? `code ${exitCode}`}).`
      : 'A process could not be started.',
  )
  // `start` handles the first one.
  if (member.worker.id > 1 || wanted > 1) void refillLater()
}

async function refillLater(): Promise<void> {
  if (refilling) return
  refilling = true
  await sleep(Math.min(MIN_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS))
  refilling = false
  refill()
}

function refill(): void {
  if (stopping) return
  for (let running = countRunning(); running < wanted; running++) {
    if (addMemberIfPossible()) continue
    failures++
    return void refillLater()
  }
}

function countRunning(): number {
  return [...members].filter(({ stopping: isStopping }) => !isStopping).length
}

/** True during a restart, and until all processes have started. */
let rolling = true
let restartRequested = false

/** Restarts the workers; a request during a restart starts another one afterwards, as settings may have changed again. */
async function requestRestart(): Promise<void> {
  restartRequested = true
  if (rolling) return
  rolling = true
  while (restartRequested && !stopping) {
    restartRequested = false
    await roll()
    // An exit goes unnoticed while an old and a new worker run side by side.
    refill()
  }
  rolling = false
}

async function roll(): Promise<void> {
  print('Rolling restart: started.')
  for (const old of [...members]) {
    // It has exited and was replaced.
    if (!members.has(old)) continue
    const fresh = addMemberIfPossible()
    if (!(await fresh?.listens)) {
      if (!stopping) print('Rolling restart: aborted, because the new process did not start. The others keep running.')
      return
    }
    await retire(old)
    if (stopping) return
  }
  print('Rolling restart: done.')
}

async function retire(member: Member): Promise<void> {
  member.stopping = true
  member.worker.process.kill('SIGTERM')
  await killAfterTimeout([member])
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  if (stopping) return
  stopping = true
  for (const { worker } of members) worker.process.kill(signal)
  await killAfterTimeout([...members])
  process.exit(0)
}

async function killAfterTimeout(leaving: Member[]): Promise<void> {
  const allExited = Promise.all(leaving.map(({ exited }) => exited)).then(() => true)
  if (await Promise.race([allExited, sleep(STOP_TIMEOUT_MS, false, { ref: false })])) return
  for (const { worker } of leaving) worker.process.kill('SIGKILL')
  await allExited
}

function print(message: string): void {
  console.log(message)
}

ignoreOutputErrors()
try {
  await start()
} catch (error) {
  console.error(`Openstall cannot start: ${reasonOf(error)}`)
  process.exit(1)
}
