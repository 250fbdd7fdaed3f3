import { setTimeout as sleep } from 'node:timers/promises'
import { firstLoadKilobytes } from './first-load.ts'
import type { OpenMarket } from './open-market.ts'
import { median } from './percentile.ts'
import { memoryMegabytes } from './processes.ts'

const STARTS = 3
const IDLE_MS = 3_000
const BUDGETS = { startMs: 1_500, idleMegabytes: 250, firstLoadKilobytes: 150 }

/** Prints the start time, idle memory and first-page scripts of a server; returns true when all are within budget. */
export async function measureFootprint(market: OpenMarket): Promise<boolean> {
  const starts: number[] = []
  let memory = 0
  let scripts = 0
  for (let round = 0; round < STARTS; round++) {
    const { startMs, pid, origin, stop } = await market.startServer({})
    starts.push(startMs)
    if (round === STARTS - 1) {
      await sleep(IDLE_MS)
      memory = await memoryMegabytes([pid, market.postmaster])
      scripts = await firstLoadKilobytes(await (await fetch(origin)).text())
    }
    await stop()
  }
  return [
    report('Start of a server, database running', median(starts), BUDGETS.startMs, 'ms'),
    report('Idle memory of all processes', memory, BUDGETS.idleMegabytes, 'MB'),
    report('First load, compressed JavaScript', scripts, BUDGETS.firstLoadKilobytes, 'kB'),
  ].every(Boolean)
}

function report(name: string, value: number, budget: number, unit: string): boolean {
  const isWithin = value <= budget
  const verdict = isWithin ? '' : '   OVER BUDGET'
  console.log(`${name.padEnd(36)} ${value.toFixed(unit === 'kB' ? 1 : 0)} ${unit}   (budget ${budget})${verdict}`)
  return isWithin
}
