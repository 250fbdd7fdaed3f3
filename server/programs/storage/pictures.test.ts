import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { signUp } from '../../../tests/support/accounts.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { filesOf, picture } from '../../../tests/support/storage.ts'

const market = await openForTests()
const seller = await signUp(market, { role: 'seller' })
await buildProduct(market, { seller_id: seller.user_id })
const origin = await market.app.listen({ port: 0, host: '127.0.0.1' })

const PICTURE = '/products/PRD00001/featured_image'

async function put(body: Uint8Array, type = 'image/png', address = PICTURE) {
  const response = await fetch(`${origin}/storage/v1/object${address}`, {
    method: 'PUT',
    headers: { ...seller.headers, 'content-type': type },
    body: body as Uint8Array<ArrayBuffer>,
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

const toBytes = (image: ReturnType<typeof sharp>) => image.toBuffer()

const stored = async (address = PICTURE) =>
  Buffer.from(await (await fetch(`${origin}/storage/v1/object/public${address}`)).arrayBuffer())

/** Returns a part of a PNG. */
function chunkOf(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}

/** Returns a PNG whose header declares these dimensions, with few pixels, all zero. */
function pngOf(width: number, height: number, pixels = Buffer.alloc(1000)): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunkOf('IHDR', header),
    chunkOf('IDAT', deflateSync(pixels)),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

/** Returns a progressive JPEG whose ten scans are repeated. */
async function manyScans(times: number): Promise<Buffer> {
  const jpeg = await sharp(await picture())
    .jpeg({ progressive: true })
    .toBuffer()
  const [first, end] = [jpeg.indexOf(Buffer.from([0xff, 0xda])), jpeg.length - 2]
  return Buffer.concat([jpeg.subarray(0, first), ...Array(times).fill(jpeg.subarray(first, end)), jpeg.subarray(end)])
}

/** Returns a GIF of one pixel with this many frames. */
function gifOf(frames: number): Buffer {
  const head = Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 0xff, 0, 0, 0, 0, 0xff])
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  return Buffer.concat([Buffer.from('GIF89a'), head, ...Array(frames).fill(frame), Buffer.from([0x3b])])
}

/** Returns a WebP animation of this many frames, all the same. */
async function webpOf(frames: number): Promise<Buffer> {
  const still = await picture('webp', { width: 8, height: 8 })
  const [image, size] = [still.subarray(12), Buffer.alloc(4)]
  const chunk = (type: string, data: Buffer) => {
    size.writeUInt32LE(data.length)
    return Buffer.concat([Buffer.from(type), size, data, Buffer.alloc(data.length % 2)])
  }
  const frame = chunk('ANMF', Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 7, 0, 0, 7, 0, 0, 40, 0, 0, 0]), image]))
  const extended = chunk('VP8X', Buffer.from([2, 0, 0, 0, 7, 0, 0, 7, 0, 0]))
  return chunk(
    'RIFF',
    Buffer.concat([Buffer.from('WEBP'), extended, chunk('ANIM', Buffer.alloc(6)), ...Array(frames).fill(frame)]),
  )
}

/** Returns a PNG with this many frames of an animation. */
async function animatedPng(frames: number): Promise<Buffer> {
  const png = await picture('png')
  const at = png.indexOf('IDAT') - 4
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames)
  const frame = chunkOf('fcTL', Buffer.alloc(26))
  return Buffer.concat([png.subarray(0, at), chunkOf('acTL', control), ...Array(frames).fill(frame), png.subarray(at)])
}

/** Returns a PNG with more parts behind its header. */
async function pngWith(...parts: Buffer[]): Promise<Buffer> {
  const png = await picture('png')
  const at = png.indexOf('IDAT') - 4
  return Buffer.concat([png.subarray(0, at), ...parts, png.subarray(at)])
}

