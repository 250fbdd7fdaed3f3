import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import type { Paint } from '../../db/demo/products/product.ts'
import { SCENE_SIZE } from './backdrop.ts'
import { type Bitmap, type Canvas, type Color, drawBitmap, drawShadow, type Placement } from './canvas.ts'

const ASSETS = new URL('./emoji/', import.meta.url)
/** Emoji are 256 pixels wide: enlarged by this with a good filter first, they stay crisp on the canvas. */
const ENLARGED = 2
/** Transparent pixels around an emoji, for what is blurred. */
const MARGIN = 16
/** Shadows are computed at this fraction of the scene and enlarged: much faster, without a visible difference. */
const SHADOW_SHRINK = 4
const SHADOW_MARGIN = 11
const SHADOW_STRENGTH = 0.36
const SHADOW_COLOR: Color = [44, 32, 58]
/** A product's own emoji and its companion are drawn in all of its pictures, which follow each other. */
const CACHED = 24

/** An object in a picture. */
export interface Sprite {
  emoji: string
  paint?: Paint
  /** Its longer side, before turning. */
  size: number
  /** The x coordinate of its center. */
  x: number
  /** The y coordinate of the ground below it or, when it is lying, of its center. */
  y: number
  /** Degrees, clockwise. */
  turn?: number
  mirrored?: boolean
  /** The distance from 0 to 1; distant objects are blurred and paler. */
  distance?: number
  /** Lies flat, seen from above: its shadow has its own outline. */
  lying?: boolean
}

/** A sprite ready to be drawn. */
export interface PlacedSprite {
  bitmap: Bitmap
  placement: Placement
  /** Without the bitmap's margin, on the canvas. */
  width: number
  bottom: number
  lying: boolean
}

/** Returns a sprite with its place on a canvas of this side, in pixels. */
export async function placeSprite(sprite: Sprite, side: number): Promise<PlacedSprite> {
  const { emoji, paint, size, x, y, turn = 0, mirrored = false, distance = 0, lying = false } = sprite
  const perUnit = side / SCENE_SIZE
  const bitmap = await emojiBitmap(emoji, { paint, distance, size })
  const [width, height] = [bitmap.width - 2 * MARGIN, bitmap.height - 2 * MARGIN]
  const scale = (size * perUnit) / Math.max(width, height)
  const center = lying ? y * perUnit : y * perUnit - (height * scale) / 2
  const placement = { x: x * perUnit, y: center, scale, turn, mirrored }
  return { bitmap, placement, width: width * scale, bottom: center + (height * scale) / 2, lying }
}

/** Draws the shadow of an upright sprite on the ground, of a lying one below it. */
export async function drawShadowOf(canvas: Canvas, sprite: PlacedSprite, color: Color): Promise<void> {
  if (sprite.lying) return drawOutlineShadow(canvas, sprite)
  const { placement, width, bottom } = sprite
  const unit = canvas.side / SCENE_SIZE
  const { x } = placement
  drawShadow(canvas, { x, y: bottom - 2 * unit, width: width * 0.62, height: width * 0.11 }, color)
  // Narrow and dark, where the object touches the ground.
  drawShadow(canvas, { x, y: bottom - 4 * unit, width: width * 0.4, height: width * 0.05 }, color)
}

async function drawOutlineShadow(canvas: Canvas, { bitmap, placement }: PlacedSprite): Promise<void> {
  const step = (SHADOW_SHRINK * canvas.side) / SCENE_SIZE
  const outline = coarseOutline(bitmap, step / placement.scale)
  const { data, width, height } = await grays(openGrays(outline).blur(3.2))
  const shadow = new Uint8Array(width * height * 4)
  for (let index = 0; index < width * height; index++) {
    const opacity = (data[index] ?? 0) * SHADOW_STRENGTH
    for (const [channel, part] of SHADOW_COLOR.entries()) shadow[index * 4 + channel] = (part * opacity) / 255
    shadow[index * 4 + 3] = opacity
  }
  const size = Math.max(bitmap.width, bitmap.height) * placement.scale
  const { x, y, turn, mirrored } = placement
  const away = { x: x + size * 0.031, y: y + size * 0.053 }
  drawBitmap(canvas, { data: shadow, width, height }, { ...away, scale: step, turn, mirrored })
}

interface Pixels {
  data: Buffer
  width: number
  height: number
}

