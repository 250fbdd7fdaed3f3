import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  ball,
  box,
  cylinder,
  group,
  mirrorX,
  outline,
  panel,
  place,
  plate,
  repeat,
  ring,
  roundedRect,
  tube,
} from '../kit/solids.ts'
import { COAST, dots } from './drawings.ts'

/** Returns a controller that faces up and forwards. */
export function controller(kit: Kit, color = '#e0755f'): Object3D {
  const shell = kit.plastic(color)
  const half: [number, number][] = [
    [0, 4.6],
    [4.4, 4.8],
    [7, 3.8],
    [8.2, 0.4],
    [8, -4],
    [6.6, -5.6],
    [5, -4.6],
    [3.4, -1.9],
    [0, -1.5],
  ]
  const body = outline(
    [
      ...half,
      ...half
        .slice(1, -1)
        .reverse()
        .map(([x, y]) => [-x, y] as [number, number]),
    ],
    { smooth: true },
  )
  const stick = (x: number, y: number) =>
    place(
      group(
        cylinder(1.55, 0.4, kit.plastic('#2a2c30'), { bevel: 0.15 }),
        cylinder(0.6, 1.2, kit.plastic('#2a2c30')),
        cylinder(1.2, 0.6, kit.rubber('#1b1c1f'), { at: [0, 1.1, 0], bevel: 0.25 }),
      ),
      { turn: [90, 0, 0], at: [x, y, 3.5] },
    )
  const buttons = [
    [0, 1.1, '#f0c05a'],
    [1.1, 0, '#f4f1ea'],
    [0, -1.1, '#7fb2a5'],
    [-1.1, 0, '#8ea2cf'],
  ] as const
  const whole = group(
    plate(body, 3.8, shell, { bevel: 1.7, steps: 10 }),
    stick(-4.6, 2),
    stick(2.3, -0.4),
    plate(roundedRect(2.4, 0.8, 0.15), 0.5, kit.plastic('#2a2c30'), { bevel: 0.1, at: [-2.3, -0.4, 3.6] }),
    plate(roundedRect(0.8, 2.4, 0.15), 0.5, kit.plastic('#2a2c30'), { bevel: 0.1, at: [-2.3, -0.4, 3.6] }),
    ...buttons.map(([x, y, tone]) =>
      place(cylinder(0.52, 0.6, kit.gloss(tone), { bevel: 0.2 }), { turn: [90, 0, 0], at: [4.8 + x, 2 + y, 3.6] }),
    ),
    place(cylinder(0.7, 0.3, kit.glow('#f6efe2', 0.4), { bevel: 0.1 }), { turn: [90, 0, 0], at: [0, 2.6, 3.7] }),
    ...[-1.5, 1.5].map((x) =>
      place(box(0.8, 0.4, 0.3, kit.plastic('#2a2c30'), { radius: 0.15 }), { at: [x, 1.2, 3.7] }),
    ),
    mirrorX(box(3.6, 1, 2, kit.plastic('#2a2c30'), { radius: 0.5, at: [4.8, 4.2, 1.2] })),
  )
  return place(whole, { turn: [-38, 0, 0], at: [0, 5, 0] })
}

/** Returns a console that stands, with a line of light. */
export function gameConsole(kit: Kit): Object3D {
  return group(
    box(9.6, 29, 25, kit.plastic('#eceae5'), { radius: 1.6, at: [-0.6, 1.6, 0] }),
    box(1.6, 29.4, 25.4, kit.plastic('#26282c'), { radius: 0.7, at: [0, 1.4, 0] }),
    box(0.3, 26, 0.4, kit.glow('#8fc0e8', 1.4), { radius: 0.1, at: [0, 3.4, 12.6] }),
    box(0.4, 12, 0.3, kit.plastic('#0c0d0e'), { radius: 0.1, at: [2.6, 12, 12.45] }),
    place(ring(0.7, 0.15, kit.glow('#ffffff', 0.8)), { turn: [90, 0, 0], at: [2.6, 5.4, 12.45] }),
    box(12, 1.6, 20, kit.plastic('#26282c'), { radius: 0.6 }),
    panel(6, 20, kit.picture(256, 800, dots('#e4e1db', '#b9b6ae', 14), { key: 'console holes' }), {
      turn: [0, -90, 0],
      at: [-5.42, 16, 0],
    }),
  )
}

