import { fileURLToPath } from 'node:url'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { PICTURE_SIZE } from './backdrop.ts'
import type { Paint } from './products/product.ts'

const ASSETS = new URL('./assets/', import.meta.resolve('@lobehub/fluent-emoji-3d/package.json'))
/** Shadows are computed at this fraction of the size and enlarged: much faster, without a visible difference. */
const SHADOW_SHRINK = 4
const SHADOW_MARGIN = 16
const SHADOW_STRENGTH = 0.36
const SHADOW_COLOR = 'rgb(44, 32, 58)'

/** An object in a picture. */
export interface Sprite {
  emoji: string
  paint?: Paint
  /** Its longer side in pixels, before turning. */
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

/** A sprite as pixels, with its position. */
export interface Placed {
  layers: OverlayOptions[]
  left: number
  top: number
  width: number
  height: number
}

interface Pixels {
  data: Buffer
  width: number
  height: number
}

/** Returns a sprite's layers; when it is lying, the first one is its shadow. */
export async function placeSprite(sprite: Sprite): Promise<Placed> {
  const picture = await render(sprite)
  const { width, height } = picture
  const left = Math.round(sprite.x - width / 2)
  const top = Math.round(sprite.lying ? sprite.y - height / 2 : sprite.y - height)
  const layers = await layer(picture, left, top)
  if (sprite.lying) layers.unshift(...(await shadowLayer(picture, sprite.size, left, top)))
  return { layers, left, top, width, height }
}

const cache = new Map<string, Promise<Pixels>>()

/** Returns the painted emoji without its empty margin; each is rendered once. */
function painted(emoji: string, { hue = 0, tint }: Paint = {}): Promise<Pixels> {
  const key = [emoji, hue, tint].join()
  const cached = cache.get(key)
  if (cached) return cached
  let picture = sharp(assetOf(emoji)).ensureAlpha().trim({ background: '#0000', threshold: 8 })
  if (tint) picture = picture.tint(tint)
  if (hue) picture = picture.modulate({ hue })
  const rendered = pixels(picture)
  cache.set(key, rendered)
  return rendered
}

/** Assets are named after the code points of their emoji. */
function assetOf(emoji: string): string {
  const codePoints = [...emoji].map((character) => character.codePointAt(0)?.toString(16))
  return fileURLToPath(new URL(`${codePoints.join('-')}.webp`, ASSETS))
}

async function render({ emoji, paint, size, turn, mirrored, distance = 0 }: Sprite): Promise<Pixels> {
  const upright = await painted(emoji, paint)
  const scale = size / Math.max(upright.width, upright.height)
  const turned = turn ? await turnedBy(upright, mirrored ? -turn : turn) : upright
  let picture = open(turned).resize(Math.round(turned.width * scale), null, { kernel: 'linear' })
  if (mirrored) picture = picture.flop()
  if (distance)
    picture = picture
      .modulate({ brightness: 1 + distance * 0.12, saturation: 1 - distance * 0.35 })
      .blur(0.5 + distance * 2)
  return pixels(picture)
}

/** Returns the picture rotated. Before it is enlarged, there are fewer pixels to rotate. */
function turnedBy(picture: Pixels, degrees: number): Promise<Pixels> {
  return pixels(open(picture).rotate(degrees, { background: '#0000' }))
}

/** Returns the shadow of a lying object: its outline, blurred and moved away from the light. */
async function shadowLayer(picture: Pixels, size: number, left: number, top: number): Promise<OverlayOptions[]> {
  const outline = coarseOutline(picture)
  const width = outline.width * SHADOW_SHRINK
  const height = outline.height * SHADOW_SHRINK
  const blurred = await grays(openGrays(outline).blur(3.2).linear(SHADOW_STRENGTH, 0))
  const enlarged = await grays(openGrays(blurred).resize(width, height, { kernel: 'linear' }))
  const ink = sharp({ create: { width, height, channels: 3, background: SHADOW_COLOR } })
  const shadow = await pixels(ink.joinChannel(enlarged.data, { raw: { width, height, channels: 1 } }))
  const margin = SHADOW_MARGIN * SHADOW_SHRINK
  return layer(shadow, Math.round(left - margin + size * 0.035), Math.round(top - margin + size * 0.06))
}

/** Returns the opacity of the picture at every few pixels, with a transparent margin for the blur. */
function coarseOutline(picture: Pixels): Pixels {
  const width = Math.floor(picture.width / SHADOW_SHRINK) + 2 * SHADOW_MARGIN
  const height = Math.floor(picture.height / SHADOW_SHRINK) + 2 * SHADOW_MARGIN
  const data = Buffer.alloc(width * height)
  for (let y = SHADOW_MARGIN; y < height - SHADOW_MARGIN; y++) {
    for (let x = SHADOW_MARGIN; x < width - SHADOW_MARGIN; x++) {
      const pixel = (y - SHADOW_MARGIN) * SHADOW_SHRINK * picture.width + (x - SHADOW_MARGIN) * SHADOW_SHRINK
      data[y * width + x] = picture.data[pixel * 4 + 3] ?? 0
    }
  }
  return { data, width, height }
}

/** Returns the part of a layer that is inside the picture; sharp refuses layers that exceed it. */
async function layer(picture: Pixels, left: number, top: number): Promise<OverlayOptions[]> {
  const cutLeft = Math.max(0, -left)
  const cutTop = Math.max(0, -top)
  const width = Math.min(picture.width, PICTURE_SIZE - left) - cutLeft
  const height = Math.min(picture.height, PICTURE_SIZE - top) - cutTop
  const visible =
    width === picture.width && height === picture.height
      ? picture
      : await pixels(open(picture).extract({ left: cutLeft, top: cutTop, width, height }))
  return [{ input: visible.data, raw: rawOf(visible), left: left + cutLeft, top: top + cutTop }]
}

function open(picture: Pixels): Sharp {
  return sharp(picture.data, { raw: rawOf(picture) })
}

function rawOf({ width, height }: Pixels): { width: number; height: number; channels: 4 } {
  return { width, height, channels: 4 }
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
