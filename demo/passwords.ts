import { randomBytes } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import type { Db } from '../db/tables.ts'
import type { Config } from '../server/platform/config/config.ts'
import { isOnLoopback } from '../server/platform/config/loopback.ts'
import { allDemoAccounts, DEMO_PASSWORD, demoAccounts } from './accounts.ts'
import { readPasswordHashes } from './queries.ts'

const PASSWORD_BYTES = 15

interface PresentAccount {
  id: string
  email: string | null
}

/** Returns the demo accounts among these ids that still have the published password. */
export async function accountsWithPublishedPassword(
  db: Db,
  ids: readonly string[] = allDemoAccounts.map(({ user_id }) => user_id),
): Promise<PresentAccount[]> {
  const rows = await readPasswordHashes(db, ids)
  const isPublished = await Promise.all(rows.map(({ password_hash }) => verify(password_hash ?? '', DEMO_PASSWORD)))
  return rows.filter((_, index) => isPublished[index]).map(({ id, email }) => ({ id, email }))
}

/** Throws an Error when other machines can reach demo accounts with the published password. */
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

/** Returns the demo accounts to print, one per role, as far as they have the published password. */
export async function shownDemoAccounts(db: Db, config: Config): Promise<typeof demoAccounts> {
  if (!isOnLoopback(config)) return []
  const present = new Set((await accountsWithPublishedPassword(db, idsOfShown())).map(({ email }) => email))
  return demoAccounts.filter(({ email }) => present.has(email))
}

/** Returns whether an account gets a printed password; the others cannot sign in. */
export function isShown({ id }: Pick<PresentAccount, 'id'>): boolean {
  return idsOfShown().includes(id)
}

function idsOfShown(): string[] {
  const emails = demoAccounts.map(({ email }) => email)
  return allDemoAccounts.filter(({ email }) => emails.includes(email)).map(({ user_id }) => user_id)
}

export function randomPasswords(names: readonly string[]): Map<string, string> {
  return new Map(names.map((name) => [name, randomBytes(PASSWORD_BYTES).toString('base64url')]))
}

export function passwordsText(passwords: ReadonlyMap<string, string>): string {
  const lines = Array.from(passwords, ([email, password]) => `  ${email}   password: ${password}`)
  return ['Demo accounts, shown only now; no one can sign in to the others:', ...lines].join('\n')
}
