import { backUp } from '../server/backup/back-up.ts'
import { onConfiguredMarket } from './on-configured-market.ts'
import { requireSchema } from './require-schema.ts'
import { readArguments, runCommand, say } from './run-command.ts'

const USAGE = 'npm run backup -- DIR   copies the market, as it is now, into the new folder DIR; also while servers run'

await runCommand(async () => {
  const { positionals } = readArguments(USAGE, { allowPositionals: true })
  const [dir] = positionals
  if (!dir || positionals.length > 1) throw new Error(`Usage: ${USAGE}`)
  return onConfiguredMarket(async (market) => {
    // Also of an older version: whoever brings in a new one saves the market first.
    await requireSchema(market.db, 'any')
    const { tables, files } = await backUp({ ...market, log: say }, dir)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    say(
      `${dir} holds ${rows} rows and ${files.count} files, and the keys of the market: keep it where only you can read it.`,
    )
    return true
  })
})
