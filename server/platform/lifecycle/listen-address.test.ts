import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mayListenAlone } from './listen-address.ts'

test('processes listen by themselves only where the system migrates waiting connections, and not on port 0', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openstall-listen-'))
  const file = join(folder, 'tcp_migrate_req')
  try {
    expect(mayListenAlone({ port: 3000 }, file)).toBe(false)
    await writeFile(file, '0\n')
    expect(mayListenAlone({ port: 3000 }, file)).toBe(false)
    await writeFile(file, '1\n')
    expect(mayListenAlone({ port: 3000 }, file)).toBe(true)
    expect(mayListenAlone({ port: 0 }, file)).toBe(false)
  } finally {
    await rm(folder, { recursive: true })
  }
})
