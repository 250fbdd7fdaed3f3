import { checkFiles, checkRows } from '../server/operate/check/check-invariants.ts'
import { requireStore } from '../server/programs/storage/open-blobs.ts'
import { print, printFindings, runCommand } from './frame/run-command.ts'
import { withMarketplace } from './frame/with-marketplace.ts'

const USAGE = 'npm run db:check   checks every rule that rows and files must keep; exits with 1 when one does not hold'

await runCommand(USAGE, {}, () =>
  withMarketplace({ schema: 'newest' }, async ({ db, blobs }) => {
    const startedAt = performance.now()
    const ofRows = await checkRows(db)
    printFindings(ofRows.findings)
    printFindings(ofRows.remarks, 'remark')
    await requireStore(blobs, 'toRead')
    const ofFiles = await checkFiles(db, blobs)
    printFindings(ofFiles.findings)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const rules = ofRows.rules + ofFiles.rules
    const broken = ofRows.findings.length + ofFiles.findings.length
    const { rows } = ofRows
    print(
      `${rows.users} accounts, ${rows.products} products, ${rows.orders} orders, ${rows.lines} lines, and all files`,
    )
    print(`${rules} rules in ${seconds} s: ${broken === 0 ? 'all hold' : `${broken} do not hold`}`)
    return broken === 0
  }),
)
