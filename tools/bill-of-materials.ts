import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const MAX_BYTES = 64 * 2 ** 20

const billSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.looseObject({
      'bom-ref': z.string(),
      name: z.string(),
      version: z.string(),
    }),
  ),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
})

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ version: z.string(), dev: z.boolean().default(false) })),
})

/**
 * The packages that the server runs on, on any platform, by the lock file, as CycloneDX. `npm sbom --omit dev` would
 * leave out those that development tools depend on, too; so what the lock file has for development only is taken out
 * here.
 */
export async function billOfMaterials(root: string): Promise<z.infer<typeof billSchema>> {
  const { stdout } = await promisify(execFile)('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: root,
    maxBuffer: MAX_BYTES,
    shell: process.platform === 'win32',
  })
  const { components, dependencies, ...rest } = billSchema.parse(JSON.parse(stdout))
  const wanted = await runtimePackages(root)
  const left = components.filter(({ name, version }) => wanted.has(`${name}@${version}`))
  const gone = new Set(components.filter((component) => !left.includes(component)).map((one) => one['bom-ref']))
  return {
    ...rest,
    components: left,
    dependencies: dependencies
      .filter(({ ref }) => !gone.has(ref))
      .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => !gone.has(ref)) })),
  }
}

async function runtimePackages(root: string): Promise<Set<string>> {
  const { packages } = lockSchema.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
  const needed = Object.entries(packages).filter(([, { dev }]) => !dev)
  return new Set(needed.map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`))
}
