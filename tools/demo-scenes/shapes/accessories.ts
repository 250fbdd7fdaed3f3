import type { Material, Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  ball,
  box,
  cylinder,
  type FlatPoint,
  group,
  hole,
  lathe,
  mirrorX,
  outline,
  place,
  plate,
  repeat,
  ring,
  roundedRect,
  tube,
} from '../kit/solids.ts'
import { band, loft, mix, oval, path2, path3, smooth } from './forms.ts'

/** Returns a sun hat of straw with a wide, waving brim and a ribbon. */
export function sunHat(ribbon: string, kit: Kit): Object3D {
  const straw = kit.knit('#dcc089', { bumpScale: 0.9, side: 2 })
  const steps = 90
  const rings = Array.from({ length: steps + 1 }, (_, step) => {
    const share = step / steps
    if (share < 0.45) {
      const reach = share / 0.45
      const [x, z] = [mix(22, 9.3, reach), mix(24, 10.6, reach)]
      return oval(x, z, { count: 140, at: [0, 3.2 - (1 - reach) ** 1.4 * 1.6, 0] }).map(([px, py, pz]) => {
        const angle = Math.atan2(pz, px)
        return [px, py + Math.sin(angle * 3 + 1) * 1.1 * (1 - reach) + Math.sin(step * 1.57) * 0.05, pz] as const
      })
    }
    const rise = (share - 0.45) / 0.55
    const angle = rise * (Math.PI / 2)
    const reach = Math.cos(angle) ** 0.42
    return oval(Math.max(0.03, 9.2 * reach), Math.max(0.03, 10.5 * reach), {
      count: 140,
      at: [0, 3.2 + Math.sin(angle) ** 0.9 * 10.6, 0],
    }).map(([px, py, pz]) => [px, py - Math.exp(-((px / 2.2) ** 2)) * smooth(0.75, 1, rise) * 1.3, pz] as const)
  })
  const edge = tube(
    (rings[0] ?? []).filter((_, at) => at % 2 === 0),
    0.38,
    straw,
    { closed: true, steps: 320 },
  )
  const silk = kit.fabric(ribbon, { bumpScale: 0.2 })
  const around = [3.3, 3.5, 6.2, 6.4].map((y, at) =>
    oval(9.25 + (at % 3 ? 0.25 : 0.05), 10.55 + (at % 3 ? 0.25 : 0.05), { count: 100, at: [0, y, 0] }),
  )
  const bow = place(
    group(
      mirrorX(
        band(path3('0,0,0 2.6,1.3,0.7 4.6,0.2,0.3 2.6,-1.1,0.7 0,0,0.2'), [2.3, 0.25], silk, {
          across: [0.15, 0.5, 1],
        }),
      ),
      ball(0.9, silk, { at: [0, -0.9, 0.2], scale: [1, 1, 0.7] }),
      band(path3('0,0,0.3 1.6,-1.8,1.4 2.4,-2.6,4.6'), [2, 0.2], silk, { across: [1, 0.4, 0] }),
    ),
    { at: [-7.4, 5, 7.2], turn: [0, -42, 0] },
  )
  return group(loft(rings, straw, { open: false }), edge, loft(around, silk), bow)
}

const BAG_TOP = [23, 13, 2.2] as const
const BAG = path3('0,14.6,4.6 0.4,15.3,5.3 2,15.6,5.5 10,15.2,5.3 18,14.2,4.4 22,13.4,3 23,13,2.2')

/** Half the width and half the depth of the handbag at a height. */
function bagSize(y: number) {
  const at = BAG.findIndex(([height]) => height >= y)
  const [one = BAG_TOP, two = BAG_TOP] = [BAG[Math.max(0, at - 1)], BAG[Math.max(0, at)]]
  const share = two[0] === one[0] ? 0 : (y - one[0]) / (two[0] - one[0])
  return [mix(one[1], two[1], share), mix(one[2], two[2], share)] as const
}