/** Returns an arcade stick in a wooden case. */
export function arcadeStick(kit: Kit): Object3D {
  const colors = ['#d24f3f', '#e6b13f', '#3f8f8a', '#4a6fb0', '#d24f3f', '#e6b13f', '#3f8f8a', '#4a6fb0']
  const top = (x: number, z: number) => ({ at: [x, 6.6 - z * 0.09, z] as const, turn: [5, 0, 0] as const })
  return group(
    place(box(40, 6, 25, kit.wood('walnut'), { radius: 1.2 }), { at: [0, 0.5, 0] }),
    place(box(37.6, 0.8, 22.6, kit.gloss('#23262b'), { radius: 0.3 }), { at: [0, 6, 0], turn: [0, 0, 0] }),
    place(
      group(
        cylinder(3.4, 0.4, kit.plastic('#111')),
        cylinder(0.6, 6.4, kit.chrome()),
        ball(2.1, kit.gloss('#d24f3f'), { at: [0, 5.4, 0] }),
      ),
      { at: [-11, 6.7, 1], turn: [4, 0, -6] },
    ),
    ...colors.map((color, index) => {
      const [column, row] = [index % 4, Math.floor(index / 4)]
      const { at } = top(1.6 + column * 4.2, 4 - row * 4.6 - Math.sin(column * 0.9) * 1.8)
      return group(
        cylinder(1.85, 0.6, kit.gloss(color), { at: [at[0], 6.7, at[2]], bevel: 0.25 }),
        cylinder(1.4, 0.6, kit.gloss(color), { at: [at[0], 7.1, at[2]], bevel: 0.3 }),
      )
    }),
    ...[0, 1].map((index) =>
      cylinder(0.9, 0.5, kit.plastic('#e9e5db'), { at: [-16 + index * 3, 6.7, -8.6], bevel: 0.2 }),
    ),
    repeat(4, (index) =>
      cylinder(1.4, 0.6, kit.rubber('#111'), { at: [((index % 2) - 0.5) * 34, 0, (index < 2 ? 1 : -1) * 9.5] }),
    ),
  )
}

/** Returns a handheld console that leans on its stand. */
export function handheld(kit: Kit): Object3D {
  const game = (context: CanvasRenderingContext2D, w: number, h: number) => {
    COAST(context, w, h)
    for (let index = 0; index < 9; index++) {
      context.fillStyle = index % 2 ? '#8a5f3c' : '#a8764a'
      context.fillRect(index * w * 0.12, h * 0.86, w * 0.115, h * 0.14)
    }
    context.fillStyle = '#e0755f'
    context.fillRect(w * 0.3, h * 0.68, w * 0.06, h * 0.18)
    for (let index = 0; index < 4; index++) {
      context.fillStyle = '#f0c05a'
      context.beginPath()
      context.arc(w * (0.5 + index * 0.1), h * 0.55, h * 0.035, 0, 7)
      context.fill()
    }
  }
  const knob = (x: number, y: number) =>
    place(
      group(cylinder(1.1, 0.3, kit.plastic('#1b1c1f')), cylinder(0.85, 0.9, kit.rubber('#26282c'), { bevel: 0.25 })),
      { turn: [90, 0, 0], at: [x, y, 1.4] },
    )
  const whole = group(
    plate(roundedRect(25, 10.6, 3.2), 1.8, kit.plastic('#4e7f86'), { bevel: 0.6, steps: 8 }),
    panel(15.6, 9.4, kit.plastic('#0d0e10'), { corner: 0.5, at: [0, 0, 1.82] }),
    panel(14.6, 8.4, kit.screen(900, 520, game, 'handheld game'), { at: [0, 0, 1.85] }),
    knob(-10, 2.2),
    knob(10, -1.8),
    plate(roundedRect(2.2, 0.75, 0.15), 0.5, kit.plastic('#1b1c1f'), { at: [-10, -1.8, 1.6] }),
    plate(roundedRect(0.75, 2.2, 0.15), 0.5, kit.plastic('#1b1c1f'), { at: [-10, -1.8, 1.6] }),
    ...[
      [0, 0.9],
      [0.9, 0],
      [0, -0.9],
      [-0.9, 0],
    ].map(([x = 0, y = 0]) =>
      place(cylinder(0.42, 0.5, kit.gloss('#f0c9a0'), { bevel: 0.15 }), {
        turn: [90, 0, 0],
        at: [10 + x, 2.2 + y, 1.6],
      }),
    ),
  )
  return group(
    place(whole, { turn: [-20, 0, 0], at: [0, 5.4, 0] }),
    box(3, 6, 0.5, kit.plastic('#3b646a'), { radius: 0.2, turn: [32, 0, 0], at: [0, 0, -5] }),
  )
}

