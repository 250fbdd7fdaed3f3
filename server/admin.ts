import { existsSync } from 'node:fs'
import { type Connection, connectDatabase } from '../db/connect.ts'
import { openEmbeddedDatabase } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { requireEmail } from './auth/email.ts'
import { makeAdmin } from './auth/make-admin.ts'
import { removeAllFactors } from './auth/mfa/remove-all-factors.ts'
import { createPasswords } from './auth/passwords.ts'
import { askPassword } from './platform/ask-password.ts'
import { type Config, readConfig } from './platform/config.ts'
import { openSecrets } from './platform/secrets.ts'
import { rotateSigningKeys } from './platform/secrets-file.ts'

// The operator's commands: npm run admin -- create <e-mail>

const USAGE = `Usage:
  npm run admin -- create <e-mail>   makes an admin, or makes an account one; asks for the password, or takes it
                                     from what is piped in
  npm run admin -- remove-factors <e-mail>
                                     takes the second sign-in steps from an account whose owner has lost them
  npm run admin -- rotate-keys       makes a new signing key; servers use it from their next start`

async function run([command, ...rest]: string[]): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig(process.env, process.stdout.isTTY === true)
  const [email] = rest
  if (command === 'create' && email && rest.length === 1) return create(config, email)
  if (command === 'remove-factors' && email && rest.length === 1) return removeFactors(config, email)
  if (command === 'rotate-keys' && rest.length === 0) return rotateKeys(config)
  throw new Error(USAGE)
}

async function create(config: Config, email: string): Promise<void> {
  // A wrong address is told before a password is typed.
  requireEmail(email)
  const password = await askPassword(process.stdin, process.stderr)
  await withDatabase(config, async (connection) => {
    await migrate(connection, say)
    const db = connectDatabase(connection, { max: 1 })
    try {
      const { passwordMinLength: minLength, commonPasswordsRefused: commonRefused } = config
      const passwords = createPasswords({ minLength, commonRefused })
      const secrets = await openSecrets(config)
      const done = await makeAdmin({ db, secrets, passwords, now: new Date() }, { email, password })
      say(
        done === 'made'
          ? `${email} is an admin.`
          : `${email} had an account: it is an admin's now, with this password.`,
      )
    } finally {
      await db.destroy()
    }
  })
}

async function removeFactors(config: Config, email: string): Promise<void> {
  await withDatabase(config, async (connection) => {
    const db = connectDatabase(connection, { max: 1 })
    try {
      const removed = await removeAllFactors(db, email)
      if (removed === undefined) throw new Error(`Nobody has the address ${email}.`)
      say(`${email} had ${removed} second sign-in steps: they are removed, and the account is signed out everywhere.`)
    } finally {
      await db.destroy()
    }
  })
}

async function withDatabase(config: Config, work: (connection: Connection) => Promise<void>): Promise<void> {
  if (config.databaseUrl) return work(config.databaseUrl)
  const embedded = await openEmbeddedDatabase({ dataDir: config.dataDir, log: say })
  try {
    await work(embedded.connection)
  } finally {
    await embedded.close()
  }
}

async function rotateKeys(config: Config): Promise<void> {
  if (config.authSigningKey) throw new Error('AUTH_SIGNING_KEY is set: put the new key in front of the ones it lists.')
  say(`The new signing key is ${await rotateSigningKeys(config.dataDir)}. Restart the servers to use it.`)
}

function say(message: string): void {
  console.log(message)
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
// What was piped in and not read keeps nobody waiting.
process.stdin.destroy()
