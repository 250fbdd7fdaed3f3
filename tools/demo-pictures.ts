import { mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { print, runCommand } from '../cli/frame/run-command.ts'
import {
  PICTURE_HEIGHT,
  PICTURE_WIDTH,
  pictureNames,
  READY_PICTURES,
  type ShelvedProduct,
  shelvedProducts,
} from '../demo/products.ts'
import { renderHomePictures } from './demo-scenes/home-pictures.ts'
import type { Angle } from './demo-scenes/page.ts'
import { openStudio, type Studio } from './demo-scenes/studio-page.ts'

const USAGE = `npm run demo:pictures                           renders the pictures of all demo products
npm run demo:pictures -- --only "desk lamp"      only those whose product, category or name (PRD00001/other_image_1) has this text; several with |
npm run demo:pictures -- --missing               only those that have none
npm run demo:pictures -- --preview /tmp/preview  small ones into another folder, with a contact sheet: sheet.png
npm run demo:pictures -- --home                  only the tiles and still lifes of the home page (with --only: some)
npm run demo:pictures -- --passes 12             exposures that are added up to one picture`

const ANGLES: readonly Angle[] = ['front', 'use', 'detail', 'other']
const MOST_BYTES = 110_000
/** Tried in order until a picture fits; woven surfaces need more bytes than smooth ones. */
const QUALITIES = [84, 81, 78]

interface Picture {
  product: ShelvedProduct
  name: string
  angle: Angle
}

interface Options {
  only?: string | undefined
  missing: boolean
  preview?: string | undefined
  passes: number
}

async function renderAll({ only, missing, preview, passes }: Options): Promise<number> {
  const studio = await openStudio()
  const previews: { title: string; png: Buffer }[] = []
  let done = 0
  try {
    for (const picture of picturesOf(only)) {
      const file = join(preview ?? READY_PICTURES, picture.name)
      if (missing && (await exists(`${file}.webp`))) continue
      const start = Date.now()
      const png = await renderOne(studio, picture, { preview: preview !== undefined, passes })
      if (!png) continue
      if (preview) previews.push({ title: `${picture.product.number} ${picture.angle}`, png })
      else await save(file, png)
      done++
      print(`${picture.name} ${picture.product.product.name}, ${picture.angle}: ${Date.now() - start} ms`)
    }
  } finally {
    await studio.close()
  }
  if (preview) {
    await mkdir(preview, { recursive: true })
    await writeFile(join(preview, 'sheet.png'), await contactSheet(previews))
  }
  return done
}

async function renderHome(passes: number, only: string | undefined): Promise<number> {
  const studio = await openStudio()
  try {
    return (await renderHomePictures(studio, passes, only)).length
  } finally {
    await studio.close()
  }
}

function picturesOf(only: string | undefined): Picture[] {
  const wanted = only?.toLowerCase().split('|')
  return (
    shelvedProducts
      .flatMap((product) =>
        pictureNames(product).map((name, index) => ({ product, name, angle: ANGLES[index] ?? 'other' })),
      )
      .filter(({ product: { product, shelf }, name }) => {
        const text = `${name} ${shelf.category}: ${product.name}`.toLowerCase()
        return !wanted || wanted.some((part) => text.includes(part))
      })
      // Main pictures first, so that an interrupted run lacks the least important.
      .sort((a, b) => ANGLES.indexOf(a.angle) - ANGLES.indexOf(b.angle))
  )
}

function renderOne(
  studio: Studio,
  { product, angle }: Picture,
  { preview, passes }: { preview: boolean; passes: number },
) {
  const shrink = preview ? 2.4 : 1
  return studio.take({
    name: product.product.name,
    category: product.shelf.category,
    angle,
    width: Math.round(PICTURE_WIDTH / shrink),
    height: Math.round(PICTURE_HEIGHT / shrink),
    // Further pictures are seen one at a time, and rarely.
    passes: angle === 'front' ? passes : Math.ceil((passes * 2) / 3),
  })
}

async function save(file: string, png: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.webp`, await encode(png))
}

async function encode(png: Buffer): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const encoded = await sharp(png).webp({ quality, effort: 5 }).toBuffer()
    if (encoded.length <= MOST_BYTES) return encoded
  }
  throw new Error(`no quality brings the picture below ${MOST_BYTES} bytes`)
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined
}

const OPTIONS = {
  only: { type: 'string' },
  missing: { type: 'boolean', default: false },
  preview: { type: 'string' },
  home: { type: 'boolean', default: false },
  passes: { type: 'string', default: '6' },
} as const

const [WIDTH, HEIGHT, COLUMNS] = [400, 500, 5]

/** Returns small pictures side by side as PNG, each with its title in a corner. */
async function contactSheet(pictures: readonly { title: string; png: Buffer }[]): Promise<Buffer> {
  const columns = Math.min(COLUMNS, Math.max(1, pictures.length))
  const rows = Math.max(1, Math.ceil(pictures.length / columns))
  const layers = pictures.flatMap(({ title, png }, index) => {
    const place = { left: (index % columns) * WIDTH, top: Math.floor(index / columns) * HEIGHT }
    const text = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="24"><text x="6" y="17" font-size="14" font-family="sans-serif">${title}</text></svg>`
    return [
      { input: png, ...place },
      { input: Buffer.from(text), ...place },
    ]
  })
  const sheet = { width: columns * WIDTH, height: rows * HEIGHT, channels: 3, background: '#fff' } as const
  return sharp({ create: sheet }).composite(layers).png().toBuffer()
}

await runCommand(USAGE, { options: OPTIONS }, async ({ values }) => {
  const passes = Number(values.passes)
  const done = values.home ? await renderHome(passes, values.only) : await renderAll({ ...values, passes })
  print(`rendered ${done} pictures`)
})
