import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { embeddedFolderOfEachTest, kill, leave, type Member, run } from './support/embedded-folder.ts'

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

/** Makes the data folder one of an earlier version: everyone who reached the socket was let in. */
async function asEarlierVersion(): Promise<void> {
  await writeFile(join(folder.dataDir, 'postgres/pg_hba.conf'), 'local all all trust\n')
  await rm(passwordFile())
}

describe('F2: the embedded database lets in its marketplace and no other', () => {
  test('a new one: by a password that only the user of the marketplace can read', async () => {
    const member = await folder.open()
    expect(await run(member, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(await strangersGetIn(member)).toBe(false)
    const { mode, uid } = await stat(passwordFile())
    expect([mode & 0o777, uid]).toEqual([0o600, process.getuid?.()])
  })

  test('a data folder of an earlier version gets a password at its next start, and keeps its data', async () => {
    await folder.useCreated()
    const before = await folder.open()
    await run(before, 'create table kept as select 7 as n')
    await leave(before)
    await asEarlierVersion()
    const first = await folder.open()
    const second = await folder.open()
    for (const member of [first, second]) expect(await run(member, 'select n from kept')).toEqual([{ n: 7 }])
    expect(await strangersGetIn(first)).toBe(false)
  })

  test('one that a killed server of an earlier version left running is closed to others when it is adopted', async () => {
    await folder.useCreated()
    await asEarlierRuns()
    const member = await folder.open()
    expect(await run(member, 'select n from kept')).toEqual([{ n: 7 }])
    await expect.poll(() => strangersGetIn(member)).toBe(false)
  })

  test('servers of an earlier version that use it meanwhile go on; the rules apply from the next start', async () => {
    await folder.useCreated()
    const earlier = await asEarlierRuns({ killed: false })
    const member = await folder.open()
    expect(await run(member, 'select n from kept')).toEqual([{ n: 7 }])
    expect(await letsIn(earlier, 'openstall')).toBe(true)
    await leave(member)
    await leave(earlier)
    expect(await strangersGetIn(await folder.open())).toBe(false)
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

  /** Leaves a running database as an earlier version ran it, with a row in it. */
  async function asEarlierRuns({ killed = true } = {}): Promise<Member> {
    const earlier = await folder.open()
    await run(earlier, 'create table kept as select 7 as n')
    await asEarlierVersion()
    process.kill(await folder.postmasterOf(), 'SIGHUP')
    await expect.poll(() => letsIn(earlier, 'postgres')).toBe(true)
    if (killed) await kill(earlier)
    return earlier
  }
})
