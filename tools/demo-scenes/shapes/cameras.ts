import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import { ball, box, cylinder, group, lathe, outline, panel, place, plate, repeat, ring, tube } from '../kit/solids.ts'
import type { Draw } from '../kit/textures.ts'
import { FOREST, lettering } from './drawings.ts'

/** Returns a lens that looks to +z, its mount at z = 0. */
export function lens(kit: Kit, radius: number, length: number, color = '#1b1c1e'): Object3D {
  const barrel = kit.metal(color, 0.5)
  const ribs = repeat(44, (index) => {
    const angle = (index / 44) * Math.PI * 2
    return box(radius * 0.07, length * 0.3, radius * 0.06, kit.rubber('#141516'), {
      radius: 0.02,
      at: [Math.cos(angle) * radius * 1.01, length * 0.42, Math.sin(angle) * radius * 1.01],
      turn: [0, (-angle * 180) / Math.PI, 0],
    })
  })
  const front = lathe(
    [
      [radius * 0.62, length * 0.9],
      [radius * 0.7, length * 0.8],
      [radius * 0.92, length],
    ],
    kit.plastic('#0f1011'),
    { smooth: false },
  )
  const glass = place(
    ball(
      radius * 0.72,
      kit.gloss('#10131c', { roughness: 0.02, envMapIntensity: 1.6, iridescence: 0.6, iridescenceIOR: 1.7 }),
    ),
    { scale: [1, 0.34, 1], at: [0, length * 0.62, 0] },
  )
  return place(
    group(
      cylinder(radius, length, barrel, { bevel: radius * 0.05 }),
      cylinder(radius * 1.03, length * 0.3, kit.rubber('#151617'), { at: [0, length * 0.42, 0], bevel: 0.05 }),
      ribs,
      ring(radius * 0.98, radius * 0.05, kit.metal('#b9bcc2', 0.3), { at: [0, length * 0.16, 0] }),
      cylinder(radius * 0.93, 0.06, kit.plastic('#0c0d0e'), { at: [0, length, 0], bevel: 0.01 }),
      front,
      place(glass, { at: [0, length * 0.22, 0] }),
      ring(radius * 0.82, radius * 0.03, kit.metal('#8a8d92', 0.3), { at: [0, length, 0] }),
    ),
    { turn: [90, 0, 0] },
  )
}

/** Returns a camera with dials and an exchangeable lens. */
export function mirrorless(kit: Kit): Object3D {
  const silver = kit.metal('#c3c3c0', 0.42)
  const skin = kit.leather('#232426', { bumpScale: 0.9 })
  const dial = (x: number, radius: number, height: number) =>
    group(
      cylinder(radius, height, silver, { at: [x, 7.6, -0.4], bevel: 0.08 }),
      cylinder(radius * 0.8, 0.06, kit.plastic('#26272a'), { at: [x, 7.6 + height, -0.4], bevel: 0.01 }),
    )
  return group(
    box(12.4, 5.6, 3.4, skin, { radius: 0.9, at: [0, 0.9, 0] }),
    box(12.4, 1, 3.5, silver, { radius: 0.45, at: [0, 0, 0] }),
    box(12.4, 1.5, 3.5, silver, { radius: 0.5, at: [0, 6.2, 0] }),
    plate(
      outline([
        [-2.6, 0],
        [2.6, 0],
        [2, 1.9],
        [1.2, 2.3],
        [-1.2, 2.3],
        [-2, 1.9],
      ]),
      4,
      silver,
      { bevel: 0.25, at: [0, 7, -2.1] },
    ),
    box(2.2, 5.4, 1.6, skin, { radius: 0.7, at: [-5, 1, 1.3] }),
    dial(4.4, 1.05, 0.9),
    dial(2.9, 0.5, 0.5),
    dial(-4.2, 0.9, 0.7),
    cylinder(0.45, 0.6, kit.chrome(), { at: [-5.3, 7.6, 0.7] }),
    place(cylinder(3.3, 0.7, silver, { bevel: 0.15 }), { turn: [90, 0, 0], at: [0.4, 4, 1.7] }),
    place(lens(kit, 2.95, 5.2), { at: [0.4, 4, 2.1] }),
    panel(
      2.4,
      0.5,
      kit.picture(240, 50, lettering('#c0c0bd', [{ text: 'APERTO', y: 0.5, size: 0.8, color: '#2a2b2d' }]), {
        key: 'aperto',
        metalness: 0.7,
        roughness: 0.4,
      }),
      { at: [0, 8.1, 1.92] },
    ),
    panel(7.6, 4.8, kit.screen(600, 380, FOREST, 'camera back'), { at: [0.6, 3.8, -1.74], turn: [0, 180, 0] }),
    repeat(2, (index) => place(ring(0.42, 0.14, kit.chrome()), { turn: [0, 0, 90], at: [index ? 6.3 : -6.3, 6.2, 0] })),
  )
}

