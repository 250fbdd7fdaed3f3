import { connectDatabase } from '../../db/connect.ts'
import { createMessages } from '../../server/pages/mail/messages.ts'
import { systemClock } from '../../server/platform/config/clock.ts'
import { createChannels } from '../../server/platform/data/channels.ts'
import { startWorker } from '../../server/platform/jobs/worker.ts'

/** A process that only delivers messages, for tests that kill it. Its settings come as one JSON argument. */
const { connection, config, secrets } = JSON.parse(process.argv[2] ?? '')
const log = { info() {}, warn() {}, error() {} }
const db = connectDatabase(connection)
const channels = createChannels({ connection, db })
const { handlers } = createMessages({ config, db, clock: systemClock, secrets, log })
startWorker({ db, channels, handlers, periodic: [], log })
channels.start()
setInterval(() => {}, 60_000)
