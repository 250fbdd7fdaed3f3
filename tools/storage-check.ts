import { checkStorage, type StorageReport } from '../server/storage/check-storage.ts'
import { requireStore } from '../server/storage/require-store.ts'
import { onConfiguredMarket } from './on-configured-market.ts'
import { requireSchema } from './require-schema.ts'
import { readArguments, runCommand, say } from './run-command.ts'

const USAGE = `npm run storage:check               tells whether rows and files agree; 1 when they do not
npm run storage:check -- --repair   also removes files that nothing knows of`

const SHOWN = 20

function run(repair: boolean): Promise<boolean> {
  return onConfiguredMarket(async ({ db, blobs }) => {
    await requireSchema(db, 'newest')
    await requireStore(blobs, 'toRead')
    const report = await checkStorage(db, blobs)
    tell(report)
    if (repair && report.unknown.length) {
      await blobs.remove(report.unknown)
      say(`removed ${report.unknown.length} unknown files`)
      report.unknown = []
    }
    return report.missing.length + report.wrong_size.length + report.unknown.length === 0
  })
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

await runCommand(async () => {
  const { values } = readArguments(USAGE, { options: { repair: { type: 'boolean', default: false } } })
  const agree = await run(values.repair)
  say(agree ? 'rows and files agree' : 'rows and files do not agree')
  return agree
})
