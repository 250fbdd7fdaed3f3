import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'

// npm run icons: draws the icons of the shop from `web/public/favicon.svg`. They are committed.

const FOLDER = new URL('../web/public/', import.meta.url)
const PAPER = '#ffffff'
/** The share of the icon that every platform's mask leaves visible. */
const SAFE = 0.62
const ICO_SIZES = [16, 32, 48]

// Icons always show the light theme.
const mark = (await readFile(new URL('favicon.svg', FOLDER), 'utf8')).replace(/@media[^{]*\{[\s\S]*?\n {4}\}/, '')

function draw(size: number): Promise<Buffer> {
  return sharp(Buffer.from(mark), { density: 72 * (size / 32) })
    .resize(size, size)
    .png()
    .toBuffer()
}

async function drawOnPaper(size: number): Promise<Buffer> {
  const inner = Math.round(size * SAFE)
  return sharp({ create: { width: size, height: size, channels: 3, background: PAPER } })
    .composite([{ input: await draw(inner) }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

/** Returns a Windows icon file that contains PNG images. */
function ico(images: { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * images.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  for (const [index, { size, png }] of images.entries()) {
    const at = 6 + 16 * index
    header.writeUInt8(size, at)
    header.writeUInt8(size, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(png.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...images.map(({ png }) => png)])
}

for (const size of [180, 192, 512]) await writeFile(new URL(`icon-${size}.png`, FOLDER), await drawOnPaper(size))
const images = await Promise.all(ICO_SIZES.map(async (size) => ({ size, png: await draw(size) })))
await writeFile(new URL('favicon.ico', FOLDER), ico(images))
