import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { embeddedFolderOfEachTest, isAlive, kill, leave, type Member, run } from './support/embedded-folder.ts'

const folder = embeddedFolderOfEachTest()

describe('F2: the embedded database', () => {
  test('a second server joins the first; the last to leave stops the database, and no process is left behind', async () => {
    await folder.useCreated()
    const first = await folder.open()
    const pid = await folder.postmasterOf()
    await run(first, 'create table kept (n int)')
    const second = await folder.open()
    expect(await folder.postmasterOf()).toBe(pid)
    await leave(first)
    expect(await isAlive(pid)).toBe(true)
    await run(second, 'insert into kept values (1)')
    await leave(second)
    await expect.poll(() => isAlive(pid)).toBe(false)
    const third = await folder.open()
    expect(await run(third, 'select n from kept')).toEqual([{ n: 1 }])
  })

  test('several concurrent servers on an empty folder create one database and all use it', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => folder.open()))
    const starts = members.flatMap(({ log }) => log.filter((line) => line.includes('creating a new PostgreSQL')))
    expect(starts).toHaveLength(1)
    const [first] = members
    await run(first as Member, 'create table shared (n int)')
    for (const member of members) await run(member, 'insert into shared values (1)')
    await Promise.all(members.map(leave))
    expect((await readdir(folder.dataDir)).filter((name) => name.startsWith('postgres.new'))).toEqual([])
  })

  test('a database left behind by a killed server is adopted, with all committed data', async () => {
    await folder.useCreated()
    const first = await folder.open()
    const pid = await folder.postmasterOf()
    await run(first, 'create table kept as select 7 as n')
    await kill(first)
    expect(await isAlive(pid)).toBe(true)
    const second = await folder.open()
    expect(await folder.postmasterOf()).toBe(pid)
    expect(await run(second, 'select n from kept')).toEqual([{ n: 7 }])
    await leave(second)
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  test('a killed database is restarted under a running server, with all committed data', async () => {
    await folder.useCreated()
    const member = await folder.open()
    await run(member, 'create table kept as select 7 as n')
    const pid = await folder.postmasterOf()
    process.kill(pid, 'SIGKILL')
    const rows = () =>
      run(member, 'select n from kept').then(
        ({ length }) => length,
        () => 0,
      )
    await expect.poll(rows).toBe(1)
    expect(await folder.postmasterOf()).not.toBe(pid)
  })

  test('after server and database were killed together, the next start recovers', async () => {
    await folder.useCreated()
    const first = await folder.open()
    await run(first, 'create table kept as select 7 as n')
    const pid = await folder.postmasterOf()
    await kill(first)
    process.kill(pid, 'SIGKILL')
    expect(await run(await folder.open(), 'select n from kept')).toEqual([{ n: 7 }])
  })
})

const passwordFile = () => join(folder.dataDir, 'postgres.password')

/** Returns whether the database accepts a user without a password, or with another one. */
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

describe('F2: the embedded database accepts only its marketplace', () => {
  test('a new database has a password that only the marketplace’s user can read', async () => {
    await folder.useCreated()
    const member = await folder.open()
    expect(await run(member, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(await strangersGetIn(member)).toBe(false)
    const { mode, uid } = await stat(passwordFile())
    expect([mode & 0o777, uid]).toEqual([0o600, process.getuid?.()])
  })

  test('a data folder without password and rules gets new ones at its next start, and keeps its data', async () => {
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

  test('the permissions of a password file that others can read are corrected, and the log says so', async () => {
    await folder.useCreated()
    await chmod(passwordFile(), 0o644)
    const { log } = await folder.open()
    expect(log.join('\n')).toMatch(/postgres\.password was open to other users/)
    expect((await stat(passwordFile())).mode & 0o777).toBe(0o600)
  })

  test('with a different password file, as after copying the data, the next start sets a new password', async () => {
    await folder.useCreated()
    await writeFile(passwordFile(), 'of another database')
    const member = await folder.open()
    expect(await run(member, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(await readFile(passwordFile(), 'utf8')).toMatch(/^[0-9a-f]{64}$/)
  })
})
