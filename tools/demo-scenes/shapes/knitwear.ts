import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import { ball, box, cylinder, group, type Point, place, repeat, tube } from '../kit/solids.ts'
import { band, loft, mix, noise, oval, path3, smooth } from './forms.ts'
import { limb } from './garments.ts'

/** Returns a scarf with fringes that hangs over a wooden peg rail. */
export function hangingScarf(color: string, kit: Kit): Object3D {
  const wool = kit.knit(color, { bumpScale: 0.8 })
  const half = (side: number, long: number, shift: number) => {
    const width = (share: number) => mix(6, 15, smooth(0, 0.3, share))
    const rings = Array.from({ length: 61 }, (_, step) => {
      const share = step / 60
      const [y, w] = [100 - share * long, width(share)]
      const center = shift + share * side * 2
      return oval(w, 1, { square: 5, count: 120 }).map(
        ([x, , z]): Point => [
          center + x,
          y,
          side * mix(1.4, 3.4, smooth(0, 0.12, share)) +
            z +
            Math.sin((x / w) * 7 + share * 3 + side) * mix(1.3, 0.8, share) +
            noise(x * 0.1, share * 4, side) * 1.1,
        ],
      )
    })
    const bottom = 100 - long
    const fringe = repeat(19, (at) => {
      const x = shift + side * 2 + ((at / 18) * 2 - 1) * (width(1) - 0.7)
      const z = side * 3.4 + Math.sin(((x - shift - side * 2) / 15) * 7 + 3 + side) * 0.8
      return group(
        tube(
          [
            [x, bottom + 0.6, z],
            [x + noise(at) * 0.5, bottom - 4, z + noise(at, 3) * 0.5],
            [x + noise(at, 5) * 1.4, bottom - 9.5, z],
          ],
          0.42,
          wool,
        ),
        ball(0.62, wool, { at: [x, bottom - 1.6, z] }),
      )
    })
    return group(loft(rings, wool, { caps: true }), fringe)
  }
  const over = band(path3('-0.4,97,-2 0,101,-1.6 0,102.2,0.2 0,101,2 0.4,97,2.2'), [12.6, 1.8], wool)
  return group(half(1, 66, 1.4), half(-1, 52, -2.4), over)
}

/** Returns a wooden rail with three pegs along x at the height of a hanging scarf. */
export function pegRail(kit: Kit): Object3D {
  const oak = kit.wood('oak')
  return group(
    box(70, 9, 2.2, oak, { at: [0, 96, -7], radius: 0.8 }),
    repeat(3, (at) =>
      place(group(cylinder(1.3, 9, oak, { bevel: 0.3 }), cylinder(2, 1.6, oak, { at: [0, 8, 0], bevel: 0.7 })), {
        at: [(at - 1) * 24, 100, -6],
        turn: [78, 0, 0],
      }),
    ),
  )
}

/** Returns a wool sock with five toes, as if worn, its toes to the front. */
export function toeSock(color: string, accent: string, kit: Kit): Object3D {
  const [wool, trim] = [kit.knit(color, { bumpScale: 0.6 }), kit.knit(accent, { bumpScale: 0.6 })]
  const body = limb(
    path3('0,27,-3.4 0,18,-3.2 0,9,-3 0,4.6,-0.6 0,3.4,5 0,2.7,11 0,2.3,14.4'),
    [4.6, 4.3, 4, 4.6, 4, 3.9, 4.1, 3.6],
    wool,
    { flat: 0.82, folds: 0.14, hem: false },
  )
  const heel = ball(3.7, trim, { at: [0, 0.1, -7.4], scale: [0.95, 1.02, 1.08] })
  const toes = repeat(5, (at) => {
    const size = [1.22, 0.98, 0.94, 0.88, 0.8][at] ?? 0.9
    return place(group(ball(size, trim, { scale: [1, 1, 2.1] })), {
      at: [-3 + at * 1.52 - (at === 0 ? 0.2 : 0), 1.3 - size * 0.4, 15 - at * 0.6],
      turn: [0, 4 - at * 3, 0],
    })
  })
  const base = ball(3.5, wool, { at: [0, 0.3, 12.6], scale: [1.06, 0.62, 0.7] })
  const cuff = loft(
    [27.2, 26.8, 22.8, 22.4].map((y, at) =>
      oval(4.75 + (at % 3 ? 0.22 : 0), 3.95 + (at % 3 ? 0.22 : 0), {
        count: 60,
        at: [0, y, -3.35],
        swell: (angle) => Math.cos(angle * 26) * 0.12,
      }),
    ),
    trim,
  )
  const opening = cylinder(4.3, 0.2, kit.fabric('#2b2b2b'), { at: [0, 26.6, -3.4], scale: [1, 1, 0.84] })
  return group(body, heel, base, toes, cuff, opening)
}
