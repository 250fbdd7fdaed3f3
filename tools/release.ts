import { writeFile } from 'node:fs/promises'
import { print, runCommand } from '../cli/frame/run-command.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { classifyAudit } from './classify-audit.ts'
import { runProgram } from './run-program.ts'

const USAGE = `npm run release                          checks this tree and writes its bill of materials; you set the tag
npm run release -- --without-audit       continues when the registry returns no advisories report
npm run release -- --accept-advisories   continues when there are advisories
npm run release -- --without-tests       skips the tests`

const BILL_OF_MATERIALS = 'sbom.cdx.json'

async function requireCleanTree(): Promise<void> {
  const { code, output } = await runProgram('git', ['status', '--porcelain'])
  if (code !== 0) throw new Error('This is not a git repository.')
  if (output.trim()) throw new Error(`The tree is not clean:\n${output}`)
  print('The tree is clean.')
}

/** Returns the note about a skipped audit or accepted advisories, if any. Throws unless it is `allowed`. */
async function requireNoAdvisories(allowed: {
  unavailable: boolean
  advisories: boolean
}): Promise<string | undefined> {
  const { output } = await runProgram('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'])
  const verdict = classifyAudit(output)
  print(verdict.text)
  if (verdict.kind === 'unavailable' && !allowed.unavailable)
    throw new Error('Stopped. Use another registry (npm_config_registry), or continue with --without-audit.')
  if (verdict.kind === 'advisories' && !allowed.advisories)
    throw new Error('Stopped. Update those packages, or continue with --accept-advisories.')
  return verdict.kind === 'clean' ? undefined : verdict.text
}

async function writeBillOfMaterials(): Promise<void> {
  const bill = await billOfMaterials('.')
  await writeFile(BILL_OF_MATERIALS, `${JSON.stringify(bill, null, 2)}\n`)
  print(`${BILL_OF_MATERIALS} names ${bill.components.length} packages`)
}

const off = { type: 'boolean', default: false } as const
const options = { 'without-audit': off, 'accept-advisories': off, 'without-tests': off }

await runCommand(USAGE, { options }, async ({ values }) => {
  await requireCleanTree()
  const audit = { unavailable: values['without-audit'], advisories: values['accept-advisories'] }
  const reservations = [await requireNoAdvisories(audit)]
  await writeBillOfMaterials()
  if (values['without-tests']) reservations.push('no test was run')
  else {
    const { code } = await runProgram('npm', ['test'], { shown: true })
    if (code !== 0) throw new Error('Stopped: a test failed.')
  }
  const open = reservations.filter((reservation) => reservation !== undefined)
  print(open.length ? `Ready to release, if you accept this: ${open.join('; ')}.` : 'Ready to release.')
  print(`git tag -s v${process.env.npm_package_version ?? '…'} && git push --tags`)
})
