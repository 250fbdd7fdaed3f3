import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemCode } from '../db/files.ts'
import { withProcessLock } from '../db/process-lock.ts'
import { withEnvFile } from '../server/platform/config/env-file.ts'
import { type LanguageCode, languagesOf } from '../shared/kernel/languages.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const DIST = join(ROOT, 'dist')

/** Inputs of the two builds; the lock file stands for node_modules. */
const INPUTS = [
  ...['web', 'sandbox', 'shared', 'tools/compile-messages.ts'],
  ...['vite.config.ts', 'tsconfig.json', 'package-lock.json'],
]

/** Returns the marketplace's languages, each of which has its own build. Throws for an unknown one. */
function readLanguages(): LanguageCode[] {
  return languagesOf(withEnvFile(process.env).LANGUAGES)
}

/** Returns the file that holds the fingerprint of the build's sources. Written last and removed first. */
const stampOf = (dist: string) => join(dist, '.inputs')

const PARTS = [
  { name: 'client', what: 'the pages for browsers', ssr: false },
  { name: 'server', what: 'the renderer for the server', ssr: true },
] as const

type Log = (message: string) => void

/** Builds the site and then replaces dist/. */
export async function buildSite(log: Log): Promise<void> {
  await underBuildLock({ log, dist: DIST }, async () => build(fingerprint(), { log, dist: DIST }))
}

/** Returns true when a folder was built from other sources; an installation without sources, such as the image, has none. */
async function isSiteStale(dist: string): Promise<boolean> {
  return existsSync(join(ROOT, 'web')) && (await readStamp(dist)) !== fingerprint()
}

/**
 * Builds the site when it is stale. Of several processes one builds and the others wait. Without the packages for building,
 * an existing build is used; throws when there is none.
 */
export async function buildSiteIfStale(log: Log, dist = DIST): Promise<void> {
  if (!(await isSiteStale(dist))) return
  await underBuildLock({ log, dist }, async () => {
    const current = fingerprint()
    const built = await readStamp(dist)
    if (built === current) return
    if (!(await hasVite())) {
      if (built === undefined)
        throw new Error(
          'The site is not built, and building it needs packages that are not installed: run `npm ci --ignore-scripts`.',
        )
      log(
        'The site in dist/ is older than its sources. Building it again needs packages that are not installed: run `npm ci --ignore-scripts`.',
      )
      return
    }
    await build(current, { log, dist })
  })
}

interface Target {
  log: Log
  /** The folder of the build. */
  dist: string
}

async function underBuildLock({ log, dist }: Target, work: () => Promise<void>): Promise<void> {
  await mkdir(dist, { recursive: true })
  await withProcessLock(join(dist, '.lock'), work, () => log('Waiting for another process that builds the site.'))
}

async function build(inputs: string, { log, dist }: Target): Promise<void> {
  const unfinished = join(dist, '.unfinished')
  // Otherwise the pages may contain React's slow development build.
  process.env.NODE_ENV = 'production'
  const vite = await import('vite')
  await rm(unfinished, { recursive: true, force: true })
  const languages = readLanguages()
  // For Vite's configuration, which names files of the repository.
  process.env.LANGUAGES = languages.join()
  process.chdir(ROOT)
  const builds = languages.flatMap((language) => PARTS.map((part) => ({ ...part, language })))
  for (const [index, { name, what, ssr, language }] of builds.entries()) {
    const beganAt = performance.now()
    const of = languages.length > 1 ? `${what}, ${language}` : what
    log(`Building ${of} (${index + 1} of ${builds.length}) …`)
    // The scripts of all languages are in one folder, as they are named by their content; each has its own manifest.
    const outDir = ssr ? join(unfinished, name, language) : join(unfinished, name)
    process.env.BUILD_LANGUAGE = language
    await vite.build({
      root: ROOT,
      configFile: join(ROOT, 'vite.config.ts'),
      logLevel: 'warn',
      build: { ssr, outDir, emptyOutDir: ssr },
    })
    log(`Built ${of} in ${((performance.now() - beganAt) / 1000).toFixed(1)} s.`)
  }
  for (const folder of ['client', ...languages.map((language) => join('server', language))])
    await keepFormer(join(dist, folder), join(unfinished, folder))
  await rm(stampOf(dist), { force: true })
  for (const { name } of PARTS) {
    await rm(join(dist, name), { recursive: true, force: true })
    await rename(join(unfinished, name), join(dist, name))
  }
  await rm(unfinished, { recursive: true, force: true })
  await writeFile(stampOf(dist), inputs)
}

/** Keeps the files of the build before, and no earlier one: its pages are open, and its servers may still load some of them. */
async function keepFormer(former: string, next: string): Promise<void> {
  const manifests = join(former, '.vite')
  const texts = (await readdir(manifests).catch(() => [])).map((name) => readFile(join(manifests, name), 'utf8'))
  const named = (await Promise.all(texts)).join()
  const filter = (path: string) => named.includes(basename(path).replace(/\.(?:br|gz)$/, ''))
  if (named) await cp(join(former, 'assets'), join(next, 'assets'), { recursive: true, force: false, filter })
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

/** Returns undefined when the build is missing or incomplete. */
async function readStamp(dist: string): Promise<string | undefined> {
  if (!PARTS.every(({ name }) => existsSync(join(dist, name)))) return undefined
  return readFile(stampOf(dist), 'utf8').catch(() => undefined)
}

/** Hashes the names and contents of the inputs, synchronously: awaiting each file takes ten times as long. */
function fingerprint(): string {
  const hash = createHash('sha256').update(`${readLanguages()}\0`)
  for (const file of inputFiles()) {
    const content = readFileSync(file)
    hash.update(`${relative(ROOT, file).split(sep).join('/')}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function inputFiles(): string[] {
  const files = INPUTS.flatMap((input) => {
    const path = join(ROOT, input)
    // The sandbox folder is optional.
    if (!existsSync(path)) return []
    if (!statSync(path).isDirectory()) return [path]
    const entries = readdirSync(path, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  })
  return files.filter((file) => !/\.test\.tsx?$/.test(file)).sort()
}

/** Builds the site if its sources have changed, in a child process whose memory is freed afterwards. */
export async function buildInOwnProcess(): Promise<void> {
  if (!(await isSiteStale(DIST))) return
  const child = spawn(process.execPath, [join(import.meta.dirname, 'build-if-stale.ts')], { stdio: 'inherit' })
  process.once('exit', () => child.kill())
  const [code] = await once(child, 'exit')
  // The child has printed the reason.
  if (code !== 0) throw new Error('the site could not be built')
}
