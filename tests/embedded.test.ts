import { chmod, chown, lstat, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { freePort } from '../db/embedded/free-port.ts'
import { findProgramPackage } from '../db/embedded/programs.ts'
import {
  embeddedFolderOfEachTest,
  isAlive,
  kill,
  leave,
  type Member,
  type Opened,
  run,
} from './support/embedded-folder.ts'
import { startProcess, untilPrinted } from './support/server-process.ts'

const folder = embeddedFolderOfEachTest()

const isRoot = process.getuid?.() === 0

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
    const members = await Promise.all(Array.from({ length: 4 }, () => folder.open()))
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
async function letsIn({ connection }: Opened, user: string, password?: string): Promise<boolean> {
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

const strangersGetIn = async (member: Opened) =>
  (
    await Promise.all(
      ['openstall', 'postgres'].flatMap((user) => [letsIn(member, user), letsIn(member, user, 'guess')]),
    )
  ).includes(true)

describe('F2: the embedded database accepts only its marketplace', () => {
  test('a new database has a password that only the marketplace’s user can read', async () => {
    await folder.useCreated()
    const member = await folder.openHere()
    expect(await run(member, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(await strangersGetIn(member)).toBe(false)
    const { mode, uid } = await stat(passwordFile())
    expect([mode & 0o777, uid]).toEqual([0o600, process.getuid?.()])
  })

  test('a data folder without password and rules gets new ones at its next start, and keeps its data', async () => {
    await folder.useCreated()
    const before = await folder.openHere()
    await run(before, 'create table kept as select 7 as n')
    await before.close()
    await writeFile(join(folder.dataDir, 'postgres/pg_hba.conf'), 'local all all trust\n')
    await rm(passwordFile())
    const first = await folder.openHere()
    const second = await folder.openHere()
    for (const member of [first, second]) expect(await run(member, 'select n from kept')).toEqual([{ n: 7 }])
    expect(await strangersGetIn(first)).toBe(false)
  })

  test('the permissions of a password file that others can read are corrected, and the log says so', async () => {
    await folder.useCreated()
    await chmod(passwordFile(), 0o644)
    const { log } = await folder.openHere()
    expect(log.join('\n')).toMatch(/postgres\.password was open to other users/)
    expect((await stat(passwordFile())).mode & 0o777).toBe(0o600)
  })

  test('with a different password file, as after copying the data, the next start sets a new password', async () => {
    await folder.useCreated()
    await writeFile(passwordFile(), 'of another database')
    const member = await folder.openHere()
    expect(await run(member, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(await readFile(passwordFile(), 'utf8')).toMatch(/^[0-9a-f]{64}$/)
  })

  test('a server that cannot start on a data folder from before db/schema names the commit that can, and leaves no database process behind', async () => {
    await folder.useCreated()
    const member = await folder.openHere()
    await run(member, `create table migrations as select '0147-time-zone.sql' as name, 'x' as checksum`)
    await member.close()
    const server = startProcess('server/main.ts', { DATA_DIR: folder.dataDir, PORT: '0' })
    folder.started.push(server.child)
    await untilPrinted(server, /cannot start: the database has the schema 0147-time-zone\.sql, .* commit [0-9a-f]{12}/)
    expect((await server.end('SIGTERM')).code).toBe(1)
    await expect.poll(() => readdir(join(folder.dataDir, 'postgres'))).not.toContain('postmaster.pid')
    const again = await folder.openHere()
    expect(await run(again, `select relname from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([
      { relname: 'migrations' },
    ])
  })

  test('a server that gets a signal during its first start leaves no database process behind', async () => {
    await folder.useCreated()
    const server = startProcess('server/main.ts', { DATA_DIR: folder.dataDir, PORT: '0' })
    folder.started.push(server.child)
    await untilPrinted(server, /Demo: creating/)
    expect((await server.end('SIGINT')).code).toBe(0)
    expect(server.output()).not.toMatch(/is ready|cannot start/)
    expect(await readdir(join(folder.dataDir, 'postgres'))).not.toContain('postmaster.pid')
  })

  test('is reachable only by a private Unix socket, owns its data, does not run as root, and writes to disk before it responds', async () => {
    await folder.useCreated()
    const member = await folder.openHere()
    expect(
      await run(
        member,
        `select name, setting from pg_settings where name in ('listen_addresses', 'fsync') order by name`,
      ),
    ).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'listen_addresses', setting: '' },
    ])
    expect((await stat(member.connection.host)).mode & 0o777).toBe(0o700)
    const { mode, uid } = await stat(join(folder.dataDir, 'postgres'))
    expect(mode & 0o777).toBe(0o700)
    const status = await readFile(`/proc/${await folder.postmasterOf()}/status`, 'utf8')
    const uids = /^Uid:\s+(.*)$/m.exec(status)?.[1]?.split('\t')
    expect(uids).toHaveLength(4)
    expect(uids).not.toContain('0')
    expect(uid).toBe(Number(uids?.[0]))
  })

  test('starts below a path too long for a socket, and in an environment with settings of another database', async () => {
    const far = join(folder.path, 'Ünser Märkt 市場', 'a'.repeat(120), 'data')
    const elsewhere = { PGSSLMODE: 'require', PGOPTIONS: '-c unknown=1', PGHOST: 'db.invalid' }
    const member = await folder.open(far, elsewhere)
    expect(await run(member, 'select 1 as n')).toEqual([{ n: 1 }])
    await leave(member)
    // Its own folder, even where root creates the parent folders.
    expect((await lstat(join(far, 'postgres'))).isDirectory()).toBe(true)
    await rm(member.connection.host, { recursive: true })
  })

  test('refuses data of another major version with instructions, and leaves it unchanged', async () => {
    await folder.useCreated()
    const versionFile = join(folder.dataDir, 'postgres', 'PG_VERSION')
    await writeFile(versionFile, '14\n')
    await expect(folder.openHere()).rejects.toThrow(/14.*(DATA_DIR|DATABASE_URL)/s)
    expect(await readFile(versionFile, 'utf8')).toBe('14\n')
  })

  test.runIf(isRoot)('refuses data of another owner with instructions', async () => {
    await folder.useCreated()
    await chown(join(folder.dataDir, 'postgres'), 12345, 12345)
    await expect(folder.openHere()).rejects.toThrow(/belongs to the user .*12345.*chown/s)
  })

  test('on a platform without its programs, the error says to set DATABASE_URL', async () => {
    await expect(findProgramPackage('aix', 'ppc64')).rejects.toThrow(/aix-ppc64.*DATABASE_URL/s)
  })
})

test('a first start serves all pictures as soon as it opens', async () => {
  await folder.useCreated()
  const settings = { DATA_DIR: folder.dataDir, PORT: String(await freePort()) }
  const server = startProcess('server/main.ts', settings)
  folder.started.push(server.child)
  await untilPrinted(server, /is ready/)
  for (const id of ['PRD00001', 'PRD00165']) {
    const product = await (await fetch(`http://127.0.0.1:${settings.PORT}/api/products/${id}`)).json()
    expect(product.other_images.length).toBeGreaterThan(0)
    for (const url of [product.featured_image, ...product.other_images]) {
      expect(url).toMatch(/full=960$/)
      const picture = await fetch(`http://127.0.0.1:${settings.PORT}${url}`)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    }
  }
  expect((await server.end('SIGINT')).code).toBe(0)
})
