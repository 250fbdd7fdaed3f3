import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  ball,
  box,
  cylinder,
  group,
  lathe,
  panel,
  place,
  plate,
  repeat,
  ring,
  roundedRect,
  tube,
  wrap,
} from '../kit/solids.ts'
import { lens } from './cameras.ts'
import { dots, lettering } from './drawings.ts'

/** Returns a trail camera strapped to a piece of a trunk. */
export function trailCamera(kit: Kit): Object3D {
  const camo = kit.picture(
    512,
    640,
    (context, w, h) => {
      context.fillStyle = '#6a6f4c'
      context.fillRect(0, 0, w, h)
      for (let index = 0; index < 90; index++) {
        context.fillStyle = ['#4b5238', '#8a8460', '#3a3b2a', '#766848'][index % 4] as string
        context.beginPath()
        context.ellipse(
          (index * 197) % 512,
          (index * 331) % 640,
          20 + (index % 5) * 12,
          12 + (index % 3) * 9,
          index,
          0,
          7,
        )
        context.fill()
      }
    },
    { key: 'camouflage', roughness: 0.75 },
  )
  const leds = kit.picture(256, 256, dots('#1a1b1c', '#3a2326', 8), { key: 'infrared', roughness: 0.3 })
  const bark = kit.foam('#6d5640', { bumpScale: 3 })
  const trunk = lathe(
    [
      [0, 0],
      [8.4, 0],
      [7.9, 8],
      [8.2, 17],
      [7.7, 26],
      [8, 34],
      [0, 34.1],
    ],
    bark,
    { smooth: false, sides: 22 },
  )
  const body = group(
    plate(roundedRect(10, 13.6, 1.4), 6, kit.plastic('#5c6145'), { bevel: 0.7, steps: 5, at: [0, 6.8, 0] }),
    panel(9, 12.6, camo, { corner: 1.1, at: [0, 6.8, 6.01] }),
    place(cylinder(1.7, 0.6, kit.plastic('#1a1b1c'), { bevel: 0.2 }), { turn: [90, 0, 0], at: [0, 6.6, 5.9] }),
    place(lens(kit, 1.25, 0.7), { at: [0, 6.6, 6] }),
    plate(roundedRect(7, 3.6, 0.7), 0.4, leds, { bevel: 0.1, at: [0, 10.7, 6] }),
    place(ball(1.3, kit.plastic('#e6e3dc')), { scale: [1, 1, 0.5], at: [0, 1.6, 6] }),
  )
  return group(
    place(trunk, { at: [0, 0, -8] }),
    wrap(8.35, 2.4, 359, kit.fabric('#2d3126'), { at: [0, 19, -8] }),
    place(body, { at: [0, 13, -0.6] }),
  )
}

/** Returns a lighted magnifier on its case. */
export function magnifier(kit: Kit): Object3D {
  const brass = kit.brass()
  return group(
    place(
      group(
        place(ring(3.4, 0.8, brass), { turn: [90, 0, 0] }),
        place(ring(2.9, 0.3, kit.glow('#fff6dd', 1.2)), { turn: [90, 0, 0], at: [0, 0, 0.4] }),
        place(cylinder(3.2, 0.5, kit.glass('#dfeef2', 0.28), { bevel: 0.2 }), { turn: [90, 0, 0], at: [0, 0, 0.1] }),
        lathe(
          [
            [0.45, 0],
            [0.6, 0.6],
            [0.75, 4],
            [0.95, 7],
            [0.6, 8.6],
            [0, 8.8],
          ],
          kit.wood('walnut', { clearcoat: 0.6 }),
          { turn: [180, 0, 0], at: [0, -3.6, 0] },
        ),
        cylinder(0.62, 1, brass, { at: [0, -4.5, 0] }),
      ),
      { at: [0, 12.5, 0], turn: [0, 0, -18] },
    ),
    place(group(cylinder(3, 1.2, kit.wood('walnut'), { bevel: 0.3 }), cylinder(1, 1.4, brass, { at: [0, 0.6, 0] })), {
      at: [-3.9, -0.6, 0],
    }),
  )
}

