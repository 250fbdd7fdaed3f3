import type { Db, Tx } from '../../../db/tables.ts'
import type { Blobs } from '../../programs/storage/blobs.ts'
import { checkStorage } from '../../programs/storage/check-storage.ts'
import * as queries from './queries.ts'
import type { Rule } from './rule.ts'
import { remarks, rules } from './rules-queries.ts'

export interface Finding {
  rule: string
  count: number
  examples: string[]
}

/** Returns the broken rules of a marketplace, rows in one snapshot, then files with rows; servers may be running. */
export async function checkInvariants({ db, blobs }: { db: Db; blobs: Blobs }): Promise<Finding[]> {
  return [...(await checkRows(db)).findings, ...(await checkFiles(db, blobs)).findings]
}

export interface RowsReport {
  findings: Finding[]
  remarks: Finding[]
  rules: number
  rows: Awaited<ReturnType<typeof queries.countRows>>
}

/** Returns a report on the rules of rows, checked in one snapshot. */
export function checkRows(db: Db): Promise<RowsReport> {
  return queries.inSnapshot(db, async (tx) => ({
    ...(await checkRowsIn(tx)),
    remarks: await findingsOf(tx, remarks),
    rows: await queries.countRows(tx),
  }))
}

/** Returns the same for the caller's transaction, including its own changes. */
export async function checkRowsIn(tx: Tx): Promise<{ findings: Finding[]; rules: number }> {
  const all = [
    queries.guardRule,
    ...rules,
    ...(await queries.checkConstraintRules(tx)),
    ...(await queries.foreignKeyRules(tx)),
  ]
  return { findings: await findingsOf(tx, all), rules: all.length }
}

async function findingsOf(tx: Tx, all: readonly Rule[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const rule of all) {
    const violations = await queries.countViolations(tx, rule)
    if (violations.count) findings.push({ rule: rule.name, ...violations })
  }
  return findings
}

/** Returns the findings of the rules that each file has a row and each row its bytes, and the count of rules. */
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
