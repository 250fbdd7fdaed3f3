import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { flushFolder, type Log, makePrivate, readIfExists, systemCode } from '../files.ts'
import type { DatabaseLocation } from './location.ts'
import type { Programs } from './programs.ts'

// Only processes that can read the password file may connect: those of the marketplace's user. The folder of the socket is
// private to the user that PostgreSQL runs as; for root that may be one shared with other programs.

/** The role of the marketplace. It may create databases, but is not a superuser. */
export const SHOP_ROLE = 'openstall'
const SUPERUSER = 'postgres'

const RULES = `# Written by Openstall at the start of the database: connections need the password in postgres.password.
local all all scram-sha-256
local replication all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
`

/** Returns the password; undefined when there is none yet. A file that others can read is corrected. */
export async function readPassword({ passwordFile }: DatabaseLocation, log: Log): Promise<string | undefined> {
  const password = await readIfExists(passwordFile)
  if (password !== undefined) await makePrivate(passwordFile, log)
  return password || undefined
}

/** Writes the access rules of a stopped database, and sets a password when it has none. The caller holds the lock. */
export async function protectStopped(
  location: DatabaseLocation,
  programs: Programs,
  { env, log }: { env: NodeJS.ProcessEnv; log: Log },
): Promise<void> {
  if (!(await readPassword(location, log))) {
    const password = newPassword()
    await runSingleUser(location.clusterDir, location, programs, { statements: passwordStatements(password), env })
    await writePassword(location, password)
  }
  await writeRules(location.clusterDir, location)
}

/** Removes the password, so that the next start of the database makes a new one. */
export function forgetPassword({ passwordFile }: DatabaseLocation): Promise<void> {
  return rm(passwordFile, { force: true })
}

/** Creates the role, its password and the access rules in the new database in `folder`, which is moved into place later. */
export async function protectNew(
  folder: string,
  location: DatabaseLocation,
  programs: Programs,
  statements: readonly string[],
): Promise<void> {
  const password = newPassword()
  await runSingleUser(folder, location, programs, { statements: [...statements, ...passwordStatements(password)] })
  await writeRules(folder, location)
  await writePassword(location, password)
}

function newPassword(): string {
  return randomBytes(32).toString('hex')
}

function passwordStatements(password: string): string[] {
  return [SHOP_ROLE, SUPERUSER].map((role) => `alter role ${role} password '${password}';`)
}

/** Runs statements in single-user mode, so that an unprotected database never accepts connections. */
async function runSingleUser(
  folder: string,
  { account }: DatabaseLocation,
  programs: Programs,
  { statements, env }: { statements: readonly string[]; env?: NodeJS.ProcessEnv },
): Promise<void> {
  const options = [
    '--single',
    '-D',
    folder,
    '-c',
    'exit_on_error=on',
    '-c',
    'log_min_error_statement=panic',
    // They slow down guessing, which a random password of 256 bits rules out, and each connection of ours.
    '-c',
    'scram_iterations=1',
    'postgres',
  ]
  const single = promisify(execFile)(programs.postgres, options, {
    ...account.spawnAs,
    cwd: '/',
    env: { ...programs.env, ...env },
  })
  single.child.stdin?.end(`${statements.join('\n')}\n`)
  await single.catch((error: unknown) => {
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new Error(`PostgreSQL could not prepare its database: ${stderr || systemCode(error)}`)
  })
}

async function writePassword({ passwordFile }: DatabaseLocation, password: string): Promise<void> {
  await replaceFile(passwordFile, password)
  await flushFolder(join(passwordFile, '..'))
}

async function writeRules(folder: string, { account }: DatabaseLocation): Promise<void> {
  const path = join(folder, 'pg_hba.conf')
  if ((await readFile(path, 'utf8').catch(() => '')) === RULES) return
  await replaceFile(path, RULES, account.spawnAs)
}

/** Replaces a file with a private one, safely even in a folder where others could have placed links. */
async function replaceFile(path: string, text: string, owner?: { uid: number; gid: number }): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    if (owner) await handle.chown(owner.uid, owner.gid)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, path)
}
