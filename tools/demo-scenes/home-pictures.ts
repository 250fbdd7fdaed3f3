import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { backdropOfHue } from './catalog.ts'
import type { StillLifeOrder } from './page.ts'
import type { Studio } from './studio-page.ts'

const FOLDER = fileURLToPath(new URL('../../web/pictures/', import.meta.url))
const TILE_SIDE = 256

/** The product on each category's tile. */
const TILES: Record<string, string> = {
  audio: 'Larkfield Quiet 70 Noise-Cancelling Headphones',
  automotive: 'Commuter Open-Face Scooter Helmet',
  cameras: 'Aperto M5 Mirrorless Camera with 18-50 mm Lens',
  computers: 'Kestrel Air 13 Laptop, 16 GB, 512 GB',
  fashion: 'Satchel & Son Leather Handbag, Cognac',
  gaming: 'Orbit Wireless Controller, Coral',
  groceries: 'Orchard Box: Apples, 3 kg',
  'home-furniture': 'Marlow Two-Seat Sofa, Ochre',
  'home-lighting': 'Studio Arm Desk Lamp, Graphite',
  phones: 'Halden Nova 8 Smartphone 256 GB',
  speakers: 'Northfield Shelf 5 Bookshelf Speakers, Pair',
  'tools-hardware': 'Torque Lane 18 V Cordless Drill',
  toys: 'Barnaby Classic Teddy Bear, 40 cm',
  tvs: 'Vistara 55-inch 4K OLED Television',
  wearables: 'Tempo S3 Smartwatch',
}

/** The size of a banner's picture, in pixels: wide enough for a large screen. */
const HERO = { width: 2400, height: 1200 }

const STILL_LIFES: readonly (Omit<StillLifeOrder, 'passes'> & { file: string })[] = [
  {
    file: 'hero-everything',
    stillLife: 'everything',
    backdrop: backdropOfHue(48),
    view: { yaw: -4, pitch: 11, fill: 0.55 },
    shift: [0.205, -0.02],
    ...HERO,
  },
  {
    file: 'hero-home',
    stillLife: 'home',
    backdrop: backdropOfHue(235),
    view: { yaw: -10, pitch: 9, fill: 0.56 },
    shift: [0.2, -0.02],
    ...HERO,
  },
  {
    file: 'hero-audio',
    stillLife: 'audio',
    backdrop: backdropOfHue(295),
    view: { yaw: -6, pitch: 13, fill: 0.55 },
    shift: [0.205, -0.02],
    ...HERO,
  },
  {
    file: 'hero-fashion',
    stillLife: 'fashion',
    backdrop: backdropOfHue(15),
    view: { yaw: -6, pitch: 13, fill: 0.55 },
    shift: [0.205, -0.02],
    ...HERO,
  },
  {
    file: 'category-all',
    stillLife: 'few',
    backdrop: backdropOfHue(88),
    view: { yaw: -14, pitch: 13, fill: 0.72 },
    width: 2 * TILE_SIDE,
    height: 2 * TILE_SIDE,
  },
]

/** Renders the pictures of the home page into `web/pictures`; returns their names. `only`: a part of their names. */
export async function renderHomePictures(studio: Studio, passes: number, only = ''): Promise<string[]> {
  await mkdir(FOLDER, { recursive: true })
  const made: string[] = []
  for (const [category, name] of Object.entries(TILES)) {
    const file = `category-${category}`
    if (!file.includes(only)) continue
    const side = 2 * TILE_SIDE
    const png = await studio.take({ name, category, angle: 'front', width: side, height: side, passes, fill: 0.66 })
    if (!png) continue
    await sharp(png).resize(TILE_SIDE).webp({ quality: 84, effort: 6 }).toFile(`${FOLDER}${file}.webp`)
    made.push(file)
  }
  for (const { file, ...order } of STILL_LIFES) {
    if (!file.includes(only)) continue
    const png = await studio.take({ ...order, passes })
    const picture = sharp(png).resize(file.startsWith('hero') ? order.width : TILE_SIDE)
    await picture.webp({ quality: 78, effort: 6 }).toFile(`${FOLDER}${file}.webp`)
    made.push(file)
  }
  return made
}
