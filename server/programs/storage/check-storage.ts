import type { Db } from '../../../db/tables.ts'
import { type Blobs, isBlobName } from './blobs.ts'
import { knownBlobs, listBlobRows } from './queries.ts'

const ROWS_AT_ONCE = 5_000
const VARIANT_PATTERN = /\.w\d+$/

export interface StorageReport {
  objects: number
  files: number
  /** The number of files that the sweep will remove: replaced ones, and staged ones without a row. */
  waiting: number
  /** Blobs of rows without bytes. */
  missing: string[]
  /** Blobs whose size differs from their row. */
  wrong_size: string[]
  /** Files without a row or discard. */
  unknown: string[]
}

/** Returns the differences between rows and files. Each is checked again before it is reported, as servers may run. */
export async function checkStorage(db: Db, blobs: Blobs): Promise<StorageReport> {
  const found = new Map<string, number>()
  for await (const { blob, size } of blobs.list()) if (isBlobName(blob)) found.set(blob, size)
  const report: StorageReport = { objects: 0, files: found.size, waiting: 0, missing: [], wrong_size: [], unknown: [] }

  const lost: string[] = []
  let after = ''
  for (;;) {
    const rows = await listBlobRows(db, after, ROWS_AT_ONCE)
    for (const { blob, size } of rows) {
      report.objects++
      // The file may have been stored after the listing.
      const actual = found.get(blob) ?? (await blobs.size(blob))
      if (actual === undefined) lost.push(blob)
      else if (actual !== size) report.wrong_size.push(blob)
    }
    after = rows.at(-1)?.blob ?? ''
    if (rows.length < ROWS_AT_ONCE) break
  }
  // A blob that no longer has a row was replaced or removed meanwhile.
  for (const names of inBatches(lost, ROWS_AT_ONCE)) {
    const known = await knownBlobs(db, names)
    report.missing.push(...names.filter((name) => known.get(name) === 'stored'))
  }

  for (const names of inBatches([...found.keys()], ROWS_AT_ONCE)) {
    const known = await knownBlobs(db, [...new Set(names.map(originalOf))])
    for (const name of names) {
      const state = known.get(originalOf(name))
      if (state === 'discarded') report.waiting++
      else if (state === undefined && (await blobs.size(name)) !== undefined) report.unknown.push(name)
    }
  }
  return report
}

function originalOf(blob: string): string {
  return blob.replace(VARIANT_PATTERN, '')
}

function* inBatches<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}
