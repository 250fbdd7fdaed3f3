import { checkFiles, checkRows } from '../server/check/check-invariants.ts'
import { onConfiguredMarket, runCommand, say } from './on-configured-market.ts'
import { tellFindings } from './tell-findings.ts'

// npm run db:check   tells whether everything that must hold of the market holds; 1 when something does not

await runCommand(() =>
  onConfiguredMarket(async ({ db, blobs }) => {
    const beganAt = performance.now()
    const { findings, remarks, rules, rows } = await checkRows(db)
    tellFindings(findings)
    tellFindings(remarks, 'remark')
    const ofFiles = await checkFiles(db, blobs)
    tellFindings(ofFiles)
    const seconds = ((performance.now() - beganAt) / 1000).toFixed(1)
    const wrong = findings.length + ofFiles.length
    say(`${rows.users} accounts, ${rows.products} products, ${rows.orders} orders, ${rows.lines} lines, and all files`)
    say(`${rules + 3} rules in ${seconds} s: ${wrong === 0 ? 'all hold' : `${wrong} do not hold`}`)
    return wrong === 0
  }),
)
