import sharp from 'sharp'
import { PICTURE_SIDE, SMALL_PICTURE_SIDE } from '../../db/demo/pictures.ts'
import { paintBackdrop, shadowColor } from './backdrop.ts'
import { drawBitmap } from './canvas.ts'
import type { Scene } from './scenes.ts'
import { drawShadowOf, placeSprite } from './sprite.ts'

const ENCODING = { quality: 80, effort: 6 }

/** Returns a scene as WebP, 1200 pixels wide and 320 pixels wide. */
export async function drawPicture(scene: Scene): Promise<{ full: Buffer; small: Buffer }> {
  const side = PICTURE_SIDE
  const canvas = await paintBackdrop(scene.backdrop, scene.hue, side)
  const color = shadowColor(scene.hue)
  const placed = await Promise.all(scene.sprites.map((sprite) => placeSprite(sprite, side)))
  for (const sprite of placed) if (!sprite.lying) await drawShadowOf(canvas, sprite, color)
  for (const sprite of placed) {
    if (sprite.lying) await drawShadowOf(canvas, sprite, color)
    drawBitmap(canvas, sprite.bitmap, sprite.placement)
  }
  const raw = { width: side, height: side, channels: 3 } as const
  const [full, small] = await Promise.all([
    sharp(canvas.data, { raw }).webp(ENCODING).toBuffer(),
    sharp(canvas.data, { raw }).resize(SMALL_PICTURE_SIDE, SMALL_PICTURE_SIDE).webp(ENCODING).toBuffer(),
  ])
  return { full, small }
}
