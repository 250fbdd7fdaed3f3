import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  ball,
  box,
  circle,
  cylinder,
  group,
  hole,
  lathe,
  outline,
  panel,
  pipe,
  place,
  plate,
  repeat,
  ring,
  roundedRect,
  tube,
} from '../kit/solids.ts'
import { dots, lettering } from './drawings.ts'

/** Returns a small player with a round control and a clip. */
export function clipPlayer(kit: Kit, color = '#c9616f'): Object3D {
  const screen = kit.screen(
    400,
    260,
    lettering('#0d0f13', [
      { text: 'Morning Run', y: 0.3, size: 0.15, color: '#fff' },
      { text: 'Track 7 of 24', y: 0.52, size: 0.1, color: '#b9c0c8', weight: 400 },
      { text: '▬▬▬▬▬▬▬●▬▬▬▬▬', y: 0.78, size: 0.09, color: '#e59aa4' },
    ]),
    'clip player',
  )
  return group(
    plate(roundedRect(4.2, 5.2, 0.9), 1, kit.metal(color, 0.36), { bevel: 0.3, steps: 6, at: [0, 2.6, 0] }),
    panel(3.1, 1.75, screen, { corner: 0.22, at: [0, 3.95, 1.001] }),
    place(ring(1, 0.5, kit.plastic('#f2efe9')), { turn: [90, 0, 0], scale: [1, 0.5, 1], at: [0, 1.55, 0.95] }),
    place(cylinder(0.6, 0.18, kit.metal(color, 0.3), { bevel: 0.08 }), { turn: [90, 0, 0], at: [0, 1.55, 0.95] }),
    plate(roundedRect(3, 4.4, 0.7), 0.35, kit.metal(color, 0.36), { bevel: 0.15, at: [0, 2.5, -1] }),
    box(3, 0.8, 1.2, kit.metal(color, 0.36), { radius: 0.3, at: [0, 4.4, -0.5] }),
  )
}

/** Returns a stage microphone that stands on its end. */
function stageMicrophone(kit: Kit): Object3D {
  const handle = lathe(
    [
      [0, 0],
      [1.05, 0],
      [1.2, 0.3],
      [1.3, 4],
      [1.75, 12],
      [2, 13.4],
    ],
    kit.metal('#2f3237', 0.5),
  )
  const grille = kit.metal('#a9adb2', 0.42, { bumpMap: kit.fabric('#fff').bumpMap, bumpScale: 3 })
  return group(
    handle,
    cylinder(2.15, 1.3, kit.metal('#8f9399', 0.3), { at: [0, 13.2, 0], bevel: 0.3 }),
    place(ball(2.6, grille), { at: [0, 14, 0] }),
    place(ring(2.58, 0.55, kit.metal('#c3c6ca', 0.25)), { at: [0, 16.3, 0] }),
    box(0.8, 1.8, 0.5, kit.plastic('#111'), { radius: 0.2, at: [0, 8.4, 1.4], turn: [-4, 0, 0] }),
  )
}

/** Returns a low stand with a boom for a stage microphone, which it holds towards the front left. */
export function microphoneOnStand(kit: Kit): Object3D {
  const black = kit.metal('#26282b', 0.5)
  return group(
    cylinder(9, 1.4, black, { bevel: 0.6 }),
    cylinder(0.7, 22, black, { at: [0, 1, 0] }),
    cylinder(1.1, 4, kit.rubber('#111'), { at: [0, 14, 0] }),
    place(cylinder(1.9, 4.6, kit.rubber('#151617'), { top: 2.1, bevel: 0.3 }), { at: [-0.6, 21, 0], turn: [0, 0, 52] }),
    place(stageMicrophone(kit), { at: [5.4, 16.6, 0], turn: [0, 0, 52] }),
  )
}

/** Returns a table microphone with a capsule in a yoke and a heavy round foot. */
export function deskMicrophone(kit: Kit): Object3D {
  const body = '#d9d4ca'
  const mesh = kit.metal('#8f8d88', 0.45, { bumpMap: kit.fabric('#fff').bumpMap, bumpScale: 2.5 })
  const capsule = group(
    cylinder(2.9, 8, kit.metal(body, 0.42), { bevel: 0.3 }),
    cylinder(2.85, 5.4, mesh, { at: [0, 8, 0], bevel: 0.2 }),
    place(ball(2.85, mesh), { scale: [1, 0.62, 1], at: [0, 11.6, 0] }),
    cylinder(2.95, 0.5, kit.metal('#c08a5a', 0.3), { at: [0, 8, 0] }),
    place(ring(0.9, 0.25, kit.glow('#e0584a', 1.3)), { turn: [90, 0, 0], at: [0, 3.2, 2.85] }),
    place(cylinder(0.75, 0.6, kit.metal('#8f8d88', 0.3)), { turn: [90, 0, 0], at: [0, 3.2, 2.5] }),
  )
  const yoke = tube(
    [
      [-3.6, 11, 0],
      [-3.8, 7, 0],
      [-2.6, 4.4, 0],
      [0, 3.6, 0],
      [2.6, 4.4, 0],
      [3.8, 7, 0],
      [3.6, 11, 0],
    ],
    0.42,
    kit.metal('#2d2f33', 0.45),
  )
  const knob = (x: number) => place(cylinder(0.9, 1, kit.metal('#2d2f33', 0.4)), { turn: [0, 0, 90], at: [x, 11, 0] })
  return group(
    cylinder(6, 1.2, kit.metal('#2d2f33', 0.5), { bevel: 0.5 }),
    cylinder(0.8, 3, kit.metal('#2d2f33', 0.45), { at: [0, 1, 0] }),
    yoke,
    knob(4.2),
    knob(-3.2),
    place(capsule, { at: [0, 5, 0] }),
  )
}

