import { checkStorage, type StorageReport } from '../server/programs/storage/check-storage.ts'
import { requireStore } from '../server/programs/storage/open-blobs.ts'
import { print, printExamples, runCommand } from './frame/run-command.ts'
import { withMarketplace } from './frame/with-marketplace.ts'

const USAGE = `npm run storage:check               checks whether rows and files agree; exits with 1 when they do not
npm run storage:check -- --repair   also removes files without a row`

const EXAMPLES_SHOWN = 20

await runCommand(USAGE, { options: { repair: { type: 'boolean', default: false } } }, ({ values }) =>
  withMarketplace({ schema: 'newest' }, async ({ db, blobs }) => {
    await requireStore(blobs, 'toRead')
    const report = await checkStorage(db, blobs)
    printReport(report)
    if (values.repair && report.unknown.length) {
      await blobs.remove(report.unknown)
      print(`removed ${report.unknown.length} files without a row`)
      report.unknown = []
    }
    const agree = report.missing.length + report.wrong_size.length + report.unknown.length === 0
    print(agree ? 'rows and files agree' : 'rows and files do not agree')
    return agree
  }),
)

function printReport(report: StorageReport): void {
  print(`${report.objects} objects, ${report.files} files, ${report.waiting} of them to be removed soon`)
  const faults = {
    'objects without a file': report.missing,
    'files of the wrong size': report.wrong_size,
    'files without a row': report.unknown,
  }
  for (const [fault, blobs] of Object.entries(faults)) {
    if (blobs.length === 0) continue
    print(`${blobs.length} ${fault}:`)
    printExamples(blobs.slice(0, EXAMPLES_SHOWN), blobs.length)
  }
}
