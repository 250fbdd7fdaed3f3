import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { embeddedFolderOfEachTest, leave, type Member, run } from './support/embedded-folder.ts'

const folder = embeddedFolderOfEachTest()
const passwordFile = () => join(folder.dataDir, 'postgres.password')

/** Returns whether the database lets a user in who has no password, or another one. */
async function letsIn({ connection }: Member, user: string, password?: string): Promise<boolean> {
  const { host, port } = connection
  const client = new pg.Client({ host, port, user, password, database: 'postgres', ssl: false })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

const strangersGetIn = async (member: Member) =>
  (
    await Promise.all(
      ['openstall', 'postgres'].flatMap((user) => [letsIn(member, user), letsIn(member, user, 'guess')]),
    )
  ).includes(true)

describe('F2: the embedded database lets in its marketplace and no other', () => {
  test('a new one: by a password that only the user of the marketplace can read', async () => {
    const member = await folder.open()
    expect(await run(member, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(await strangersGetIn(member)).toBe(false)
    const { mode, uid } = await stat(passwordFile())
    expect([mode & 0o777, uid]).toEqual([0o600, process.getuid?.()])
  })

  test('a data folder whose password and rules are gone gets new ones at its next start, and keeps its data', async () => {
    await folder.useCreated()
    const before = await folder.open()
    await run(before, 'create table kept as select 7 as n')
    await leave(before)
    await writeFile(join(folder.dataDir, 'postgres/pg_hba.conf'), 'local all all trust\n')
    await rm(passwordFile())
    const first = await folder.open()
    const second = await folder.open()
    for (const member of [first, second]) expect(await run(member, 'select n from kept')).toEqual([{ n: 7 }])
    expect(await strangersGetIn(first)).toBe(false)
  })

  test('a password file that others can read is corrected, and the log says so', async () => {
    await folder.useCreated()
    await chmod(passwordFile(), 0o644)
    const { log } = await folder.open()
    expect(log.join('\n')).toMatch(/postgres\.password was open to other users/)
    expect((await stat(passwordFile())).mode & 0o777).toBe(0o600)
  })

  test('with another password file beside it, as after a copy of the data, the next start sets a new password', async () => {
    await folder.useCreated()
    await writeFile(passwordFile(), 'of another database')
    const member = await folder.open()
    expect(await run(member, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(await readFile(passwordFile(), 'utf8')).toMatch(/^[0-9a-f]{64}$/)
  })
})
