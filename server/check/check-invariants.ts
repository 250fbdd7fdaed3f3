import type { Db, Tx } from '../../db/tables.ts'
import type { Blobs } from '../storage/blobs.ts'
import { checkStorage } from '../storage/check-storage.ts'
import * as queries from './queries.ts'
import { type Rule, remarks, rules } from './rules-queries.ts'

/** A rule that does not hold: how often, and some of the places. */
export interface Finding {
  rule: string
  count: number
  examples: string[]
}

/**
 * Holds everything that must be true of a market against what there is: rows against each other in one snapshot, then
 * files against rows. Servers may be at work meanwhile. Answers what is wrong; nothing when all is well.
 */
export async function checkInvariants({ db, blobs }: { db: Db; blobs: Blobs }): Promise<Finding[]> {
  return [...(await checkRows(db)).findings, ...(await checkFiles(db, blobs)).findings]
}

/** What was found among the rows, how many rules were looked at, and how many rows there are. */
export interface RowsReport {
  findings: Finding[]
  /** Worth knowing, though nothing is broken. */
  remarks: Finding[]
  rules: number
  rows: Awaited<ReturnType<typeof queries.countRows>>
}

/** The part about rows. */
export function checkRows(db: Db): Promise<RowsReport> {
  return queries.inSnapshot(db, async (tx) => ({
    ...(await checkRowsIn(tx)),
    remarks: await breachesOf(tx, remarks),
    rows: await queries.countRows(tx),
  }))
}

/** The same within a transaction of the caller's, which sees what it has written itself. */
export async function checkRowsIn(tx: Tx): Promise<{ findings: Finding[]; rules: number }> {
  const all = [
    queries.guardRule,
    ...rules,
    ...(await queries.checkConstraintRules(tx)),
    ...(await queries.foreignKeyRules(tx)),
  ]
  return { findings: await breachesOf(tx, all), rules: all.length }
}

async function breachesOf(tx: Tx, all: readonly Rule[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const rule of all) {
    const breaches = await queries.countBreaches(tx, rule)
    if (breaches.count) findings.push({ rule: rule.name, ...breaches })
  }
  return findings
}

/** The part about files: each has a row, each row has its bytes. Answers what is wrong, and how many rules there are. */
export async function checkFiles(db: Db, blobs: Blobs): Promise<{ findings: Finding[]; rules: number }> {
  const { missing, wrong_size, unknown } = await checkStorage(db, blobs)
  const faults = {
    'every object has its file': missing,
    'files are as long as their rows say': wrong_size,
    'every file has a row': unknown,
  }
  const findings = Object.entries(faults).flatMap(([rule, names]) =>
    names.length ? [{ rule, count: names.length, examples: names.slice(0, queries.EXAMPLES) }] : [],
  )
  return { findings, rules: Object.keys(faults).length }
}
