import { audio } from './goods/audio.ts'
import { automotive } from './goods/automotive.ts'
import { cameras } from './goods/cameras.ts'
import { computers } from './goods/computers.ts'
import { fashion } from './goods/fashion.ts'
import { furniture } from './goods/furniture.ts'
import { gaming } from './goods/gaming.ts'
import { groceries } from './goods/groceries.ts'
import { hardware } from './goods/hardware.ts'
import { lighting } from './goods/lighting.ts'
import { phones } from './goods/phones.ts'
import { speakers } from './goods/speakers.ts'
import { toys } from './goods/toys.ts'
import { tvs } from './goods/tvs.ts'
import { wearables } from './goods/wearables.ts'
import type { Goods } from './kit/kit.ts'

/** The backdrop of each category: muted neutrals, warm for what lives at home, cool for devices. */
export const BACKDROPS: Record<string, string> = {
  Audio: '#d3cdc4',
  Automotive: '#cfd0cf',
  Cameras: '#d6d0c6',
  Computers: '#d0d3d4',
  Fashion: '#ddd4c9',
  Gaming: '#cfcdd4',
  Groceries: '#e0d8c8',
  'Home & Furniture': '#d9d2c6',
  'Home & Lighting': '#d2cabd',
  Phones: '#d3d6d6',
  Speakers: '#d5cfc9',
  'Tools & Hardware': '#d1d0ca',
  Toys: '#e0d9ce',
  TVs: '#cfd1d3',
  Wearables: '#d8d3cd',
}

const all: readonly Goods[] = [
  audio,
  automotive,
  cameras,
  computers,
  fashion,
  furniture,
  gaming,
  groceries,
  hardware,
  lighting,
  phones,
  speakers,
  toys,
  tvs,
  wearables,
].flat()

const byName = new Map(all.map((goods) => [goods.name, goods]))

/** Returns what the product with this name looks like; undefined when no scene shows it. */
export function goodsOf(name: string): Goods | undefined {
  return byName.get(name)
}
