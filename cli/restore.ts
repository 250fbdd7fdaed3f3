import { countServers } from '../db/migrate.ts'
import { restore } from '../server/operate/backup/restore.ts'
import { checkInvariants } from '../server/operate/check/check-invariants.ts'
import { onlyArgument, print, printFindings, runCommand } from './frame/run-command.ts'
import { withMarketplace } from './frame/with-marketplace.ts'

const USAGE = 'npm run restore -- DIR   restores the backup in DIR into an empty place; start the servers afterwards'

await runCommand(USAGE, { allowPositionals: true }, (args) => {
  const dir = onlyArgument(args)
  return withMarketplace({ schema: 'unchecked' }, async (marketplace) => {
    // They have cached what the restore replaces, without announcing it.
    if (await countServers(marketplace.db)) throw new Error('Some servers still run: stop all of them first.')
    const { made_at } = await restore({ ...marketplace, log: print }, dir)
    const findings = await checkInvariants(marketplace)
    printFindings(findings)
    print(findings.length ? 'Restored, but some rules do not hold.' : `Restored as of ${made_at}; all rules hold.`)
    return findings.length === 0
  })
})
