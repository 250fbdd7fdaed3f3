import type { Db, Tx } from '../../../db/tables.ts'
import type { Blobs } from '../../programs/storage/blobs.ts'
import { checkStorage } from '../../programs/storage/check-storage.ts'
import type { Rule } from './queries.ts'
import * as queries from './queries.ts'
import { remarks, rules } from './rules-queries.ts'

export interface Finding {
  rule: string
  count: number
  examples: string[]
}

/** Returns the broken rules of a marketplace: first of rows, in one snapshot, then of files. Servers may be running. */
export async function checkInvariants({ db, blobs }: { db: Db; blobs: Blobs }): Promise<Finding[]> {
  return [...(await checkRows(db)).findings, ...(await checkFiles(db, blobs)).findings]
}

interface RowsReport {
  findings: Finding[]
  remarks: Finding[]
  rules: number
  rows: Awaited<ReturnType<typeof queries.countRows>>
}

/** Returns a report on the rules of rows, checked in one snapshot. */
export function checkRows(db: Db): Promise<RowsReport> {
  return queries.inSnapshot(db, async (tx) => {
    const all = await rulesOfRows(tx)
    return {
      findings: await findingsOf(tx, all),
      remarks: await findingsOf(tx, remarks),
      rules: all.length,
      rows: await queries.countRows(tx),
    }
  })
}

/** Returns the rules of rows, including one for each constraint of the schema. */
export async function rulesOfRows(tx: Tx): Promise<Rule[]> {
  const ofConstraints = [...(await queries.checkConstraintRules(tx)), ...(await queries.foreignKeyRules(tx))]
  return [queries.guardRule, ...rules, ...ofConstraints]
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
