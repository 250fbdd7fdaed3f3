import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import { box, cylinder, group, place, plate, repeat, ring, roundedRect, tube } from '../kit/solids.ts'

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