/** Returns a telescope on its tripod. */
export function telescope(kit: Kit): Object3D {
  const white = kit.gloss('#eceae4')
  const black = kit.metal('#232528', 0.5)
  const tubeParts = group(
    cylinder(5, 62, white, { bevel: 0.2, at: [0, -24, 0] }),
    cylinder(5.8, 14, kit.plastic('#26282b'), { bevel: 0.3, at: [0, 36, 0] }),
    cylinder(5.2, 0.2, kit.gloss('#0d1019'), { at: [0, 49.95, 0] }),
    cylinder(3.2, 9, black, { top: 4.9, at: [0, -33, 0] }),
    cylinder(2, 7, kit.metal('#9a9da2', 0.3), { at: [0, -39, 0] }),
    cylinder(1.9, 4, black, { at: [0, -43, 0] }),
    ring(5.4, 1.6, black, { at: [0, 4, 0] }),
    ring(5.4, 1.6, black, { at: [0, -10, 0] }),
    cylinder(1.3, 12, kit.plastic('#26282b'), { at: [0, -22, 7.4] }),
    box(1, 3, 3, black, { radius: 0.2, at: [0, -17, 5.6] }),
  )
  const eyepiece = place(group(cylinder(1.6, 6, black), cylinder(2, 2.4, kit.rubber('#141516'), { at: [0, 5, 0] })), {
    at: [0, -44, 0],
    turn: [70, 0, 0],
  })
  const legs = repeat(3, (index) =>
    place(
      place(
        group(
          cylinder(1.3, 96, kit.metal('#b6b9be', 0.35), { at: [0, -96, 0] }),
          cylinder(1.7, 40, black, { at: [0, -40, 0] }),
          cylinder(1.8, 4, kit.rubber('#111'), { at: [0, -97, 0] }),
        ),
        { turn: [-19, 0, 0] },
      ),
      { turn: [0, index * 120 + 20, 0], at: [0, 92, 0] },
    ),
  )
  return group(
    legs,
    cylinder(5, 5, black, { at: [0, 90, 0], bevel: 0.8 }),
    cylinder(2.4, 12, black, { at: [0, 94, 0] }),
    place(group(tubeParts, eyepiece), { at: [0, 110, 0], turn: [0, 0, 52] }),
    tube(
      [
        [2, 100, 3],
        [14, 92, 9],
        [20, 88, 12],
      ],
      0.5,
      kit.chrome(),
    ),
    place(
      repeat(3, (index) =>
        place(box(1, 1, 24, black, { at: [0, 0, 12], radius: 0.3 }), { turn: [0, index * 120 + 20, 0] }),
      ),
      { at: [0, 50, 0] },
    ),
  )
}

/** Returns an outdoor camera on a wall arm, looking down to the right. */
export function securityCamera(kit: Kit): Object3D {
  const white = kit.plastic('#f1efea')
  return group(
    place(cylinder(4.2, 1.6, white, { bevel: 0.5 }), { turn: [90, 0, 0] }),
    tube(
      [
        [0, 0, 1],
        [0, 0.5, 5],
        [0, 2, 7.4],
      ],
      1.1,
      white,
    ),
    place(ball(1.7, kit.metal('#c9ccd1', 0.35)), { at: [0, 0.6, 7.6] }),
    place(
      group(
        place(cylinder(3.6, 11, white, { bevel: 1.2 }), { turn: [90, 0, 0] }),
        place(cylinder(3.1, 0.5, kit.gloss('#121317'), { bevel: 0.2 }), { turn: [90, 0, 0], at: [0, 0, 10.8] }),
        place(lens(kit, 1.3, 0.8), { at: [0, 0.3, 11] }),
        place(ball(0.22, kit.glow('#56c07a', 1.4)), { at: [0, -2, 11.2] }),
        plate(roundedRect(7.6, 14, 2), 0.5, white, { turn: [-90, 0, 0], at: [0, 3.6, 6.5], bevel: 0.2 }),
      ),
      { at: [0, 4.6, 6], turn: [10, 34, 0] },
    ),
  )
}

/** Returns three film canisters, two of them out of their boxes. */
export function films(kit: Kit): Object3D {
  const label = kit.picture(
    600,
    300,
    lettering(
      '#e9e2d2',
      [
        { text: 'SILVERGRAIN', y: 0.3, size: 0.2, color: '#2b2c2e' },
        { text: '400', y: 0.64, size: 0.36, color: '#b4583e', weight: 700 },
      ],
      (context, w, h) => {
        context.fillStyle = '#b4583e'
        context.fillRect(0, h * 0.9, w, h * 0.1)
        context.fillRect(0, 0, w, h * 0.08)
      },
    ),
    { key: 'film label', roughness: 0.4 },
  )
  const roll = (tongue: boolean) =>
    group(
      cylinder(1.25, 4.5, kit.metal('#2d2e31', 0.4), { bevel: 0.12 }),
      wrap(1.265, 3.9, 300, label, { at: [0, 0.3, 0] }),
      cylinder(0.6, 0.6, kit.plastic('#1a1b1c'), { at: [0, 4.4, 0] }),
      tongue &&
        panel(4.4, 3.4, kit.plastic('#4b3329', { side: 2, roughness: 0.3 }), {
          bow: 0.8,
          at: [3, 2.2, 0.9],
          turn: [0, -16, 0],
        }),
    )
  const carton = group(
    box(3.3, 5.4, 3.3, kit.paper('#e9e2d2'), { radius: 0.1 }),
    panel(3.2, 3.2, label, { at: [0, 2.8, 1.66] }),
    panel(3.2, 3.2, label, { at: [-1.66, 2.8, 0], turn: [0, -90, 0] }),
  )
  return group(
    place(carton, { at: [-2.6, 0, -2], turn: [0, 14, 0] }),
    place(roll(true), { at: [1.2, 0, 0.6] }),
    place(roll(false), { turn: [90, 0, 0], at: [-2, 1.27, 1.4] }),
    place(carton.clone(), { at: [2.2, 0, -3.4], turn: [0, -10, 0] }),
  )
}