/** Returns a wooden radio with a cloth grille, a dial and a large knob. */
export function kitchenRadio(kit: Kit): Object3D {
  const dial = kit.screen(
    600,
    240,
    lettering('#1d1710', [
      { text: '98.4', y: 0.45, size: 0.46, color: '#f3c98a' },
      { text: 'FM  ·  MEADOW', y: 0.82, size: 0.13, color: '#c79f66' },
    ]),
    'radio dial',
  )
  return group(
    box(30, 17, 15, kit.wood('walnut'), { radius: 2.2, at: [0, 1, 0] }),
    place(plate(roundedRect(27.6, 14.6, 1.4), 0.6, kit.plastic('#efe6d6'), { bevel: 0.2 }), { at: [0, 9.5, 7.2] }),
    place(plate(roundedRect(15.5, 12.6, 1), 0.5, kit.fabric('#b99a6c', { bumpScale: 1.5 })), { at: [-5.2, 9.5, 7.6] }),
    panel(8.2, 3.3, dial, { corner: 0.4, at: [8, 13.6, 7.83] }),
    place(cylinder(2.7, 1.6, kit.brass({ roughness: 0.35 }), { bevel: 0.3 }), { turn: [90, 0, 0], at: [8, 7.6, 7.7] }),
    place(cylinder(2.1, 0.3, kit.plastic('#efe6d6'), { bevel: 0.1 }), { turn: [90, 0, 0], at: [8, 7.6, 9.2] }),
    repeat(5, (index) =>
      place(cylinder(0.55, 0.5, kit.brass({ roughness: 0.35 })), {
        turn: [90, 0, 0],
        at: [4.6 + index * 1.7, 3.8, 7.7],
      }),
    ),
    pipe(
      [
        [11, 17, -5],
        [16, 33, -5],
      ],
      0.16,
      kit.chrome(),
    ),
    repeat(4, (index) =>
      cylinder(0.9, 1, kit.wood('black'), { at: [((index % 2) - 0.5) * 24, 0, (index < 2 ? 1 : -1) * 5] }),
    ),
  )
}

/** Returns an electric keyboard of 61 keys. */
export function keyboard61(kit: Kit): Object3D {
  const whites = 36
  const pitch = 2.35
  const left = (-whites * pitch) / 2
  const isBlack = (index: number) => ![2, 6].includes(index % 7) && index < whites - 1
  const grille = kit.picture(512, 128, dots('#2a2c30', '#121315', 40), { key: 'keyboard grille' })
  const screen = kit.screen(
    400,
    160,
    lettering('#0f2230', [{ text: 'Grand Piano 001', y: 0.5, size: 0.3, color: '#a9dcf2' }]),
    'keyboard screen',
  )
  return group(
    box(94, 6, 30, kit.plastic('#232529'), { radius: 1.6 }),
    repeat(whites, (index) =>
      box(pitch - 0.12, 1.6, 14, kit.gloss('#f5f2ea'), { radius: 0.25, at: [left + (index + 0.5) * pitch, 5.5, 7.6] }),
    ),
    repeat(
      whites,
      (index) =>
        isBlack(index) &&
        box(1.25, 1.6, 9, kit.gloss('#17181a'), { radius: 0.3, at: [left + (index + 1) * pitch, 6.7, 5.2] }),
    ),
    panel(24, 8, grille, { at: [-31, 6.02, -8], turn: [-90, 0, 0] }),
    panel(24, 8, grille, { at: [31, 6.02, -8], turn: [-90, 0, 0] }),
    panel(12, 4.8, screen, { corner: 0.3, at: [0, 6.02, -8.5], turn: [-90, 0, 0] }),
    repeat(12, (index) =>
      box(1.6, 0.5, 1, kit.rubber(index % 6 ? '#8d9299' : '#c8673f'), {
        radius: 0.2,
        at: [(index % 6) * 2 - 17 + (index < 6 ? 0 : 24), 5.9, -9],
      }),
    ),
    cylinder(1.6, 1.2, kit.metal('#b9bcc2', 0.3), { at: [-12, 5.9, -5.5] }),
  )
}

