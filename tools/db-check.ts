import { checkFiles, checkRows } from '../server/check/check-invariants.ts'
import { requireStore } from '../server/storage/require-store.ts'
import { onConfiguredMarket } from './on-configured-market.ts'
import { requireSchema } from './require-schema.ts'
import { readArguments, runCommand, say } from './run-command.ts'
import { tellFindings } from './tell-findings.ts'

const USAGE =
  'npm run db:check   tells whether everything that must hold of the market holds; 1 when something does not'

readArguments(USAGE, {})

await runCommand(() =>
  onConfiguredMarket(async ({ db, blobs }) => {
    await requireSchema(db, 'newest')
    const beganAt = performance.now()
    const ofRows = await checkRows(db)
    tellFindings(ofRows.findings)
    tellFindings(ofRows.remarks, 'remark')
    await requireStore(blobs, 'toRead')
    const ofFiles = await checkFiles(db, blobs)
    tellFindings(ofFiles.findings)
    const seconds = ((performance.now() - beganAt) / 1000).toFixed(1)
    const rules = ofRows.rules + ofFiles.rules
    const wrong = ofRows.findings.length + ofFiles.findings.length
    const { rows } = ofRows
    say(`${rows.users} accounts, ${rows.products} products, ${rows.orders} orders, ${rows.lines} lines, and all files`)
    say(`${rules} rules in ${seconds} s: ${wrong === 0 ? 'all hold' : `${wrong} do not hold`}`)
    return wrong === 0
  }),
)
