import { migrate, readMigrationStatus } from '../db/migrate.ts'
import { onConfiguredMarket } from './on-configured-market.ts'
import { readArguments, runCommand, say } from './run-command.ts'

const USAGE = `npm run db:migrate               brings the database to the newest schema; also while servers run
npm run db:migrate -- --status   lists the migrations, changes nothing`

await runCommand(async () => {
  const { values } = readArguments(USAGE, { options: { status: { type: 'boolean', default: false } } })
  return onConfiguredMarket(async ({ connection, db }) => {
    if (!values.status) {
      const done = await migrate(connection, say)
      say(done.length ? `${done.length} migrations applied` : 'nothing to do: the database has every migration')
      return true
    }
    const { applied, pending } = await readMigrationStatus(db)
    for (const { name } of applied) say(`applied  ${name}`)
    for (const name of pending) say(`pending  ${name}`)
    return true
  })
})
