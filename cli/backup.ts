import { backUp } from '../server/operate/backup/back-up.ts'
import { onlyArgument, print, runCommand } from './frame/run-command.ts'
import { withMarketplace } from './frame/with-marketplace.ts'

const USAGE = 'npm run backup -- DIR   copies the marketplace into the new folder DIR; also while servers run'

await runCommand(USAGE, { allowPositionals: true }, (args) => {
  const dir = onlyArgument(args)
  // An older schema is accepted: operators back up before they upgrade.
  return withMarketplace({ schema: 'any' }, async (marketplace) => {
    await marketplace.openSecrets()
    const { tables, files, secrets_sha256 } = await backUp({ ...marketplace, log: print }, dir)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const keys = secrets_sha256
      ? 'and the keys of the marketplace'
      : 'and no keys (those are API_KEY_SECRET and AUTH_SIGNING_KEY)'
    print(`${dir} holds ${rows} rows, ${files.count} files ${keys}: keep it where only you can read it.`)
    return true
  })
})
