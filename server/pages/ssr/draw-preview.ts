import { imageLibrary } from '../../programs/storage/image-library.ts'

/** The size that link previews expect, in pixels. */
const PREVIEW_WIDTH = 1200
const PREVIEW_HEIGHT = 630
const PANEL_WIDTH = 400
const GAP = 6
const QUALITY = 80
const PORTRAIT = 220
/** Colors of the light theme: pages have them in `web/styles.css`. */
const PAPER = '#ffffff'
const INK = '#14130f'
const AWNING = '#d7301f'

interface PreviewParts {
  /** Pictures of products, of which at most four are shown. */
  pictures: readonly Buffer[]
  portrait?: Buffer | undefined
  /** The marketplace's own icon; absent for the product's. */
  icon?: Buffer | undefined
}

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Returns the picture of a page for link previews, as JPEG: the marketplace's icon beside its products. */
export async function drawPreview({ pictures, portrait, icon }: PreviewParts): Promise<Buffer> {
  const sharp = await imageLibrary()
  const cover = async (input: Buffer, { width, height, ...at }: Box) => ({
    input: await sharp(input).resize(width, height, { fit: 'cover' }).flatten({ background: PAPER }).toBuffer(),
    ...at,
  })
  const boxes = boxesFor(Math.min(pictures.length, 4))
  const shown = await Promise.all(boxes.map((box, index) => cover(pictures[index] ?? Buffer.alloc(0), box)))
  const panelWidth = pictures.length ? PANEL_WIDTH : PREVIEW_WIDTH
  const size = portrait ? 96 : 220
  const left = Math.round((panelWidth - size) / 2)
  const top = Math.round(portrait ? PREVIEW_HEIGHT - 180 : (PREVIEW_HEIGHT - size) / 2)
  const panel = Buffer.from(panelOf(panelWidth, icon ? '' : markAt({ left, top, width: size, height: size })))
  const own = icon && { input: await sharp(icon).resize(size, size).toBuffer(), left, top }
  const face = portrait && {
    input: await round(portrait),
    left: Math.round((panelWidth - PORTRAIT) / 2),
    top: Math.round((PREVIEW_HEIGHT - PORTRAIT) / 2) - 40,
  }
  return sharp({ create: { width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT, channels: 3, background: PAPER } })
    .composite([...shown, { input: panel, left: 0, top: 0 }, own ?? [], face ?? []].flat())
    .jpeg({ quality: QUALITY })
    .toBuffer()
}

/** The number of pictures in each column, by their total. */
const COLUMNS = [[], [1], [1, 1], [1, 2], [2, 2]]

function boxesFor(count: number): Box[] {
  const columns = COLUMNS[count] ?? []
  const width = partOf(PREVIEW_WIDTH - PANEL_WIDTH - GAP, columns.length)
  return columns.flatMap((rows, column) => {
    const height = partOf(PREVIEW_HEIGHT, rows)
    const left = PANEL_WIDTH + GAP + column * (width + GAP)
    return Array.from({ length: rows }, (_, row) => ({ left, top: row * (height + GAP), width, height }))
  })
}

/** Returns the size of equal parts with gaps between them. */
function partOf(whole: number, parts: number): number {
  return Math.floor((whole - GAP * (parts - 1)) / parts)
}

async function round(portrait: Buffer): Promise<Buffer> {
  const sharp = await imageLibrary()
  const radius = PORTRAIT / 2
  const mask = `<svg width="${PORTRAIT}" height="${PORTRAIT}"><circle cx="${radius}" cy="${radius}" r="${radius}"/></svg>`
  return sharp(portrait, { density: 300 })
    .resize(PORTRAIT, PORTRAIT, { fit: 'cover' })
    .flatten({ background: PAPER })
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer()
}

function panelOf(width: number, mark: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${PREVIEW_HEIGHT}">
  <rect width="100%" height="100%" fill="${INK}"/>${mark}
</svg>`
}

function markAt({ left, top, width, height }: Box): string {
  return `<svg x="${left}" y="${top}" width="${width}" height="${height}" viewBox="0 0 32 32">
    <path fill="${PAPER}" d="M5 14h22v12a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2z"/>
    <path fill="${INK}" d="M13 20h6v8h-6z"/>
    <path fill="${AWNING}" d="M6 4h20l4 9a4.5 4.5 0 0 1-8.7 1.2 4.5 4.5 0 0 1-5.3 2.6 4.5 4.5 0 0 1-5.3-2.6A4.5 4.5 0 0 1 2 13z"/>
  </svg>`
}
