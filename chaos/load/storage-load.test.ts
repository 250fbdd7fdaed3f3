import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/platform/config/config.ts'
import { openSecrets } from '../../server/platform/keys/secrets.ts'
import { checkStorage } from '../../server/programs/storage/check-storage.ts'
import { createDiskBlobs } from '../../server/programs/storage/disk-blobs.ts'
import { createStorage } from '../../server/programs/storage/storage.ts'
import { untilServed } from '../../tests/support/api.ts'
import { openFolder } from '../../tests/support/open-folder.ts'
import { openDatabaseForTests } from '../../tests/support/open-for-tests.ts'
import { startMarketWorker } from '../../tests/support/server-process.ts'
import { serviceKey } from '../../tests/support/storage.ts'

const MEGABYTE = 1024 * 1024

const dataDir = await openFolder()
const { connection, db } = await openDatabaseForTests({ max: 2 })
const start = () => startMarketWorker({ connection, dataDir })
let server = await start()
afterAll(() => void server.child.kill('SIGKILL'))
const secrets = await openSecrets(readConfig({ DATA_DIR: dataDir }, false))
const authorization = `Bearer ${await serviceKey({ deps: { secrets } })}`
await fetch(`${server.address}/storage/v1/bucket`, {
  method: 'POST',
  body: JSON.stringify({ id: 'papers', name: 'papers', public: true }),
  headers: { authorization, 'content-type': 'application/json' },
})

/** Resident memory in megabytes. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** Returns the server's memory before `work`, and its peak during it. */
async function peakDuring(work: () => Promise<void>): Promise<{ before: number; peak: number }> {
  const before = await memory()
  let [peak, working] = [before, true]
  const watching = (async () => {
    while (working) {
      peak = Math.max(peak, await memory())
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  try {
    await work()
  } finally {
    working = false
    await watching
  }
  return { before, peak }
}

const upload = (path: string, body: BodyInit, type: string) =>
  fetch(`${server.address}/storage/v1/object/${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': type, 'x-upsert': 'true' },
    body,
    duplex: 'half',
  } as RequestInit)

function* pieces(count: number, piece: Buffer): Generator<Buffer> {
  for (let index = 0; index < count; index++) yield piece
}

describe.skipIf(!existsSync('/proc/self/status'))('memory stays flat', () => {
  test('with 60 concurrent uploads of 5 MB, and as many downloads', async () => {
    const piece = Buffer.alloc(64 * 1024, 'abcdefg')
    const { before, peak } = await peakDuring(async () => {
      const responses = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          untilServed(() => {
            const body = Readable.toWeb(Readable.from(pieces(80, piece)))
            return upload(`papers/big${index}`, body as BodyInit, 'text/plain')
          }),
        ),
      )
      for (const { status } of responses) expect(status).toBe(200)
      const sizes = await Promise.all(
        responses.map(async (_, index) => {
          let size = 0
          const { body } = await untilServed(() =>
            fetch(`${server.address}/storage/v1/object/public/papers/big${index}`),
          )
          for await (const chunk of body ?? []) size += chunk.length
          return size
        }),
      )
      expect(new Set(sizes)).toEqual(new Set([5 * MEGABYTE]))
    })
    // In memory at once they would be 300 MB; the bound leaves room for garbage not yet collected.
    expect(peak - before).toBeLessThan(200)
  })

  test('with 10 concurrent uploads of large photos', async () => {
    // Of one color, which takes as much memory and a fraction of the time.
    const photo = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#a63' } })
      .jpeg()
      .toBuffer()
    const { peak, before } = await peakDuring(async () => {
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) => {
          const path = `products/PRD000${10 + (index % 8)}/featured_image`
          return untilServed(() => upload(path, Uint8Array.from(photo), 'image/jpeg'))
        }),
      )
      for (const { status } of responses) expect(status).toBe(200)
    })
    // All decoded at once they would be 360 MB, and their smaller widths more.
    expect(peak - before).toBeLessThan(250)
  })
})

test('after kill -9 during uploads every row has its file, and the sweep removes the rest', async () => {
  let acknowledged = 0
  const died = once(server.child, 'exit')
  const uploader = async (name: number) => {
    for (let round = 0; ; round++) {
      const response = await upload(`papers/crash${name}`, `${round}`.repeat(50_000), 'text/plain').catch(
        () => undefined,
      )
      if (!response) return
      if (++acknowledged === 60) server.child.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: 10 }, (_, name) => uploader(name)))
  await died
  expect(acknowledged).toBeGreaterThanOrEqual(60)
  const blobs = createDiskBlobs(join(dataDir, 'files'))
  const report = await checkStorage(db, blobs)
  expect(report).toMatchObject({ missing: [], wrong_size: [], unknown: [] })
  const failures: object[] = []
  const storage = createStorage({
    config: { dataDir, maxStoredMibPerAccount: 1 },
    db,
    clock: () => new Date(Date.now() + 2 * 3600_000),
    log: { error: (event) => failures.push(event) },
  })
  while (await storage.sweep());
  await storage.close()
  expect(await checkStorage(db, blobs)).toMatchObject({ missing: [], wrong_size: [], unknown: [], waiting: 0 })
  expect(failures).toEqual([])
  server = await start()
  expect((await fetch(`${server.address}/storage/v1/object/public/papers/crash0`)).status).toBe(200)
})
