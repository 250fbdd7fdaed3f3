import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readdir, readlink, realpath, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type Log, systemCode } from '../files.ts'
import { type Account, canEnter, nameOfUser } from './account.ts'

/** The paths and the account of one embedded database. */
export interface DatabaseLocation {
  account: Account
  /** Locked while the database is created, started or stopped. */
  lockFile: string
  /** PostgreSQL's data. */
  clusterDir: string
  logFile: string
  /** Copies of the programs, when those in node_modules cannot be used. */
  programsDir: string
  /** The private folder of the Unix socket. */
  socketDir: string
  /** The password of the database, readable by this process's user only. */
  passwordFile: string
}

/** Folders for root's database when its account cannot enter the data folder; the first writable one is used. */
const ROOT_PLACES = ['/var/lib/openstall', '/var/tmp/openstall']
/** The limit of a Unix socket's path is 103 bytes on some systems, 107 on others. */
const SOCKET_PATH_BYTES = 103
const SOCKET_NAME = '/.s.PGSQL.5432'

/**
 * Returns the location of the database of `dataDir`, the same at every start: below `dataDir`, unless this process is root
 * and PostgreSQL's account cannot enter it (a clone in root's home). Then it is in a system folder, and `dataDir/postgres`
 * links to it. The caller holds the lock. Throws an Error that says what to do when no folder can be used.
 */
export async function chooseLocation(dataDir: string, account: Account, log: Log): Promise<DatabaseLocation> {
  const cluster = join(dataDir, 'postgres')
  const link = await readlink(cluster).catch(() => undefined)
  const clusterDir = link === undefined ? await newOrOwnFolder(dataDir, account, log) : resolve(dataDir, link)
  const base = dirname(clusterDir)
  if (!(await isFolder(base))) {
    throw new Error(
      `${cluster} is a link to ${clusterDir}, which is missing. Restore it, or delete the link to start with a new database.`,
    )
  }
  return {
    account,
    lockFile: lockFileOf(dataDir),
    clusterDir: join(await realpath(base), basename(clusterDir)),
    logFile: join(base, 'postgres.log'),
    programsDir: join(base, 'programs'),
    socketDir: socketDirFor(base, account),
    passwordFile: join(base, 'postgres.password'),
  }
}

/** Returns the lock file of a data folder. */
export function lockFileOf(dataDir: string): string {
  return join(dataDir, 'postgres.lock')
}

async function newOrOwnFolder(dataDir: string, account: Account, log: Log): Promise<string> {
  const cluster = join(dataDir, 'postgres')
  if (await canEnter(account, dataDir)) return cluster
  if ((await canEnter(account, dirname(dataDir))) && (await allowGroupToEnter(dataDir, account.gid))) return cluster
  if (await isFolder(cluster)) {
    throw new Error(
      `The database is in ${cluster}, but the user ${account.name}, which runs PostgreSQL for root, can no longer ` +
        'enter that path. Allow others to enter its folders (chmod o+x), or move it and set DATA_DIR.',
    )
  }
  return chooseSystemFolder(dataDir, account, log)
}

/** Lets the account's group enter, but not list, a data folder that is private to root. Returns whether it did. */
async function allowGroupToEnter(dataDir: string, gid: number): Promise<boolean> {
  const { uid, mode } = await stat(dataDir)
  if (uid !== 0 || (mode & 0o077) !== 0) return false
  await chown(dataDir, uid, gid)
  await chmod(dataDir, 0o710)
  return true
}

async function chooseSystemFolder(dataDir: string, account: Account, log: Log): Promise<string> {
  const name = shortHash(dataDir)
  for (const root of ROOT_PLACES) {
    try {
      const base = await createUnusedFolder(await createRootFolder(root), name, log)
      await chown(base, 0, account.gid)
      await writeFile(join(base, 'origin'), `The database of ${dataDir}\n`, { mode: 0o600 })
      if (!(await canEnter(account, base))) continue
      await symlink(join(base, 'postgres'), join(dataDir, 'postgres'))
      return join(base, 'postgres')
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
  }
  throw new Error(
    `The user ${account.name}, which runs PostgreSQL for root, cannot enter ${dataDir}, and ${ROOT_PLACES.join(' and ')} ` +
      'cannot be written to. Set DATA_DIR to a folder that user can enter, or set DATABASE_URL.',
  )
}

/** Creates a folder owned by root alone, or throws: others with write access could replace the files in it. */
async function createRootFolder(path: string): Promise<string> {
  await mkdir(path, { mode: 0o755 }).catch((error) => {
    if (systemCode(error) !== 'EEXIST') throw error
  })
  const { uid, mode } = await lstat(path)
  if (uid !== 0 || (mode & 0o022) !== 0 || !(await isFolder(path))) {
    throw Object.assign(new Error(`${path} is not a folder owned by root alone`), { code: 'EACCES' })
  }
  await chmod(path, 0o755)
  return path
}

/** Creates a folder with a new name: a data folder that was deleted and recreated does not get its earlier database. */
async function createUnusedFolder(root: string, name: string, log: Log): Promise<string> {
  const taken = new Set(await readdir(root))
  let fresh = name
  for (let count = 2; taken.has(fresh); count++) fresh = `${name}-${count}`
  if (fresh !== name)
    log(`Database: ${join(root, name)} belongs to an earlier data folder of this name; delete it if unused.`)
  const path = join(root, fresh)
  await mkdir(path)
  await chmod(path, 0o710)
  return path
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

function socketDirFor(base: string, account: Account): string {
  const near = join(base, 'socket')
  if (Buffer.byteLength(near + SOCKET_NAME) <= SOCKET_PATH_BYTES) return near
  // Not in TMPDIR, which may differ between processes: all must use the same folder.
  return `/tmp/openstall-${account.uid}-${shortHash(base)}`
}

/** Creates the folder, or makes it private to the account. Throws an Error when it belongs to another user. */
export async function createPrivateFolder(path: string, account: Account): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
    if (account.spawnAs) await chown(path, account.uid, account.gid)
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
  }
  const found = await lstat(path)
  if (!found.isDirectory()) throw new Error(`${path} must be a folder. Remove it and start again.`)
  await checkOwner(path, found.uid, account)
  if ((found.mode & 0o777) !== 0o700) await chmod(path, 0o700)
}

/** Throws an Error that says what to do when `path` belongs to another user than the account's. */
export async function checkOwner(path: string, uid: number, account: Account): Promise<void> {
  if (uid === account.uid) return
  throw new Error(
    `${path} belongs to the user ${await nameOfUser(uid)}, but PostgreSQL would run as ${account.name}. ` +
      'Start Openstall as the same user as before, give the folder to that user (chown -R), or choose another DATA_DIR.',
  )
}

function isRefusal(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(systemCode(error) ?? '')
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
