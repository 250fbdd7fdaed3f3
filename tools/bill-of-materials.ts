import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const MAX_BYTES = 64 * 2 ** 20

const billSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string(), name: z.string() }) }),
  components: z.array(
    z.looseObject({
      'bom-ref': z.string(),
      name: z.string(),
      version: z.string(),
      scope: z.enum(['required', 'optional']),
      properties: z.array(z.looseObject({ name: z.string() })).optional(),
    }),
  ),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
})

const flag = z.boolean().default(false)
const lockSchema = z.object({
  name: z.string(),
  packages: z.record(z.string(), z.object({ version: z.string(), dev: flag, optional: flag, devOptional: flag })),
})

/** Set by npm for dependencies of development tools, even if the server depends on the same version. */
const DEVELOPMENT = 'cdx:npm:package:development'

/**
 * Returns the server's packages on all platforms as CycloneDX. `npm sbom --omit dev` would also omit packages shared with
 * development tools, so development-only packages are removed here.
 */
export async function billOfMaterials(root: string): Promise<z.infer<typeof billSchema>> {
  const args = [
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--package-lock-only',
    '--include=dev',
  ]
  const { stdout } = await promisify(execFile)('npm', args, {
    cwd: root,
    maxBuffer: MAX_BYTES,
    shell: process.platform === 'win32',
  })
  const { metadata, components, dependencies, ...rest } = billSchema.parse(JSON.parse(stdout))
  const { name, packages } = lockSchema.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
  const wanted = runtimePackages(packages)
  const removed = new Set(components.filter((one) => !wanted.has(nameOf(one))).map((one) => one['bom-ref']))
  return {
    ...rest,
    // npm uses the name of the folder.
    metadata: { ...metadata, component: { ...metadata.component, name } },
    components: components
      .filter((one) => wanted.has(nameOf(one)))
      .map((one) => ({
        ...one,
        scope: wanted.get(nameOf(one)) ?? 'required',
        ...(one.properties && { properties: one.properties.filter((property) => property.name !== DEVELOPMENT) }),
      })),
    dependencies: dependencies
      .filter(({ ref }) => !removed.has(ref))
      .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => !removed.has(ref)) })),
  }
}

const nameOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`

/** Returns the packages installed with the server; it also runs without `optional` ones. */
function runtimePackages(locked: z.infer<typeof lockSchema>['packages']): Map<string, 'required' | 'optional'> {
  const found = new Map<string, 'required' | 'optional'>()
  for (const [path, { version, dev, optional, devOptional }] of Object.entries(locked)) {
    if (dev || path === '') continue
    const name = nameOf({ name: path.split('node_modules/').at(-1) ?? '', version })
    if (found.get(name) !== 'required') found.set(name, optional || devOptional ? 'optional' : 'required')
  }
  return found
}
