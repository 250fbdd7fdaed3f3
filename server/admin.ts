import Fastify from 'fastify'
import { connectDatabase } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { reasonOf } from '../db/reason-of.ts'
import type { Db } from '../db/tables.ts'
import { requireEmail } from './auth/email.ts'
import { makeAdmin } from './auth/make-admin.ts'
import { removeAllFactors } from './auth/mfa/remove-all-factors.ts'
import * as operator from './auth/operator/operate-account.ts'
import { createPasswords, type Passwords } from './auth/passwords.ts'
import { findUserByEmail } from './auth/queries.ts'
import { withDatabase } from './command-database.ts'
import { askPassword } from './platform/ask-password.ts'
import type { Config } from './platform/config.ts'
import { addEnvFile } from './platform/env-file.ts'
import { logOptions } from './platform/log.ts'
import { openSecrets } from './platform/secrets.ts'
import { rotateSigningKeys } from './platform/secrets-file.ts'
import { readSettings } from './settings.ts'

// The operator's commands: npm run admin -- <command> …

const USAGE = `Usage:
  npm run admin -- create <e-mail>          makes an admin, or makes an account one; asks for the password, or takes it
                                            from what is piped in
  npm run admin -- promote <e-mail>         makes an account an admin that keeps its password
  npm run admin -- demote <e-mail>          makes an admin a seller if it has products, else a buyer
  npm run admin -- suspend <e-mail>         keeps an account out; a seller's products leave the shop
  npm run admin -- reinstate <e-mail>       lets a suspended account in again
  npm run admin -- reset-password <e-mail>  gives an account a new password, asked for as above
  npm run admin -- remove-factors <e-mail>  takes the second sign-in steps from an account whose owner has lost them
  npm run admin -- rotate-keys              makes a new signing key; servers use it from their next start`

interface Tools {
  db: Db
  config: Config
  passwords: Passwords
}

/** Something that is done to the account with an address. */
interface AccountCommand {
  /** What the log calls it; servers call the same so. */
  event: string
  /** Answers what to say when it is done. */
  run(tools: Tools, email: string): Promise<string>
}

const ACCOUNT_COMMANDS = new Map<string, AccountCommand>([
  ['create', { event: 'role_changed', run: create }],
  ['promote', { event: 'role_changed', run: promote }],
  ['demote', { event: 'role_changed', run: demote }],
  ['suspend', { event: 'user_suspended', run: suspend }],
  ['reinstate', { event: 'user_reinstated', run: reinstate }],
  ['reset-password', { event: 'password_changed', run: renewPassword }],
  ['remove-factors', { event: 'factor_removed', run: removeFactors }],
])

async function run([command = '', ...rest]: string[]): Promise<void> {
  const config = readSettings(addEnvFile(process.env), process.stdout.isTTY === true)
  const accountCommand = ACCOUNT_COMMANDS.get(command)
  const [address] = rest
  if (command === 'rotate-keys' && rest.length === 0) return rotateKeys(config)
  if (!accountCommand || !address || rest.length !== 1) throw new Error(USAGE)
  // A wrong address is told before anything is started.
  const email = requireEmail(address)
  await withDatabase(config, say, async (connection) => {
    await migrate(connection, say)
    const db = connectDatabase(connection, { max: 1 })
    const { passwordMinLength: minLength, commonPasswordsRefused: commonRefused } = config
    try {
      const passwords = createPasswords({ minLength, commonRefused })
      say(await accountCommand.run({ db, config, passwords }, email))
      const [account] = await findUserByEmail(db, email)
      // A line for who keeps the output, as the servers write it; at a terminal what was said is enough.
      const { log } = Fastify({ logger: logOptions(config.logLevel) })
      log.info({ event: accountCommand.event, user_id: account?.id, command })
    } finally {
      await db.destroy()
    }
  })
}

async function create({ db, config, passwords }: Tools, email: string): Promise<string> {
  const password = await askPassword(process.stdin, process.stderr)
  const secrets = await openSecrets(config)
  const done = await makeAdmin({ db, secrets, passwords, now: new Date() }, { email, password })
  return done === 'made'
    ? `${email} is an admin.`
    : `${email} had an account: it is an admin's now, with this password.`
}

async function promote({ db }: Tools, email: string): Promise<string> {
  await operator.promote(db, email, new Date())
  return `${email} is an admin.`
}

async function demote({ db }: Tools, email: string): Promise<string> {
  return `${email} is a ${await operator.demote(db, email, new Date())}.`
}

async function suspend({ db }: Tools, email: string): Promise<string> {
  await operator.suspend(db, email, new Date())
  return `${email} is suspended.`
}

async function reinstate({ db }: Tools, email: string): Promise<string> {
  await operator.reinstate(db, email, new Date())
  return `${email} is reinstated.`
}

async function renewPassword({ db, passwords }: Tools, email: string): Promise<string> {
  await operator.requireAccount(db, email)
  await operator.resetPassword({ db, passwords }, email, await askPassword(process.stdin, process.stderr))
  return `${email} has this password now, and is signed out everywhere.`
}

async function removeFactors({ db }: Tools, email: string): Promise<string> {
  const removed = await removeAllFactors(db, email)
  if (removed === undefined) throw new Error(`Nobody has the address ${email}.`)
  return `${email} had ${removed} second sign-in steps: they are removed, and the account is signed out everywhere.`
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
  console.error(reasonOf(error))
  process.exitCode = 1
}
// What was piped in and not read keeps nobody waiting.
process.stdin.destroy()