/** Returns stitches along a line on the front. */
function stitches(points: readonly FlatPoint[], thread: Material): Object3D {
  return group(
    ...points.slice(1).flatMap(([x, y], at) => {
      const [px, py] = points[at] ?? [x, y]
      const count = Math.round(Math.hypot(x - px, y - py) / 0.75)
      return Array.from({ length: count }, (_, step) => {
        const [sx, sy] = [mix(px, x, (step + 0.5) / count), mix(py, y, (step + 0.5) / count)]
        return box(0.42, 0.14, 0.12, thread, {
          radius: 0.05,
          at: [sx, sy, bagSize(sy)[1] + (sy > 11.6 ? 0.68 : 0.02)],
          turn: [0, 0, (Math.atan2(y - py, x - px) * 180) / Math.PI],
        })
      })
    }),
  )
}

function bagHandle(z: number, edge: Material, kit: Kit): Object3D {
  return group(
    tube(
      [
        [-7, 20.6, z],
        [-6.8, 24, z * 1.02],
        [-5.6, 31, z * 0.9],
        [0, 34.4, z * 0.8],
        [5.6, 31, z * 0.9],
        [6.8, 24, z * 1.02],
        [7, 20.6, z],
      ],
      0.62,
      edge,
    ),
    ...[-7, 7].map((x) =>
      group(
        box(2.6, 5.4, 0.7, edge, { at: [x, 16.4, z - 0.25], radius: 0.3 }),
        place(ring(1, 0.34, kit.brass()), { at: [x, 21.6, z], turn: [90, 0, 0] }),
      ),
    ),
  )
}

/** Returns a leather handbag with two handles, a flap and stitched edges. */
export function handbag(color: string, kit: Kit): Object3D {
  const leather = kit.leather(color, { bumpScale: 0.28, roughness: 0.42 })
  const edge = kit.leather('#5d3216')
  const thread = kit.paper('#ecd2a4')
  const rings = Array.from({ length: 70 }, (_, step) => {
    const y = (step / 69) * 23
    const [x, z] = bagSize(y)
    return oval(x, z, { square: 5.4, count: 140, at: [0, y, 0] })
  })
  const flap = loft(
    Array.from({ length: 40 }, (_, step) => {
      const share = step / 39
      const y = share < 0.3 ? 23 + Math.sin((share / 0.3) * Math.PI) * 0.5 : 23 - ((share - 0.3) / 0.7) * 11
      const z = share < 0.3 ? mix(-2.4, 2.5, share / 0.3) : bagSize(Math.min(23, y))[1] + 0.35
      const half = mix(13.3, 11.6, smooth(0.3, 1, share)) - smooth(0.86, 1, share) * 2.4
      return oval(half, 0.32, { square: 6, count: 60 }).map(
        ([x, , t]) => [x, y + (share < 0.3 ? t : -((x / 12) ** 2) * -0.9 * share), z + (share < 0.3 ? 0 : t)] as const,
      )
    }),
    leather,
    { caps: true },
  )
  const clasp = group(
    plate(roundedRect(3.6, 2.6, 0.7), 0.7, kit.brass(), { bevel: 0.2, at: [0, 12.6, 5.5] }),
    cylinder(0.6, 0.4, kit.brass(), { turn: [90, 0, 0], at: [0, 12.6, 6] }),
  )
  const tag = place(
    group(
      tube(path3('0,0,0 0.3,-2,0.2 0.1,-4,0.3'), 0.14, edge),
      plate(hole(roundedRect(2.4, 3.6, 1.1), roundedRect(0.5, 0.5, 0.25)), 0.3, edge, {
        bevel: 0.1,
        at: [0.1, -5.6, 0.2],
      }),
    ),
    { at: [7.2, 22.4, 5.6] },
  )
  return group(
    loft(rings, leather, { caps: true }),
    flap,
    stitches(path2('-14.2,10.6 -14.3,1.2 14.3,1.2 14.2,10.6'), thread),
    stitches(path2('-12.6,21 -11,13.4 11,13.4 12.6,21'), thread),
    bagHandle(5.3, edge, kit),
    bagHandle(-3.6, edge, kit),
    clasp,
    tag,
    repeat(4, (at) =>
      ball(0.6, kit.brass(), { at: [(at % 2 ? 1 : -1) * 12, -0.4, (at < 2 ? 1 : -1) * 3.4], scale: [1, 0.6, 1] }),
    ),
    mirrorX(place(ring(1.1, 0.34, kit.brass()), { at: [14.3, 19.6, 0], turn: [0, 0, 90] })),
  )
}

