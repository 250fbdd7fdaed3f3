import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the development packages of `root`/package.json that are missing or installed in another version. */
export function missingDevelopmentPackages(root: string): string[] {
  const { devDependencies = {} } = readJson(join(root, 'package.json')) as { devDependencies?: Record<string, string> }
  return Object.entries(devDependencies)
    .filter(([name, wanted]) => installedVersion(root, name) !== versionOf(wanted))
    .map(([name]) => name)
}

/** Returns the version of an alias `npm:NAME@VERSION`. */
const versionOf = (wanted: string) => wanted.replace(/^npm:.+@/, '')

function installedVersion(root: string, name: string): string | undefined {
  const manifest = join(root, 'node_modules', name, 'package.json')
  return existsSync(manifest) ? (readJson(manifest) as { version?: string }).version : undefined
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
