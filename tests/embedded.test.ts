import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { embeddedFolderOfEachTest, isAlive, kill, leave, type Member, run, until } from './support/embedded-folder.ts'

const folder = embeddedFolderOfEachTest()

describe('F2: the embedded database', () => {
  test('a second server joins the first; the last to leave stops it and nothing is left behind', async () => {
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

  test('several servers at once on an empty folder create one database and all use it', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => folder.open()))
    const starts = members.flatMap(({ log }) => log.filter((line) => line.includes('creating a new PostgreSQL')))
    expect(starts).toHaveLength(1)
    const [first] = members
    await run(first as Member, 'create table shared (n int)')
    for (const member of members) await run(member, 'insert into shared values (1)')
    await Promise.all(members.map(leave))
    expect((await readdir(folder.dataDir)).filter((name) => name.startsWith('postgres.new'))).toEqual([])
  })

  test('a database left behind by a killed server is adopted, with all that was written', async () => {
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

  test('a killed database is restarted under a running server, which keeps what was committed', async () => {
    await folder.useCreated()
    const member = await folder.open()
    await run(member, 'create table kept as select 7 as n')
    const pid = await folder.postmasterOf()
    process.kill(pid, 'SIGKILL')
    await until('it responses again', () =>
      run(member, 'select n from kept').then(
        (rows) => rows.length === 1,
        () => false,
      ),
    )
    expect(await folder.postmasterOf()).not.toBe(pid)
  })

  test('server and database killed together: the next start recovers', async () => {
    await folder.useCreated()
    const first = await folder.open()
    await run(first, 'create table kept as select 7 as n')
    const pid = await folder.postmasterOf()
    await kill(first)
    process.kill(pid, 'SIGKILL')
    expect(await run(await folder.open(), 'select n from kept')).toEqual([{ n: 7 }])
  })
})
