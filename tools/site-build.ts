import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemCode } from '../db/files.ts'
import { withProcessLock } from '../db/process-lock.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const DIST = join(ROOT, 'dist')
/** Holds the fingerprint of what the finished build was made from. Written last, removed first. */
const STAMP = join(DIST, '.inputs')
const UNFINISHED = join(DIST, '.unfinished')

/** Everything the two builds read; node_modules is known by the lock file. */
const INPUTS = ['web', 'shared', 'vite.config.ts', 'tsconfig.json', 'package-lock.json']

const PARTS = [
  { name: 'client', what: 'the pages for browsers', ssr: false },
  { name: 'server', what: 'the renderer for the server', ssr: true },
] as const

type Log = (message: string) => void

/** Builds the site into dist/. Until the last moment, the earlier build stays as it was. */
export async function buildSite(log: Log): Promise<void> {
  await underBuildLock(log, async () => make(await fingerprint(), log))
}

/**
 * Builds the site unless dist/ was made from what is there now. Of several processes one builds and the others wait.
 * Without the tools to build (an install without development packages), a build that is there is used as it is.
 */
export async function buildSiteIfStale(log: Log): Promise<void> {
  if ((await stampOfBuild()) === (await fingerprint())) return
  await underBuildLock(log, async () => {
    const current = await fingerprint()
    const built = await stampOfBuild()
    if (built === current) return
    if (!(await hasVite())) {
      if (built === undefined)
        throw new Error('The site is not built, and building it needs the development packages: run `npm ci`.')
      log('The site in dist/ is older than its sources. Building it anew needs the development packages: run `npm ci`.')
      return
    }
    await make(current, log)
  })
}

async function underBuildLock(log: Log, work: () => Promise<void>): Promise<void> {
  await mkdir(DIST, { recursive: true })
  await withProcessLock(join(DIST, '.lock'), work, () => log('Waiting for another process that builds the site.'))
}

async function make(inputs: string, log: Log): Promise<void> {
  // Without it, React's slow development build would end up in the pages of whoever has another value set.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  await rm(UNFINISHED, { recursive: true, force: true })
  for (const [index, { name, what, ssr }] of PARTS.entries()) {
    const beganAt = performance.now()
    log(`Building ${what} (${index + 1} of ${PARTS.length}) …`)
    const outDir = join(UNFINISHED, name)
    await build({ root: ROOT, configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn', build: { ssr, outDir } })
    log(`Built ${what} in ${((performance.now() - beganAt) / 1000).toFixed(1)} s.`)
  }
  await rm(STAMP, { force: true })
  for (const { name } of PARTS) {
    await rm(join(DIST, name), { recursive: true, force: true })
    await rename(join(UNFINISHED, name), join(DIST, name))
  }
  await rm(UNFINISHED, { recursive: true, force: true })
  await writeFile(STAMP, inputs)
}

async function hasVite(): Promise<boolean> {
  try {
    await import('vite')
    return true
  } catch (error) {
    if (systemCode(error) === 'ERR_MODULE_NOT_FOUND') return false
    throw error
  }
}

/** What the build was made from; undefined unless it is whole. */
async function stampOfBuild(): Promise<string | undefined> {
  if (!PARTS.every(({ name }) => existsSync(join(DIST, name)))) return undefined
  return readFile(STAMP, 'utf8').catch(() => undefined)
}

/** Changes when a name or a byte of the inputs does. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await inputFiles()) {
    const content = await readFile(file)
    hash.update(`${relative(ROOT, file).split(sep).join('/')}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

async function inputFiles(): Promise<string[]> {
  const files: string[] = []
  for (const input of INPUTS) {
    const path = join(ROOT, input)
    const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch((error) => {
      if (systemCode(error) === 'ENOTDIR') return undefined
      throw error
    })
    if (!entries) files.push(path)
    else files.push(...entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)))
  }
  return files.filter((file) => !/\.test\.tsx?$/.test(file)).sort()
}
