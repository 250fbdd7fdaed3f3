import sharp from 'sharp'
import { drawBackdrop, type GroundShadow, PICTURE_SIZE } from './backdrop.ts'
import type { Scene } from './scenes.ts'
import { type Placed, placeSprite } from './sprite.ts'

const SMALL_SIZE = 320
/** The lowest effort takes a fraction of the time, for a tenth more bytes. */
const ENCODING = { quality: 80, effort: 0 }

/** Returns a scene as WebP in both widths of the shop. */
export async function drawPicture(scene: Scene): Promise<{ full: Buffer; small: Buffer }> {
  const placed = await Promise.all(scene.sprites.map(placeSprite))
  const shadows = scene.sprites.flatMap((sprite, index) => (sprite.lying ? [] : groundShadows(placed[index])))
  const { data } = await sharp(Buffer.from(drawBackdrop(scene.backdrop, scene.hue, shadows)))
    .composite(placed.flatMap(({ layers }) => layers))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: PICTURE_SIZE, height: PICTURE_SIZE, channels: 3 } as const
  const [full, small] = await Promise.all([
    sharp(data, { raw }).webp(ENCODING).toBuffer(),
    sharp(data, { raw }).resize(SMALL_SIZE).webp(ENCODING).toBuffer(),
  ])
  return { full, small }
}

/** Returns a wide, soft shadow and a narrow, dark one where the object touches the ground. */
function groundShadows(placed: Placed | undefined): GroundShadow[] {
  if (!placed) return []
  const x = placed.left + placed.width / 2
  const y = placed.top + placed.height
  return [
    { x, y: y - 2, width: placed.width * 0.62, height: placed.width * 0.11 },
    { x, y: y - 4, width: placed.width * 0.4, height: placed.width * 0.05 },
  ]
}
