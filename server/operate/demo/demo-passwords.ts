import { allDemoAccounts, demoAccounts } from '../../../db/demo/accounts.ts'
import { accountsWithPublishedPassword, type PresentAccount } from '../../../db/demo/published-passwords.ts'
import type { Db } from '../../../db/tables.ts'
import type { Config } from '../../platform/config/config.ts'
import { isOnLoopback } from '../../platform/config/loopback.ts'

/** Throws an Error when other machines can reach a marketplace whose demo accounts have published passwords. */
export async function requirePrivatePasswords(db: Db, config: Config): Promise<void> {
  if (isOnLoopback(config)) return
  const [first, ...more] = await accountsWithPublishedPassword(db)
  if (!first) return
  const others = more.length ? ` and ${more.length} more demo accounts have` : ' has'
  throw new Error(
    `${first.email ?? first.id}${others} the published password, and HOST (${config.host}) and SITE_URL ` +
      `(${config.siteUrl}) are not this machine alone. Remove the demo with \`npm run admin -- remove-demo\`, or give ` +
      'its accounts new passwords with `npm run admin -- demo-passwords`, with the same settings.',
  )
}

/** Returns the demo accounts to print at the start, one of each role, as far as they have the published password. */
export async function shownDemoAccounts(db: Db, config: Config): Promise<typeof demoAccounts> {
  if (!isOnLoopback(config)) return []
  const present = new Set((await accountsWithPublishedPassword(db, idsOfShown())).map(({ email }) => email))
  return demoAccounts.filter(({ email }) => present.has(email))
}

/** Returns those of the accounts that get a password to print; the others cannot be signed in to. */
export function isShown({ id }: Pick<PresentAccount, 'id'>): boolean {
  return idsOfShown().includes(id)
}

function idsOfShown(): string[] {
  const emails = demoAccounts.map(({ email }) => email)
  return allDemoAccounts.filter(({ email }) => emails.includes(email)).map(({ user_id }) => user_id)
}