/** Returns a small camera whose lens is out. */
export function compact(kit: Kit, color = '#2b2d31'): Object3D {
  const metal = kit.metal(color, 0.42)
  return group(
    box(10.4, 6, 2.6, metal, { radius: 0.8 }),
    box(1.2, 4, 0.6, kit.rubber('#151617'), { radius: 0.3, at: [-4.1, 0.9, 1.2] }),
    place(cylinder(2.5, 1, metal, { bevel: 0.2 }), { turn: [90, 0, 0], at: [0.9, 2.9, 1.2] }),
    place(cylinder(2.1, 1.6, kit.metal('#8e9196', 0.35), { bevel: 0.15 }), { turn: [90, 0, 0], at: [0.9, 2.9, 1.9] }),
    place(lens(kit, 1.75, 2.6, '#3a3c40'), { at: [0.9, 2.9, 2.4] }),
    panel(1.7, 0.75, kit.glow('#f3f1ea', 0.25), { corner: 0.2, at: [-2.7, 5.1, 1.31] }),
    cylinder(0.75, 0.5, kit.chrome(), { at: [-3.2, 6, 0] }),
    cylinder(0.9, 0.6, kit.metal('#8e9196', 0.3), { at: [3.4, 6, 0] }),
    panel(7, 4.6, kit.screen(600, 380, FOREST, 'camera back'), { at: [0.6, 3, -1.32], turn: [0, 180, 0] }),
    tube(
      [
        [5.2, 4.6, 0],
        [7.2, 4, 0.6],
        [8.4, 1, 1.6],
        [7.6, 0.3, 3.4],
        [6.2, 0.4, 3],
        [7, 2.6, 1],
        [5.3, 4.4, 0],
      ],
      0.22,
      kit.fabric('#7c5134'),
    ),
  )
}

/** Returns an instant camera with a picture coming out on top. */
export function instantCamera(kit: Kit, color = '#a9d2c0'): Object3D {
  const shell = kit.plastic(color)
  const photo = kit.picture(
    300,
    400,
    (context, w, h) => {
      context.fillStyle = '#f4f1ea'
      context.fillRect(0, 0, w, h)
      context.save()
      context.translate(w * 0.08, h * 0.06)
      context.beginPath()
      context.rect(0, 0, w * 0.84, h * 0.7)
      context.clip()
      FOREST(context, w * 0.84, h * 0.7)
      context.restore()
    },
    { key: 'instant photo' },
  )
  return group(
    box(11.6, 11, 5.4, shell, { radius: 1.9 }),
    box(9.4, 3.2, 5.6, kit.plastic('#f2efe8'), { radius: 1, at: [0, 7.1, 0.05] }),
    panel(5.4, 7.2, photo, { at: [-1.4, 12.8, -0.4], turn: [-8, 0, 0] }),
    place(cylinder(3.4, 1.4, kit.plastic('#f2efe8'), { bevel: 0.4 }), { turn: [90, 0, 0], at: [0, 4.5, 2.4] }),
    place(lens(kit, 2.5, 2.2, '#2a2b2d'), { at: [0, 4.5, 3.4] }),
    panel(2.6, 1.5, kit.glow('#fbf7ea', 0.3), { corner: 0.4, at: [-2.7, 8.8, 2.87] }),
    panel(1.5, 1.5, kit.gloss('#15171c'), { corner: 0.4, at: [2.9, 8.8, 2.87] }),
    place(cylinder(0.7, 0.6, kit.plastic('#e3a06a'), { bevel: 0.2 }), { turn: [90, 0, 0], at: [-4, 2.6, 2.4] }),
  )
}

