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

/** The backdrop's hue for each category, in degrees of OKLCH: far from the color that most of its goods have. */
const HUES: Record<string, number> = {
  audio: 295,
  automotive: 88,
  cameras: 255,
  computers: 205,
  fashion: 15,
  gaming: 320,
  groceries: 130,
  'home-furniture': 235,
  'home-lighting': 275,
  phones: 165,
  speakers: 65,
  'tools-hardware': 105,
  toys: 350,
  tvs: 45,
  wearables: 185,
}
/** The same for all, so that no picture stands out of a list; in the studio's light the floor is OKLCH(0.82 0.085 h). */
const [LIGHTNESS, CHROMA] = [0.83, 0.085]

/** Returns the color of a category's backdrop: `#d3cdc4`. */
export function backdropOf(category: string): string {
  return backdropOfHue(HUES[category] ?? 85)
}

export function backdropOfHue(hue: number): string {
  return oklch(LIGHTNESS, CHROMA, hue)
}

/** Converts OKLCH to sRGB (Björn Ottosson, https://bottosson.github.io/posts/oklab/); `hue` in degrees. */
function oklch(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const channels = linear.map((value) => {
    const gamma = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(255 * Math.min(1, Math.max(0, gamma)))
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
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
