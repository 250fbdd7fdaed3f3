import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import { ball, box, cylinder, group, type Point, place, repeat, tube } from '../kit/solids.ts'
import { band, loft, mix, noise, oval, path3, smooth } from './forms.ts'

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
