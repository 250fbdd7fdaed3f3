import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { connectDatabase } from '../db/connect.ts'
import { openEmbeddedDatabase } from '../db/embedded.ts'
import { readConfig } from '../server/platform/config.ts'
import { checkStorage, type StorageReport } from '../server/storage/check-storage.ts'
import { openBlobs } from '../server/storage/open-blobs.ts'

// npm run storage:check            tells whether rows and files agree; 1 when they do not
// npm run storage:check -- --repair   also removes files that nothing knows of

const SHOWN = 20

async function run(repair: boolean): Promise<boolean> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig(process.env, false)
  const embedded = config.databaseUrl ? undefined : await openEmbeddedDatabase({ dataDir: config.dataDir, log: say })
  const db = connectDatabase(config.databaseUrl ?? embedded?.connection ?? '', { max: 2 })
  const { blobs } = openBlobs(config)
  try {
    const report = await checkStorage(db, blobs)
    tell(report)
    if (repair && report.unknown.length) {
      await blobs.remove(report.unknown)
      say(`removed ${report.unknown.length} unknown files`)
      report.unknown = []
    }
    return report.missing.length + report.wrong_size.length + report.unknown.length === 0
  } finally {
    blobs.close()
    await db.destroy()
    await embedded?.close()
  }
}

function tell(report: StorageReport): void {
  say(`${report.objects} objects, ${report.files} files, ${report.waiting} of them to be removed soon`)
  const faults = {
    'objects without a file': report.missing,
    'files of the wrong size': report.wrong_size,
    'files that nothing knows of': report.unknown,
  }
  for (const [fault, blobs] of Object.entries(faults)) {
    if (blobs.length === 0) continue
    say(`${blobs.length} ${fault}:`)
    for (const blob of blobs.slice(0, SHOWN)) say(`  ${blob}`)
    if (blobs.length > SHOWN) say(`  … and ${blobs.length - SHOWN} more`)
  }
}

function say(message: string): void {
  console.log(message)
}

try {
  const { values } = parseArgs({ options: { repair: { type: 'boolean', default: false } } })
  const agree = await run(values.repair)
  say(agree ? 'rows and files agree' : 'rows and files do not agree')
  process.exitCode = agree ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
