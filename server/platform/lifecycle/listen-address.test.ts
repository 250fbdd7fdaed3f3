import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '../../../tests/support/open-folder.ts'
import { mayListenAlone } from './listen-address.ts'

test('processes listen by themselves only where the system migrates waiting connections, and not on port 0', async () => {
  const file = join(await openFolder(), 'tcp_migrate_req')
  expect(mayListenAlone({ port: 3000 }, file)).toBe(false)
  await writeFile(file, '0\n')
  expect(mayListenAlone({ port: 3000 }, file)).toBe(false)
  await writeFile(file, '1\n')
  expect(mayListenAlone({ port: 3000 }, file)).toBe(true)
  expect(mayListenAlone({ port: 0 }, file)).toBe(false)
})
