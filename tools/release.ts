import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { billOfMaterials } from './bill-of-materials.ts'
import { judgeAudit } from './judge-audit.ts'
import { readArguments, runCommand, say } from './run-command.ts'

const USAGE = `npm run release                          looks whether this tree can be released, and writes its bill of materials
npm run release -- --without-audit       although the registry cannot be asked for advisories
npm run release -- --accept-advisories   although there are some
npm run release -- --without-tests       they have just been run
The tag is left to you.`

const BILL_OF_MATERIALS = 'sbom.cdx.json'

interface Ended {
  code: number
  output: string
}

/** Runs a program; what it writes is answered, or shown when `shown`. */
async function runProgram(program: string, given: string[], { shown = false } = {}): Promise<Ended> {
  const child = spawn(program, given, {
    stdio: ['ignore', shown ? 'inherit' : 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  return { code: code ?? 1, output }
}

async function requireCleanTree(): Promise<void> {
  const { code, output } = await runProgram('git', ['status', '--porcelain'])
  if (code !== 0) throw new Error('This is not a git repository.')
  if (output.trim()) throw new Error(`The tree is not clean:\n${output}`)
  say('the tree is clean')
}

/** Answers what has to be said when this goes on all the same. */
async function requireNoAdvisories(allowed: { unasked: boolean; advisories: boolean }): Promise<string | undefined> {
  const { output } = await runProgram('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'])
  const verdict = judgeAudit(output)
  say(verdict.text)
  if (verdict.kind === 'unasked' && !allowed.unasked)
    throw new Error('Stopped. Ask another registry (npm_config_registry), or go on with --without-audit.')
  if (verdict.kind === 'advisories' && !allowed.advisories)
    throw new Error('Stopped. Update what is concerned, or go on with --accept-advisories.')
  return verdict.kind === 'clean' ? undefined : verdict.text
}

async function writeBillOfMaterials(): Promise<void> {
  const bill = await billOfMaterials('.')
  await writeFile(BILL_OF_MATERIALS, `${JSON.stringify(bill, null, 2)}\n`)
  say(`${BILL_OF_MATERIALS} names ${bill.components.length} packages`)
}

await runCommand(async () => {
  const off = { type: 'boolean', default: false } as const
  const { values } = readArguments(USAGE, {
    options: { 'without-audit': off, 'accept-advisories': off, 'without-tests': off },
  })
  await requireCleanTree()
  const audit = { unasked: values['without-audit'], advisories: values['accept-advisories'] }
  const reserves = [await requireNoAdvisories(audit)]
  await writeBillOfMaterials()
  if (values['without-tests']) reserves.push('no test was run')
  else {
    const { code } = await runProgram('npm', ['test'], { shown: true })
    if (code !== 0) throw new Error('Stopped: a test failed.')
  }
  const told = reserves.filter((reserve) => reserve !== undefined)
  say(told.length ? `This can be released on your word: ${told.join('; ')}.` : 'This can be released.')
  say(`git tag -s v${process.env.npm_package_version ?? '…'} && git push --tags`)
  return true
})