/** Returns an acoustic guitar that stands upright, its top to the front. */
export function guitar(kit: Kit): Object3D {
  const half: [number, number][] = [
    [0, 0],
    [8, 0.6],
    [15, 4.5],
    [19.4, 12],
    [18.6, 21],
    [14, 28.5],
    [12, 33],
    [13.6, 39],
    [14, 44],
    [10.5, 49],
    [4, 50.6],
  ]
  const points = [
    ...half,
    ...half
      .slice(1)
      .reverse()
      .map(([x, y]) => [-x, y] as [number, number]),
  ]
  const body = outline(points, { smooth: true })
  const top = hole(
    outline(
      points.map(([x, y]) => [x * 0.985, y * 0.985 + 0.4] as [number, number]),
      { smooth: true },
    ),
    circle(5, [0, 34]),
  )
  const mahogany = kit.wood('cherry')
  const spruce = kit.wood('pine', { roughness: 0.35, clearcoat: 0.8 })
  const strings = repeat(6, (index) =>
    pipe(
      [
        [(index - 2.5) * 1, 14, 12.6],
        [(index - 2.5) * 0.72, 87, 12.2],
      ],
      0.05,
      kit.metal(index > 2 ? '#d9d9d9' : '#b48a5a', 0.3),
    ),
  )
  const pegs = repeat(6, (index) =>
    place(box(1.8, 1.5, 0.6, kit.chrome(), { radius: 0.3 }), {
      at: [(index % 2 ? 1 : -1) * 4.6, 92 + Math.floor(index / 2) * 4.4, 9.2],
    }),
  )
  return group(
    plate(body, 10, mahogany, { bevel: 0.5 }),
    plate(top, 0.5, spruce, { bevel: 0.15, at: [0, 0, 9.9] }),
    plate(circle(5), 0.1, kit.paper('#1a0f08'), { at: [0, 34, 9.7], bevel: 0 }),
    plate(hole(circle(6.1), circle(5.1)), 0.12, kit.wood('walnut'), { at: [0, 34, 10.35], bevel: 0.03 }),
    box(14, 3, 1, kit.wood('black'), { radius: 0.4, at: [0, 12.6, 10.6] }),
    box(8, 0.5, 0.7, kit.ceramic('#efe6d2'), { radius: 0.1, at: [0, 14.2, 11.6] }),
    box(5.2, 55, 1.2, kit.wood('black', { color: '#8a7a6c' }), { radius: 0.3, at: [0, 36.5, 10.7] }),
    box(4.8, 42, 2.2, mahogany, { radius: 0.8, at: [0, 48, 9] }),
    repeat(14, (index) =>
      box(5, 0.2, 0.2, kit.chrome(), { radius: 0.08, at: [0, 89 - 47 * (1 - 2 ** (-(index + 1) / 12)) * 1.35, 11.9] }),
    ),
    place(plate(roundedRect(7, 15, 1.2), 1.6, mahogany, { bevel: 0.3 }), { at: [0, 97.5, 8.6] }),
    pegs,
    strings,
  )
}

/** Returns a trumpet whose bell looks to the left. */
export function trumpet(kit: Kit): Object3D {
  const brass = kit.brass({ roughness: 0.16 })
  const bell = lathe(
    [
      [6.2, 0],
      [6.1, 0.2],
      [4.4, 1.6],
      [2.8, 4.5],
      [1.7, 9],
      [1, 16],
      [0.65, 24],
    ],
    kit.brass({ roughness: 0.16, side: 2 }),
  )
  const tubing = tube(
    [
      [-2, 4.4, -1],
      [12, 4.4, -1],
      [20, 4.2, -0.8],
      [23.4, 1.8, -0.6],
      [20, -0.8, -0.4],
      [6, -1, 0],
    ],
    0.62,
    brass,
    { steps: 70 },
  )
  const leadPipe = tube(
    [
      [27, 2.2, 1.4],
      [10, 2.2, 1.6],
      [-9, 2.2, 1.4],
      [-12, 0, 1.2],
      [-9, -2.2, 1],
      [-2, -2.2, 0.6],
    ],
    0.55,
    brass,
    { steps: 70 },
  )
  const mouthpiece = place(
    lathe(
      [
        [0.3, 0],
        [0.5, 4],
        [0.9, 6],
        [1.35, 7],
        [1.3, 7.2],
        [0.8, 6.6],
      ],
      kit.chrome(),
    ),
    { turn: [0, 0, -90], at: [27, 2.2, 1.4] },
  )
  const horn = place(bell, { turn: [0, 0, -90], at: [-25.5, 4.4, -1] })
  return place(group(horn, trumpetValves(kit, brass), tubing, leadPipe, mouthpiece), { at: [0, 7, 0] })
}

function trumpetValves(kit: Kit, brass: ReturnType<Kit['brass']>): Object3D {
  return repeat(3, (index) =>
    group(
      cylinder(1.15, 11, brass, { at: [index * 2.7, -5.4, 0], bevel: 0.2 }),
      cylinder(1.25, 0.7, brass, { at: [index * 2.7, 5.2, 0] }),
      cylinder(1.25, 0.7, brass, { at: [index * 2.7, -5.9, 0] }),
      cylinder(0.3, 2.2, kit.chrome(), { at: [index * 2.7, 5.8, 0] }),
      cylinder(0.85, 0.4, kit.ceramic('#f3ead8'), { at: [index * 2.7, 7.8, 0], bevel: 0.15 }),
    ),
  )
}