const SCRIPT = '<script>alert(1)</script>'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`

/** The beginning of a phone's photograph. */
const HEIC = Buffer.concat([
  Buffer.from('\0\0\0\x28ftypheic\0\0\0\0mif1MiHEMiPrmiafMiHBheic', 'latin1'),
  Buffer.alloc(4000, 'mdat'),
])

async function badOnes(): Promise<[string, Buffer, string][]> {
  const bytes = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, i) => (i * 7919) % 256))
  const noise = await toBytes(sharp(bytes, { raw: { width: 300, height: 300, channels: 3 } }).jpeg())
  return [
    ['nothing', Buffer.alloc(0), '415'],
    ['text', Buffer.from('not a picture'), '415'],
    ['a page', Buffer.from(`<html>${SCRIPT}</html>`), '415'],
    ['an SVG', Buffer.from(SVG), '415'],
    ['an SVG after blanks', Buffer.from(`   \n<?xml version="1.0"?>${SVG}`), '415'],
    ['a TIFF', await toBytes(sharp(await picture()).tiff()), '415'],
    ['a BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)]), '415'],
    ['a PDF', Buffer.from('%PDF-1.4\n1 0 obj\n'), '415'],
    ['only the head of a PNG', (await picture('png')).subarray(0, 20), '415'],
    ['half a JPEG', noise.subarray(0, noise.length / 2), '415'],
    ['a PNG with an SVG in it', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(SVG)]), '415'],
    ['a GIF that is a script', Buffer.from('GIF89a/*<svg/onload=alert(1)>*/=1;alert(1)'), '415'],
    ['a PNG of 60,000 by 60,000 pixels', pngOf(60_000, 60_000), '413'],
    ['a PNG of 8,000 by 5,001 pixels', pngOf(8_000, 5_001), '413'],
    ['a PNG of 1 by 65,536 pixels', pngOf(1, 65_536, Buffer.alloc(4 * 65_536)), '413'],
    ['a GIF of 1,001 frames', gifOf(1_001), '413'],
    ['a WebP of 1,001 frames', await webpOf(1_001), '413'],
    ['a PNG of 1,001 frames', await animatedPng(1_001), '413'],
    ['a PNG of 50,001 parts', await pngWith(...Array(50_001).fill(chunkOf('teSt', Buffer.alloc(0)))), '415'],
    ['a JPEG of 110 scans', await manyScans(11), '415'],
    ['a PNG with too few pixels', pngOf(3_000, 3_000), '415'],
    ['more than 10 MB', Buffer.concat([await picture(), Buffer.alloc(10 * 1024 * 1024)]), '413'],
    ['an HEIC of a phone', HEIC, '415'],
  ]
}

describe('E1: bad pictures', () => {
  test('are refused without any change or file', async () => {
    await put(await picture('png', { background: '#0a0' }))
    const [before, files] = [await stored(), await filesOf(market)]
    for (const [name, bytes, statusCode] of await badOnes()) {
      const response = await put(bytes)
      expect([name, response.status, response.body.statusCode]).toEqual([name, 400, statusCode])
    }
    expect(await stored()).toEqual(before)
    expect(await filesOf(market)).toEqual(files)
  })

  test('the declared type must be allowed in the bucket, whatever the bytes are', async () => {
    for (const type of ['image/svg+xml', 'text/html', 'application/octet-stream'])
      expect((await put(await picture(), type)).body).toMatchObject({ statusCode: '415', error: 'invalid_mime_type' })
  })

  test('the declared type does not matter when the bytes are a picture', async () => {
    expect((await put(await picture('gif'), 'image/jpeg')).status).toBe(200)
  })
})

test.each([
  ['zTXt', 'text\0\0'],
  ['iTXt', 'text\0\x01\0\0\0'],
])('E1: compressed texts in a PNG are not unpacked: %s', async (type, head) => {
  const text = chunkOf(type, Buffer.concat([Buffer.from(head), deflateSync(Buffer.alloc(8 * 2 ** 20, 'a'))]))
  const png = await pngWith(...Array(50).fill(text))
  expect(png.length).toBeLessThan(2 ** 19)
  const before = process.memoryUsage.rss()
  expect((await put(png)).status).toBe(200)
  expect((process.memoryUsage.rss() - before) / 2 ** 20).toBeLessThan(200)
  expect(await sharp(await stored()).metadata()).toMatchObject({ format: 'webp', width: 64, height: 48 })
})

test('the refusal of an HEIC names the format and those that work', async () => {
  expect((await put(HEIC)).body).toMatchObject({
    statusCode: '415',
    code: 'HeicNotSupported',
    message: 'HEIC pictures cannot be read here. Please choose a JPEG, PNG, WebP, AVIF, or GIF file.',
  })
  expect((await put(HEIC, 'image/heic')).body.message).toContain('image/heic')
})

describe('E2: every picture is rewritten', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('%s becomes WebP', async (format) => {
    expect((await put(await picture(format, { width: 90, height: 60 }), `image/${format}`)).status).toBe(200)
    expect(await sharp(await stored()).metadata()).toMatchObject({ format: 'webp', width: 90, height: 60 })
  })

  test('a progressive JPEG is accepted', async () => {
    expect((await put(await manyScans(1), 'image/jpeg')).status).toBe(200)
  })

  test('metadata is removed: location, comments, an appended file', async () => {
    const photo = await sharp(await picture('jpeg', { width: 80, height: 40 }))
      .withExif({ IFD0: { Copyright: 'a photographer' }, IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    expect((await put(Buffer.concat([photo, Buffer.from(SCRIPT)]), 'image/jpeg')).status).toBe(200)
    const bytes = await stored()
    const { exif, xmp, iptc, icc } = await sharp(bytes).metadata()
    expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined])
    expect(bytes.includes('script')).toBe(false)
  })

  test('a rotated picture is turned upright', async () => {
    const lying = await sharp(await picture('jpeg', { width: 80, height: 40 }))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await put(lying, 'image/jpeg')).status).toBe(200)
    expect(await sharp(await stored()).metadata()).toMatchObject({ width: 40, height: 80 })
  })

  test('an animation is reduced to its first frame', async () => {
    const frames = await Promise.all(['#f00', '#0f0', '#00f'].map((background) => picture('png', { background })))
    const animation = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(animation, { animated: true }).metadata()).pages).toBe(3)
    expect((await put(animation, 'image/gif')).status).toBe(200)
    const { pages, width, height } = await sharp(await stored(), { animated: true }).metadata()
    expect([pages ?? 1, width, height]).toEqual([1, 64, 48])
    const { channels } = await sharp(await stored()).stats()
    expect(channels[0]?.mean).toBeGreaterThan(200)
  })

  test('E1: an animation of 1,000 frames is accepted', async () => {
    expect((await put(gifOf(1_000), 'image/gif')).status).toBe(200)
    expect((await put(await webpOf(1_000), 'image/webp')).status).toBe(200)
    expect((await put(await animatedPng(1_000))).status).toBe(200)
    expect((await sharp(await stored(), { animated: true }).metadata()).pages ?? 1).toBe(1)
  })

  test('a photograph of 12 megapixels keeps its details at 2,048 pixels', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const photo = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#fff', noise } })
      .blur(3)
      .jpeg({ quality: 90 })
      .toBuffer()
    expect((await put(photo, 'image/jpeg')).status).toBe(200)
    const bytes = await stored()
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 2048, height: 1536 })
    const rawOf = (one: Buffer) => sharp(one).resize(2048, 1536).removeAlpha().raw().toBuffer()
    const [sent, kept] = await Promise.all([rawOf(photo), rawOf(bytes)])
    let squares = 0
    for (let at = 0; at < sent.length; at++) squares += ((sent[at] ?? 0) - (kept[at] ?? 0)) ** 2
    // In decibels: quality 82 gives 38.4, quality 60 gives 36.7.
    expect(10 * Math.log10(255 ** 2 / (squares / sent.length))).toBeGreaterThan(37.5)
  })

  test('40 megapixels are accepted and reduced', async () => {
    const large = await picture('png', { width: 8_000, height: 5_000 })
    expect((await put(large)).status).toBe(200)
    expect(await sharp(await stored()).metadata()).toMatchObject({ width: 2048, height: 1280 })
  })

  test('an avatar is limited to 0.1 MB and 1920 pixels', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const large = await sharp({ create: { width: 2_400, height: 800, channels: 3, background: '#fff', noise } })
      .webp({ quality: 90, effort: 0 })
      .toBuffer()
    const address = `/users/${seller.user_id}-1.webp`
    expect((await put(large, 'image/webp', address)).status).toBe(200)
    const bytes = await stored(address)
    expect(bytes.length).toBeLessThanOrEqual(100_000)
    expect((await sharp(bytes).metadata()).width).toBeLessThanOrEqual(1920)
  })
})

test('an AVIF is accepted, and a JPEG with an appended video is read as the JPEG', async () => {
  const avif = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#38a' } })
    .avif()
    .toBuffer()
  expect((await put(avif, 'image/avif')).status).toBe(200)
  expect(await sharp(await stored()).metadata()).toMatchObject({ format: 'webp', width: 90, height: 60 })

  const jpeg = await picture('jpeg', { width: 50, height: 40 })
  // A video has all kinds of bytes, even markers of scans.
  const film = Buffer.concat([Buffer.from('....ftypmp42'), ...Array(500).fill(Buffer.from([0xff, 0xda, 0, 0, 7]))])
  expect((await put(Buffer.concat([jpeg, film]), 'image/jpeg')).status).toBe(200)
  expect(await sharp(await stored()).metadata()).toMatchObject({ format: 'webp', width: 50, height: 40 })
  expect((await put(jpeg.subarray(0, -20), 'image/jpeg')).body.statusCode).toBe('415')
})
