import { checkFiles, checkRows, type Finding } from '../server/check/check-invariants.ts'
import { onConfiguredMarket, runCommand, say } from './on-configured-market.ts'

// npm run db:check   tells whether everything that must hold of the market holds; 1 when something does not

function tell(findings: Finding[]): void {
  for (const { rule, count, examples } of findings) {
    say(`WRONG: ${rule}: ${count} times not`)
    for (const example of examples) say(`  ${example}`)
    if (count > examples.length) say(`  … and ${count - examples.length} more`)
  }
}

await runCommand(() =>
  onConfiguredMarket(async ({ db, blobs }) => {
    const beganAt = performance.now()
    const { findings, rules, rows } = await checkRows(db)
    tell(findings)
    const ofFiles = await checkFiles(db, blobs)
    tell(ofFiles)
    const seconds = ((performance.now() - beganAt) / 1000).toFixed(1)
    const wrong = findings.length + ofFiles.length
    say(`${rows.users} accounts, ${rows.products} products, ${rows.orders} orders, ${rows.lines} lines, and all files`)
    say(`${rules + 3} rules in ${seconds} s: ${wrong === 0 ? 'all hold' : `${wrong} do not hold`}`)
    return wrong === 0
  }),
)