/** Returns sunglasses with open temples, 14.5 cm wide, that stand on a table. */
export function sunglasses(frameColor: string, lensColor: string, kit: Kit): Object3D {
  const frame = kit.gloss(frameColor, { roughness: 0.28 })
  const lens = kit.glass(lensColor, 0.86, { depthWrite: true, roughness: 0.04, clearcoat: 1, envMapIntensity: 1.2 })
  const rim = (grow: number) =>
    outline(
      [
        [0.9 - grow, 3.5 + grow * 0.6],
        [3.6, 4.15 + grow],
        [6.3 + grow * 0.8, 3.9 + grow * 0.8],
        [6.6 + grow, 2.3],
        [5.5 + grow * 0.6, 0.3 - grow * 0.5],
        [3.5, -0.25 - grow],
        [1.6 - grow * 0.5, 0.35 - grow * 0.6],
        [0.8 - grow, 2],
      ],
      { smooth: true },
    )
  const half = group(
    plate(hole(rim(0.5), rim(0)), 0.55, frame, { bevel: 0.16 }),
    plate(rim(0.06), 0.16, lens, { bevel: 0.04, at: [0, 0, 0.16] }),
    box(1.2, 1.5, 0.9, frame, { at: [7, 2.6, -0.1], radius: 0.3 }),
    box(0.16, 0.5, 0.1, kit.metal('#c9ccd0'), { at: [7, 3.1, 0.78], radius: 0.04 }),
    band(path3('7.2,3.3,-0.2 7.4,3.3,-3 7.3,3.2,-8 7,2.6,-11.2 6.7,0.8,-14 6.6,-0.2,-15'), [0.95, 0.34], frame, {
      across: [0, 1, 0.12],
    }),
    tube(path3('0.9,1.6,0.1 0.7,1,-0.7 0.9,0.4,-0.9'), 0.22, kit.rubber('#3a3d40')),
  )
  const bridge = tube(path3('-1,3.1,0.28 0,3.5,0.42 1,3.1,0.28'), 0.36, frame)
  return place(
    group(
      place(group(half), { turn: [0, 7, 0] }),
      place(group(place(group(half.clone()), { turn: [0, 7, 0] })), { scale: [-1, 1, 1] }),
      bridge,
    ),
    { at: [0, 0.75, 6], turn: [-2, 0, 0] },
  )
}

/** Returns a case of pressed cork, closed. */
export function corkCase(kit: Kit): Object3D {
  const cork = kit.foam('#b98d5d', { bumpScale: 1.4 })
  return group(
    box(16.6, 3, 6.6, cork, { radius: 1.5 }),
    box(16.7, 0.3, 6.7, kit.leather('#4f3320'), { at: [0, 1.5, 0], radius: 0.14 }),
    box(16.6, 3.2, 6.6, cork, { radius: 1.55, at: [0, 1.2, 0] }),
    cylinder(0.6, 0.4, kit.brass(), { turn: [90, 0, 0], at: [0, 1.7, 3.2] }),
  )
}

/** Returns a round wooden stand for a hat. */
export function hatStand(kit: Kit): Object3D {
  return group(
    lathe(path2('0,0 9,0 9.4,0.6 9,1.4 2,2 1.2,4 1.1,24 2.4,27 5,29 6,31'), kit.wood('birch')),
    ball(6.4, kit.wood('birch'), { at: [0, 27, 0], scale: [1, 0.9, 1.1] }),
  )
}
