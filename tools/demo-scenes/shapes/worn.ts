import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  ball,
  box,
  cylinder,
  group,
  mirrorX,
  outline,
  place,
  plate,
  repeat,
  ring,
  roundedRect,
  tube,
} from '../kit/solids.ts'

/** Returns a pair of padded gloves that stand on their cuffs. */
export function heatedGloves(kit: Kit): Object3D {
  const shell = kit.fabric('#52606c')
  const palm = kit.leather('#1f2226')
  const finger = (x: number, y: number, long: number, lean: number, radius = 1.6) =>
    place(group(place(cylinder(radius, long, shell, { bevel: radius * 0.95 }), {})), {
      at: [x, y, 0],
      turn: [0, 0, lean],
    })
  const glove = group(
    plate(
      outline(
        [
          [-4.8, 0],
          [4.8, 0],
          [5.2, 7],
          [4.9, 12],
          [-4.9, 12],
          [-5.4, 7],
        ],
        { smooth: true },
      ),
      4.4,
      shell,
      { bevel: 1.9, steps: 8, at: [0, 8, -2.2] },
    ),
    cylinder(5, 9, kit.knit('#4a525c'), { top: 4.6, bevel: 0.8 }),
    cylinder(5.2, 2.4, palm, { bevel: 0.6, at: [0, 7.4, 0] }),
    finger(-3.9, 18.4, 6.4, 6),
    finger(-1.3, 19.2, 7.8, 2),
    finger(1.4, 19.2, 7.2, -2),
    finger(3.9, 18.2, 5.6, -8, 1.2),
    finger(-4.6, 11.6, 7.4, 48, 1.5),
    plate(roundedRect(3, 1.8, 0.6), 0.5, kit.rubber('#17181b'), { bevel: 0.15, at: [0.6, 13, 2.1] }),
    ...[0, 1, 2].map((index) => place(ball(0.2, kit.glow('#f0603f', 1.7)), { at: [-0.2 + index * 0.8, 12.85, 2.6] })),
  )
  return group(
    place(glove.clone(), { at: [-6.4, 0, 1], turn: [0, 8, 4], scale: [-1, 1, 1] }),
    place(glove, { at: [6.8, 0, -2], turn: [0, -6, -4] }),
  )
}

/** Returns a brace of straps for shoulders and back, spread as if worn. */
export function postureBrace(kit: Kit): Object3D {
  const strap = kit.fabric('#3a4048')
  const half = group(
    place(
      tube(
        [
          [2.6, 22, -7],
          [10, 33, -6],
          [14, 37, 0],
          [15.4, 33, 6.4],
          [15.6, 24, 7.4],
          [14, 17, 3],
          [8, 15, -5],
          [2.6, 16, -8],
        ],
        1.5,
        strap,
        { steps: 110 },
      ),
      {},
    ),
    box(4.4, 4.4, 0.9, kit.rubber('#8fa9a0'), { radius: 0.4, at: [15.5, 24, 8.6] }),
  )
  return group(
    mirrorX(half),
    place(
      plate(
        outline(
          [
            [-4.2, 0],
            [4.2, 0],
            [6, 9],
            [4.6, 26],
            [2.6, 31],
            [-2.6, 31],
            [-4.6, 26],
            [-6, 9],
          ],
          { smooth: true },
        ),
        1.6,
        kit.foam('#454c55'),
        { bevel: 0.6 },
      ),
      { at: [0, 3, -9.4] },
    ),
    place(box(3.6, 6.4, 1.8, kit.gloss('#e9e6df'), { radius: 0.9 }), { at: [0, 20, -10.8] }),
    place(
      tube(
        [
          [-4, 7, -8.4],
          [-14, 8, -5],
          [-17, 8.4, 3],
          [-10, 8.4, 9],
          [0, 8.2, 10.4],
          [10, 8.4, 9],
          [17, 8.4, 3],
          [14, 8, -5],
          [4, 7, -8.4],
        ],
        1.4,
        strap,
        { steps: 120 },
      ),
      {},
    ),
    box(8, 5, 1, kit.rubber('#8fa9a0'), { radius: 0.5, at: [0, 5.8, 11.4] }),
  )
}

/** Returns a head torch on its elastic band. */
export function headTorch(kit: Kit): Object3D {
  const band = kit.fabric('#3f5a66')
  const around: [number, number, number][] = Array.from({ length: 25 }, (_, index) => {
    const angle = (index / 24) * Math.PI * 2 - Math.PI / 2
    return [Math.cos(angle) * 8.4, 4, -Math.sin(angle) * -9.6]
  })
  return group(
    place(tube(around.slice(0, -1), 0.34, band, { closed: true, steps: 120 }), {
      scale: [1, 4.2, 1],
      at: [0, -12.6, 0],
    }),
    place(
      tube(
        [
          [0, 5, 9.6],
          [0, 10.6, 6],
          [0, 12.4, 0],
          [0, 10.4, -6.4],
          [0, 5, -9.6],
        ],
        0.34,
        band,
      ),
      { scale: [3.4, 1, 1] },
    ),
    place(plate(roundedRect(7.6, 4.8, 1.8), 3.2, kit.plastic('#26282c'), { bevel: 0.9, steps: 6 }), {
      at: [0, 4.2, 9.4],
    }),
    place(ring(1.7, 0.4, kit.metal('#b9bcc2', 0.3)), { turn: [90, 0, 0], at: [0, 4.2, 12.4] }),
    place(cylinder(1.55, 0.3, kit.glow('#fff3d6', 1.6), { bevel: 0.1 }), { turn: [90, 0, 0], at: [0, 4.2, 12.5] }),
    ...[-2.7, 2.7].map((x) =>
      place(cylinder(0.5, 0.3, kit.glow(x < 0 ? '#f0503f' : '#fff3d6', 1.2)), {
        turn: [90, 0, 0],
        at: [x, 4.2, 12.45],
      }),
    ),
    box(2, 0.8, 1.4, kit.rubber('#d98a5f'), { radius: 0.3, at: [0, 6.4, 10.8] }),
    box(6, 4.4, 2.6, kit.plastic('#26282c'), { radius: 1, at: [0, 2, -10.6] }),
    repeat(2, (index) => box(0.8, 5, 1, kit.plastic('#26282c'), { radius: 0.3, at: [index ? 3.9 : -3.9, 1.7, 9.2] })),
  )
}
