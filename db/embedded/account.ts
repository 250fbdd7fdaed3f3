import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** The user that PostgreSQL runs as. */
export interface Account {
  uid: number
  gid: number
  name: string
  /** Options of `spawn`, set when PostgreSQL runs as another user than this process. */
  spawnAs: { uid: number; gid: number } | undefined
}

/** In order of preference: PostgreSQL's accounts, then the one that should own no files. */
const UNPRIVILEGED = ['postgres', '_postgres', 'nobody']

/**
 * Returns the account that PostgreSQL runs as: this process's own, or an unprivileged one when this process is root.
 * Throws an Error when there is none.
 */
export async function chooseAccount(): Promise<Account> {
  const uid = process.getuid?.()
  if (uid === undefined) return { uid: 0, gid: 0, name: 'this user', spawnAs: undefined }
  const accounts = await readAccounts()
  if (uid !== 0) {
    const name = accounts.find((account) => account.uid === uid)?.name ?? `user ${uid}`
    return { uid, gid: process.getgid?.() ?? uid, name, spawnAs: undefined }
  }
  for (const name of UNPRIVILEGED) {
    const account = accounts.find((candidate) => candidate.name === name && candidate.uid > 0 && candidate.gid > 0)
    if (account) return { ...account, spawnAs: { uid: account.uid, gid: account.gid } }
  }
  throw new Error(
    'PostgreSQL must not run as root, and this machine has neither an account `postgres` nor `nobody`. ' +
      'Start Openstall as an ordinary user, or set DATABASE_URL.',
  )
}

/** Returns the name of a user id, for messages. */
export async function nameOfUser(uid: number): Promise<string> {
  const account = (await readAccounts()).find((candidate) => candidate.uid === uid)
  return account ? `${account.name} (id ${uid})` : `with id ${uid}`
}

async function readAccounts(): Promise<{ uid: number; gid: number; name: string }[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  return lines
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

/** Returns whether the account can enter `folder`. It tries, since modes, access lists and mounts all play a part. */
export async function canEnter(account: Account, folder: string): Promise<boolean> {
  if (!account.spawnAs) return true
  try {
    await promisify(execFile)('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account.spawnAs, cwd: '/' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'number') return false
    throw new Error(
      `PostgreSQL must not run as root, and this system does not let root become the user ${account.name}. ` +
        'Start Openstall as an ordinary user, or set DATABASE_URL.',
      { cause: error },
    )
  }
}
