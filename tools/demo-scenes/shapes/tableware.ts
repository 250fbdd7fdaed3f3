import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import { box, cloth, cylinder, group, lathe, place, tube } from '../kit/solids.ts'
import { noise, path2, path3 } from './forms.ts'

/** Returns an open bowl of glazed stoneware with an unglazed foot. */
export function bowl(
  radius: number,
  color: string,
  kit: Kit,
  { height = radius * 0.72, rim = '#8d6b4c' } = {},
): Object3D {
  const r = radius
  const profile = [
    [0, 0.5],
    [r * 0.5, 0.4],
    [r * 0.56, 0],
    [r * 0.62, 0.1],
    [r * 0.66, 0.6],
    [r * 0.9, height * 0.55],
    [r, height - 0.15],
    [r - 0.1, height],
    [r - 0.32, height - 0.1],
    [r * 0.84, height * 0.5],
    [r * 0.55, 1.1],
    [0, 0.9],
  ] as const
  return group(
    lathe(profile, kit.ceramic(color)),
    lathe(
      [
        [r * 0.5, 0.35],
        [r * 0.56, -0.02],
        [r * 0.63, 0.08],
        [r * 0.68, 0.62],
      ],
      kit.paper(rim, { roughness: 0.85 }),
      { scale: [1.006, 1, 1.006] },
    ),
    lathe(
      [
        [r - 0.02, height - 0.2],
        [r + 0.02, height - 0.05],
        [r - 0.16, height + 0.03],
        [r - 0.3, height - 0.08],
      ],
      kit.ceramic(rim),
    ),
  )
}

/** Returns a filled cup, with a handle, or a tea bowl without. */
export function cup(color: string, drink: string, kit: Kit, form: 'cup' | 'bowl' = 'cup'): Object3D {
  const glaze = kit.ceramic(color)
  const body = lathe(path2('0,0.4 2,0.3 2.2,0 2.7,0.2 3.5,2 3.9,5 4,7 3.8,7.05 3.65,5 3.2,2.2 0,1'), glaze)
  const handle = tube(path3('3.6,5.8,0 5.4,6,0 6,4.4,0 5,2.6,0 3.4,2.2,0'), 0.42, glaze)
  const liquid = cylinder(3.66, 0.2, kit.food(drink, { roughness: 0.12, clearcoat: 1 }), {
    at: [0, 5.9, 0],
    bevel: 0.02,
  })
  return group(body, form === 'cup' && handle, liquid)
}

/** Returns a chopping board with round corners. */
export function board(
  [w, h, d]: readonly [number, number, number],
  kit: Kit,
  tone: 'oak' | 'walnut' = 'oak',
): Object3D {
  return box(w, h, d, kit.wood(tone), { radius: 0.6 })
}

/** Returns a napkin that lies a little uneven. */
export function napkin([w, d]: readonly [number, number], color: string, kit: Kit): Object3D {
  const sheet = (y: number, inset: number) => {
    return place(box(w - inset, 0.35, d - inset, kit.fabric(color), { radius: 0.17 }), {
      at: [inset * 0.2, y, -inset * 0.2],
    })
  }
  return group(sheet(0, 0), sheet(0.33, 0.5), sheet(0.66, 0.2))
}

/** Returns cloth that hangs in soft folds from y = `height` down to 0. */
export function drape(width: number, height: number, color: string, kit: Kit): Object3D {
  return cloth(
    width,
    height,
    (u, v) => {
      const [x, fall] = [(u - 0.5) * width, 1 - v]
      const wave = Math.sin(u * 17 + noise(v * 1.4) * 1.2) * (0.25 + fall * 1.5) + noise(u * 4, v * 2) * fall * 1.4
      return [x * (1 - 0.08 * fall), v * height + noise(u * 3, 5) * fall * 1.2, wave]
    },
    kit.fabric(color),
    { segments: 90 },
  )
}