/** Returns a headset for virtual worlds with its straps. */
export function vrHeadset(kit: Kit): Object3D {
  const white = kit.plastic('#e9e7e2')
  return group(
    place(plate(roundedRect(19, 10.4, 4.6), 8, white, { bevel: 2, steps: 10 }), { at: [0, 7, 2] }),
    panel(16, 7.6, kit.gloss('#131519'), { corner: 3.4, at: [0, 7, 10.03] }),
    ...[-5.4, 5.4].map((x) => place(cylinder(0.7, 0.3, kit.gloss('#05060a')), { turn: [90, 0, 0], at: [x, 4.8, 10] })),
    place(plate(roundedRect(18, 10, 4.4), 2.4, kit.foam('#2b2d31'), { bevel: 0.8 }), { at: [0, 7, 0] }),
    place(
      tube(
        [
          [9.6, 7, 4],
          [11, 7.6, -2],
          [10, 8.6, -12],
          [5, 9, -18.5],
          [0, 9.2, -20],
          [-5, 9, -18.5],
          [-10, 8.6, -12],
          [-11, 7.6, -2],
          [-9.6, 7, 4],
        ],
        0.7,
        white,
      ),
      { scale: [1, 1.6, 1], at: [0, -4.6, 0] },
    ),
    tube(
      [
        [0, 12, 4],
        [0, 16.5, -2],
        [0, 17.4, -9],
        [0, 14, -17],
        [0, 10.4, -19.8],
      ],
      1.1,
      kit.fabric('#3a3d42'),
    ),
    place(box(8, 5, 2.6, kit.plastic('#3a3d42'), { radius: 1.1 }), { at: [0, 7.6, -20.4] }),
  )
}

/** Returns a swivel chair with a high back, wings and arm rests. */
export function gamingChair(kit: Kit): Object3D {
  const dark = kit.leather('#26282c')
  const tone = kit.leather('#b4583e')
  const back = outline(
    [
      [-16, 0],
      [16, 0],
      [21, 10],
      [24, 36],
      [19, 46],
      [20, 62],
      [15, 76],
      [8, 81],
      [-8, 81],
      [-15, 76],
      [-20, 62],
      [-19, 46],
      [-24, 36],
      [-21, 10],
    ],
    { smooth: true },
  )
  const backrest = group(
    plate(back, 9, dark, { bevel: 3, steps: 8 }),
    plate(roundedRect(22, 52, 6), 3, tone, { bevel: 1.4, at: [0, 38, 8] }),
    box(20, 9, 6, dark, { radius: 3, at: [0, 64, 8] }),
  )
  const leg = repeat(5, (index) =>
    place(
      group(
        box(5, 4, 32, kit.metal('#2b2d31', 0.5), { radius: 1.6, at: [0, 7, 16] }),
        place(cylinder(3, 3, kit.rubber('#141516')), { turn: [0, 0, 90], at: [1.5, 3, 31] }),
      ),
      { turn: [0, index * 72 + 12, 0] },
    ),
  )
  const arm = (side: number) =>
    group(
      box(3, 18, 6, kit.plastic('#2b2d31'), { radius: 1, at: [side * 28, 48, 2] }),
      box(8, 3.4, 26, kit.rubber('#1c1e21'), { radius: 1.5, at: [side * 28, 65, 4] }),
    )
  return group(
    leg,
    cylinder(3, 34, kit.chrome(), { at: [0, 9, 0] }),
    cylinder(5, 16, kit.plastic('#1c1e21'), { at: [0, 10, 0] }),
    box(52, 11, 52, dark, { radius: 4.5, at: [0, 42, 2] }),
    box(32, 4, 46, tone, { radius: 1.8, at: [0, 50.4, 4] }),
    place(backrest, { at: [0, 50, -24], turn: [-10, 0, 0] }),
    arm(1),
    arm(-1),
  )
}
