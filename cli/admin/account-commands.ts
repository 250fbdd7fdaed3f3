import Fastify from 'fastify'
import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import { accountLinks } from '../../server/operate/start/account-links.ts'
import { requireEmail } from '../../server/people/accounts/addresses.ts'
import * as operator from '../../server/people/accounts/change-as-operator.ts'
import { findAccount, isSetupOpen } from '../../server/people/accounts/queries.ts'
import { endAllSessions } from '../../server/people/auth/codes/take-over.ts'
import { makeAdmin, resetPassword } from '../../server/people/auth/passwords/as-operator.ts'
import { createPasswords, type Passwords } from '../../server/people/auth/passwords/passwords.ts'
import { deleteFactors } from '../../server/people/auth/protocol/user-queries.ts'
import { setupLink } from '../../server/people/auth/setup/setup-link.ts'
import type { Config } from '../../server/platform/config/config.ts'
import type { Secrets } from '../../server/platform/keys/secrets.ts'
import { logOptions } from '../../server/platform/observe/log.ts'
import { askPassword } from '../frame/ask-password.ts'
import { print } from '../frame/run-command.ts'
import { withMarketplace } from '../frame/with-marketplace.ts'

interface CommandContext {
  config: Config
  db: Db
  passwords: Passwords
  openSecrets(): Promise<Secrets>
}

interface AccountCommand {
  /** Its name in the log, the same as in the servers' logs. */
  event: string
  /** Returns the line to print when it is done. */
  run(context: CommandContext, email: string): Promise<string>
}

const ACCOUNT_COMMANDS = {
  create: { event: 'role_changed', run: create },
  promote: { event: 'role_changed', run: changing(operator.promote, () => 'an owner') },
  demote: { event: 'role_changed', run: changing(operator.demote, (role) => `a ${role}`) },
  suspend: { event: 'user_suspended', run: changing(operator.suspend, () => 'suspended') },
  reinstate: { event: 'user_reinstated', run: changing(operator.reinstate, () => 'reinstated') },
  'reset-password': { event: 'password_changed', run: setPassword },
  'remove-factors': { event: 'factor_removed', run: removeFactors },
} satisfies Record<string, AccountCommand>
export type AccountCommandName = keyof typeof ACCOUNT_COMMANDS

/** Runs the named command on the account with an address, and prints the result. */
export function changeAccount(config: Config, name: AccountCommandName, address: string): Promise<void> {
  const command: AccountCommand = ACCOUNT_COMMANDS[name]
  // A malformed address is refused before a database is started.
  const email = requireEmail(address)
  return withMarketplace({ schema: 'migrated', config }, async ({ db, openSecrets }) => {
    const passwords = createPasswords(config)
    print(await command.run({ config, db, passwords, openSecrets }, email))
    await logChange(db, config, { event: command.event, command: name, email })
  })
}

/** Logs the change as the servers log theirs; nothing is logged at a terminal, where the level is `warn`. */
async function logChange(db: Db, config: Config, change: { event: string; command: string; email: string }) {
  const account = await findAccount(db, { email: change.email })
  const { log } = Fastify({ logger: logOptions(config.logLevel) })
  log.info({ event: change.event, user_id: account?.id, command: change.command })
}

async function create({ db, passwords, openSecrets }: CommandContext, email: string): Promise<string> {
  const secrets = await openSecrets()
  const password = await askPassword(process.stdin, process.stderr)
  const done = await makeAdmin({ db, secrets, passwords, now: new Date() }, { email, password })
  return done === 'created'
    ? `${email} is an admin.`
    : `${email} had an account: it is an admin now, with this password.`
}

/** Returns the `run` of a command that makes one change and prints the new state of the account. */
function changing<Result>(
  change: (deps: Parameters<typeof operator.demote>[0], email: string, now: Date) => Promise<Result>,
  nameOf: (result: Result) => string,
): AccountCommand['run'] {
  return async ({ db }, email) => `${email} is ${nameOf(await change({ db, ...accountLinks }, email, new Date()))}.`
}

async function setPassword(context: CommandContext, email: string): Promise<string> {
  await operator.requireAccount(context.db, email)
  await resetPassword(context, email, await askPassword(process.stdin, process.stderr))
  return `${email} has this password now, and is signed out everywhere.`
}

async function removeFactors({ db }: CommandContext, email: string): Promise<string> {
  const removed = await inTransaction(db, async (tx) => {
    const account = await findAccount(tx, { email })
    if (!account) throw operator.noAccount(email)
    await endAllSessions(tx, account.id)
    return deleteFactors(tx, account.id)
  })
  return `${email} had ${removed} second sign-in steps: they are removed, and the account is signed out everywhere.`
}

/** Prints the link of the page that makes the first admin. Throws an Error once one was made. */
export function printSetupLink(config: Config): Promise<void> {
  return withMarketplace({ schema: 'migrated', config }, async ({ db, openSecrets }) => {
    if (!(await isSetupOpen(db)))
      throw new Error('The first admin was made already. To make another: npm run admin -- create you@example.com')
    print(setupLink(config, await openSecrets()))
  })
}
