import { restore } from '../server/backup/restore.ts'
import { checkInvariants } from '../server/check/check-invariants.ts'
import { onConfiguredMarket } from './on-configured-market.ts'
import { readArguments, runCommand, say } from './run-command.ts'
import { tellFindings } from './tell-findings.ts'

const USAGE = 'npm run restore -- DIR   brings the backup in DIR back into an empty place; start the servers afterwards'

await runCommand(async () => {
  const { positionals } = readArguments(USAGE, { allowPositionals: true })
  const [dir] = positionals
  if (!dir || positionals.length > 1) throw new Error(`Usage: ${USAGE}`)
  return onConfiguredMarket(async (market) => {
    const { made_at } = await restore({ ...market, log: say }, dir)
    const findings = await checkInvariants(market)
    tellFindings(findings)
    say(findings.length ? 'Restored, but not all is well.' : `Restored as of ${made_at}; all that must hold holds.`)
    return findings.length === 0
  })
})
