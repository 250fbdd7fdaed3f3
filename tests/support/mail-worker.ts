import { connectDatabase } from '../../db/connect.ts'
import { createMessages } from '../../server/pages/mail/messages.ts'
import { systemClock } from '../../server/platform/config/clock.ts'

/** A process that only delivers messages; started by tests that kill it. Its settings come as one JSON argument. */
const { connection, config, secrets } = JSON.parse(process.argv[2] ?? '')
const log = { info() {}, warn() {}, error() {} }
createMessages({ config, db: connectDatabase(connection), clock: systemClock, secrets, log })
setInterval(() => {}, 60_000)
