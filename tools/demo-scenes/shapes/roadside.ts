import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  box,
  cylinder,
  group,
  hole,
  outline,
  panel,
  pipe,
  place,
  plate,
  repeat,
  roundedRect,
  tube,
} from '../kit/solids.ts'
import { loft, oval, path2, path3 } from './forms.ts'
import { drawName } from './hand-tools.ts'

/** Returns a steel jerrycan with three handles and an embossed cross. */
export function jerrycan(color: string, kit: Kit): Object3D {
  const paint = kit.gloss(color, { roughness: 0.5, clearcoat: 0.5 })
  const body = outline(path2('-13,0.6 -12.4,0 12.4,0 13,0.6 13,26 10.6,30.4 -8,30.4 -13,27'))
  const side = (z: number, turn: number) =>
    place(
      group(
        plate(hole(roundedRect(21, 23, 2.4), roundedRect(18.6, 20.6, 1.6)), 0.9, paint, {
          bevel: 0.35,
          at: [0, 13.4, 0],
        }),
        ...[45, -45].map((lean) =>
          plate(roundedRect(24, 2.6, 1.2), 0.9, paint, { bevel: 0.4, at: [0, 13.4, -0.05], turn: [0, 0, lean * 1.04] }),
        ),
      ),
      { at: [0, 0, z], turn: [0, turn, 0] },
    )
  return group(
    plate(body, 13, paint, { bevel: 1.4, steps: 6, at: [0, 0, -6.5] }),
    side(6, 0),
    side(-6, 180),
    box(26.6, 29, 0.5, paint, { radius: 0.2, at: [0, 0.4, -0.25] }),
    ...[-3.6, 0, 3.6].map((z) =>
      pipe(
        [
          [-5, 29.6, z],
          [-4, 33.4, z],
          [6, 33.4, z],
          [8, 29.6, z],
        ],
        0.75,
        paint,
      ),
    ),
    place(
      group(
        cylinder(2.7, 2.6, paint, {}),
        cylinder(3, 1.3, kit.metal('#b5b9bd', 0.3), { at: [0, 2.2, 0], bevel: 0.3 }),
        box(1.4, 0.8, 7, kit.metal('#b5b9bd', 0.3), { at: [0, 3.3, 0], radius: 0.3 }),
      ),
      { at: [-10.6, 28.2, 0], turn: [0, 0, 38] },
    ),
    panel(8, 3, kit.picture(480, 180, drawName('FUEL 10 L', '#f3e9cf'), { key: 'fuel', transparent: true }), {
      at: [0, 21.6, 6.62],
    }),
  )
}

/** Returns a warning triangle on its feet, 42 cm wide. */
export function warningTriangle(kit: Kit): Object3D {
  const points = (size: number, y: number) =>
    outline([
      [-size, y],
      [size, y],
      [0, y + size * 1.732],
    ])
  const red = kit.gloss('#d8301f', { roughness: 0.25, emissive: '#7a120a', emissiveIntensity: 0.5 })
  const orange = kit.glow('#ff6a2b', 0.25)
  const reflectors = path2('0,0 120,1 240,2').map(([turn]) =>
    place(
      group(
        repeat(9, (at) =>
          box(3.4, 2.2, 0.5, at % 2 ? red : kit.gloss('#e2402c', { roughness: 0.15 }), {
            at: [-14.6 + at * 3.64, -13, 0.9],
            radius: 0.2,
          }),
        ),
      ),
      { at: [0, 17.2, 0], turn: [0, 0, turn] },
    ),
  )
  return group(
    plate(hole(points(21, 4), points(16.2, 6.8)), 1.4, red, { bevel: 0.3, at: [0, 0, -0.4] }),
    plate(hole(points(15.8, 7), points(11.8, 9.4)), 1, orange, { bevel: 0.15, at: [0, 0, -0.2] }),
    ...reflectors,
    pipe(path3('-17,0.5,8 -12,3.8,0 -17,0.5,-8'), 0.45, kit.metal()),
    pipe(path3('17,0.5,8 12,3.8,0 17,0.5,-8'), 0.45, kit.metal()),
  )
}

/** Returns a soft bag with a cross, closed by a zip. */
export function firstAidBag(color: string, [w, h, d]: readonly [number, number, number], kit: Kit): Object3D {
  const fabric = kit.fabric(color)
  const cross = kit.paper('#ffffff')
  const rings = Array.from({ length: 21 }, (_, step) => {
    const angle = (step / 20 - 0.5) * Math.PI
    return oval((w / 2) * Math.abs(Math.cos(angle)) ** 0.22 + 0.02, (d / 2) * Math.abs(Math.cos(angle)) ** 0.3 + 0.02, {
      square: 4.6,
      count: 90,
      at: [0, h / 2 + (Math.sign(angle) * Math.abs(Math.sin(angle)) ** 0.5 * h) / 2, 0],
    })
  })
  return group(
    loft(rings, fabric),
    tube(
      oval(w / 2 + 0.1, d / 2 + 0.1, { square: 4.6, count: 60, at: [0, h * 0.72, 0] }),
      0.4,
      kit.plastic('#2a2a2a'),
      { closed: true, steps: 240 },
    ),
    plate(outline(path2('-1,-3 1,-3 1,-1 3,-1 3,1 1,1 1,3 -1,3 -1,1 -3,1 -3,-1 -1,-1')), 0.3, cross, {
      bevel: 0.08,
      at: [0, h * 0.38, d / 2],
      scale: [h / 14, h / 14, 1],
    }),
    tube(
      [
        [-w * 0.22, h - 0.2, 0],
        [-w * 0.18, h + 3, 0],
        [w * 0.18, h + 3, 0],
        [w * 0.22, h - 0.2, 0],
      ],
      0.8,
      kit.fabric('#2a2a2a'),
    ),
    box(0.9, 2.2, 0.4, kit.metal(), { at: [w * 0.32, h * 0.66, d / 2 + 0.2], radius: 0.15 }),
  )
}
