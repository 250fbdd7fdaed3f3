import { migrate, readMigrationStatus } from '../db/migrate.ts'
import { print, runCommand } from './frame/run-command.ts'
import { withMarketplace } from './frame/with-marketplace.ts'

const USAGE = `npm run db:migrate               migrates the database to the newest schema; also while servers run
npm run db:migrate -- --status   lists the migrations and changes nothing`

await runCommand(USAGE, { options: { status: { type: 'boolean', default: false } } }, ({ values }) =>
  withMarketplace({ schema: 'unchecked' }, async ({ connection, db }) => {
    if (!values.status) {
      const done = await migrate(connection, print)
      print(`${done.length ? 'done' : 'nothing to do'}: the database has every migration`)
      return true
    }
    const { applied, pending } = await readMigrationStatus(db)
    for (const { name } of applied) print(`applied  ${name}`)
    for (const name of pending) print(`pending  ${name}`)
    return true
  }),
)