const drawStripes: Draw = (context, w, h) => {
  context.fillStyle = '#17181a'
  context.fillRect(0, 0, w, h)
  context.fillStyle = '#f1efe9'
  for (let index = 0; index < 7; index++) {
    const x = (index * w) / 6 - 50
    context.beginPath()
    context.moveTo(x, h)
    context.lineTo(x + 45, h)
    context.lineTo(x + 90, 0)
    context.lineTo(x + 45, 0)
    context.fill()
  }
}

const drawSlate: Draw = (context, w, h) => {
  context.fillStyle = '#f4f3ef'
  context.fillRect(0, 0, w, h)
  context.fillStyle = '#222'
  context.strokeStyle = '#222'
  context.lineWidth = 4
  context.textBaseline = 'middle'
  const cells: [string, string, number, number, number, number][] = [
    ['PRODUCTION', 'The Long Harbor', 0, 0, 1, 0.28],
    ['ROLL', 'A 012', 0, 0.28, 0.33, 0.26],
    ['SCENE', '27', 0.33, 0.28, 0.34, 0.26],
    ['TAKE', '1', 0.67, 0.28, 0.33, 0.26],
    ['DIRECTOR', '', 0, 0.54, 0.5, 0.2],
    ['CAMERA', '', 0.5, 0.54, 0.5, 0.2],
  ]
  for (const [label, text, x, y, cw, ch] of cells) {
    context.strokeRect(x * w, y * h, cw * w, ch * h)
    context.font = '600 22px "Open Sans", sans-serif'
    context.fillText(label, x * w + 16, y * h + 24)
    context.font = '600 78px "Open Sans", sans-serif'
    context.fillText(text, x * w + 30, (y + ch * 0.6) * h)
  }
  for (const [index, color] of [
    '#e6e6e6',
    '#d8c23a',
    '#3fb3b8',
    '#4aa34f',
    '#b34a9a',
    '#c04238',
    '#3449a8',
  ].entries()) {
    context.fillStyle = color
    context.fillRect((index * w) / 7, h * 0.76, w / 7 + 1, h * 0.24)
  }
}

/** Returns a clapperboard that stands slightly open. */
export function clapperboard(kit: Kit): Object3D {
  const stripes = kit.picture(600, 64, drawStripes, { key: 'clapper stripes', roughness: 0.4 })
  const board = kit.picture(900, 640, drawSlate, { key: 'clapper board', roughness: 0.25 })
  return group(
    box(30, 21, 0.6, kit.gloss('#f4f3ef'), { radius: 0.1 }),
    panel(29.4, 20.4, board, { at: [0, 10.5, 0.31] }),
    box(30, 3, 1, kit.wood('black'), { radius: 0.15, at: [0, 21, 0] }),
    panel(29.8, 2.8, stripes, { at: [0, 22.5, 0.51] }),
    place(
      group(
        box(30, 3, 1, kit.wood('black'), { radius: 0.15, at: [15, 0, 0] }),
        panel(29.8, 2.8, stripes, { at: [15, 1.5, 0.51], turn: [180, 0, 0] }).rotateX(Math.PI),
      ),
      { at: [-15, 24.2, 0], turn: [0, 0, 15] },
    ),
    place(cylinder(0.8, 1.4, kit.chrome(), { bevel: 0.2 }), { turn: [90, 0, 0], at: [-13.8, 23.6, -0.7] }),
  )
}