/** Returns the opacity of a bitmap at every `step` pixels, with a transparent margin for the blur. */
function coarseOutline(bitmap: Bitmap, step: number): Pixels {
  const width = Math.round(bitmap.width / step) + 2 * SHADOW_MARGIN
  const height = Math.round(bitmap.height / step) + 2 * SHADOW_MARGIN
  const data = Buffer.alloc(width * height)
  for (let line = 0; line < height; line++) {
    const y = Math.floor((line + 0.5 - height / 2) * step + bitmap.height / 2)
    if (y < 0 || y >= bitmap.height) continue
    for (let column = 0; column < width; column++) {
      const x = Math.floor((column + 0.5 - width / 2) * step + bitmap.width / 2)
      if (x < 0 || x >= bitmap.width) continue
      data[line * width + column] = bitmap.data[(y * bitmap.width + x) * 4 + 3] ?? 0
    }
  }
  return { data, width, height }
}

const cache = new Map<string, Promise<Bitmap>>()

/** Returns the painted emoji without its own empty margin. */
function emojiBitmap(
  emoji: string,
  options: { paint: Paint | undefined; distance: number; size: number },
): Promise<Bitmap> {
  const { paint: { hue = 0, tint } = {}, distance, size } = options
  const key = [emoji, hue, tint, distance && `${distance} ${size}`].join()
  const rendered = cache.get(key) ?? renderEmoji(emoji, { hue, tint, distance, size })
  // The one used longest ago is the first.
  cache.delete(key)
  cache.set(key, rendered)
  const [oldest] = cache.keys()
  if (cache.size > CACHED && oldest !== undefined) cache.delete(oldest)
  return rendered
}

async function renderEmoji(
  emoji: string,
  { hue, tint, distance, size }: { hue: number; tint: string | undefined; distance: number; size: number },
): Promise<Bitmap> {
  let picture = open(trimmed(await pixels(sharp(assetOf(emoji)).ensureAlpha())))
  if (tint) picture = picture.tint(tint)
  if (hue) picture = picture.modulate({ hue })
  const painted = await pixels(picture)
  const { width, height } = painted
  const margin = { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN, background: '#0000' }
  const enlarged = distance
    ? paler(open(painted).extend(margin), distance, Math.max(width, height) / size)
    : open(painted)
        .resize(width * ENLARGED, height * ENLARGED, { fit: 'fill', kernel: 'cubic' })
        .extend(margin)
  return multiplied(await pixels(enlarged))
}

const BARELY_VISIBLE = 8

/** Returns the pixels without their empty edges; the image library takes ten times as long. */
function trimmed({ data, width, height }: Pixels): Pixels {
  let [left, right, top, bottom] = [width, 0, height, 0]
  for (let at = 3; at < data.length; at += 4) {
    if ((data[at] as number) <= BARELY_VISIBLE) continue
    const x = (at >> 2) % width
    const y = Math.floor((at >> 2) / width)
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = y + 1
  }
  const lines = Array.from({ length: bottom - top }, (_, line) =>
    data.subarray(((top + line) * width + left) * 4, ((top + line) * width + right) * 4),
  )
  return { data: Buffer.concat(lines), width: right - left, height: bottom - top }
}

/** `perUnit` are pixels for a unit of the scene. */
function paler(picture: Sharp, distance: number, perUnit: number): Sharp {
  return picture
    .modulate({ brightness: 1 + distance * 0.12, saturation: 1 - distance * 0.35 })
    .blur((0.5 + distance * 2) * perUnit)
}

/** Returns the bitmap of pixels whose colors are not multiplied by their opacity. */
function multiplied({ data, width, height }: Pixels): Bitmap {
  for (let at = 0; at < data.length; at += 4) {
    const opacity = data[at + 3] as number
    if (opacity === 255) continue
    for (let channel = at; channel < at + 3; channel++)
      data[channel] = Math.round(((data[channel] as number) * opacity) / 255)
  }
  return { data, width, height }
}

/** Assets are named after the code points of their emoji. */
function assetOf(emoji: string): string {
  const codePoints = [...emoji].map((character) => character.codePointAt(0)?.toString(16))
  return fileURLToPath(new URL(`${codePoints.join('-')}.webp`, ASSETS))
}

function open({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } })
}

async function pixels(pipeline: Sharp): Promise<Pixels> {
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function openGrays({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } })
}

/** Returns one byte per pixel; without the color space there would be three. */
function grays(pipeline: Sharp): Promise<Pixels> {
  return pixels(pipeline.toColourspace('b-w'))
}
