import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  ball,
  box,
  cylinder,
  group,
  hole,
  panel,
  place,
  plate,
  repeat,
  ring,
  roundedRect,
  tube,
} from '../kit/solids.ts'
import type { Draw } from '../kit/textures.ts'
import { COAST, DUSK, dots, FOREST, lettering } from './drawings.ts'

/** Returns rows of key caps on y = 0, `columns` wide, the row at the front last. */
function keys(
  kit: Kit,
  { columns = 15, rows = 5, pitch = 1.9, height = 0.5, color = '#2a2c30', accent = '' },
): Object3D {
  const cap = kit.plastic(color)
  const special = accent ? kit.plastic(accent) : cap
  const depth = pitch * 0.88
  return repeat(rows * columns, (index) => {
    const [row, column] = [Math.floor(index / columns), index % columns]
    const z = (row - (rows - 1) / 2) * pitch
    const x = (column - (columns - 1) / 2) * pitch
    if (row === rows - 1 && column > 3 && column < 10) {
      return column === 4 && box(pitch * 6 - 0.2, height, depth, cap, { radius: 0.18, at: [x + pitch * 2.5, 0, z] })
    }
    const marked = accent !== '' && (column === 0 || column === columns - 1)
    return box(depth, height, depth, marked ? special : cap, { radius: 0.18, at: [x, 0, z] })
  })
}

interface LaptopLook {
  w: number
  d: number
  color: string
  picture: Draw
  key: string
  keyColor?: string
}

/** Returns an open laptop. */
export function laptop(kit: Kit, { w, d, color, picture, key, keyColor = '#26282c' }: LaptopLook): Object3D {
  const metal = kit.metal(color, 0.42)
  const h = d * 0.98
  const lid = group(
    plate(roundedRect(w, h, 1), 0.55, metal, { bevel: 0.18, at: [0, h / 2, -0.55] }),
    panel(w - 0.4, h - 0.4, kit.plastic('#0e0f11'), { corner: 0.8, at: [0, h / 2, 0] }),
    panel(w - 1.4, h - 2, kit.screen(1024, 640, picture, key), { at: [0, h / 2 + 0.1, 0.03] }),
    place(ball(0.13, kit.gloss('#1c2430')), { at: [0, h - 0.75, -0.1] }),
  )
  const pitch = (w * 0.86) / 15
  return group(
    place(plate(roundedRect(w, d, 1), 1.2, metal, { bevel: 0.3, steps: 5 }), { turn: [-90, 0, 0], at: [0, 0.2, 0] }),
    panel(w * 0.89, pitch * 5.3, kit.plastic(keyColor), { corner: 0.4, turn: [-90, 0, 0], at: [0, 1.395, -d * 0.14] }),
    place(keys(kit, { pitch, height: 0.24, color: keyColor }), { at: [0, 1.38, -d * 0.14] }),
    panel(w * 0.36, d * 0.3, kit.metal(color, 0.32), { corner: 0.4, turn: [-90, 0, 0], at: [0, 1.402, d * 0.31] }),
    place(lid, { at: [0, 1.3, -d / 2 + 0.4], turn: [-18, 0, 0] }),
    place(cylinder(0.5, w * 0.8, kit.plastic('#1b1c1f'), {}), { turn: [0, 0, 90], at: [w * 0.4, 1.1, -d / 2 + 0.3] }),
  )
}

/** Draws a photo editor: panels around a picture. */
export const EDITOR: Draw = (context, width, height) => {
  context.fillStyle = '#1c1e22'
  context.fillRect(0, 0, width, height)
  context.save()
  context.translate(width * 0.07, height * 0.09)
  context.beginPath()
  context.rect(0, 0, width * 0.68, height * 0.66)
  context.clip()
  COAST(context, width * 0.68, height * 0.66)
  context.restore()
  for (let index = 0; index < 6; index++) {
    context.fillStyle = '#33363c'
    context.fillRect(width * 0.78, height * (0.1 + index * 0.11), width * 0.19, height * 0.03)
    context.fillStyle = ['#e59a63', '#7fb2a5', '#8ea2cf'][index % 3] as string
    context.fillRect(
      width * 0.78,
      height * (0.1 + index * 0.11),
      width * (0.05 + ((index * 37) % 100) / 900),
      height * 0.03,
    )
    context.fillStyle = '#2b2e33'
    context.fillRect(width * (0.07 + index * 0.115), height * 0.79, width * 0.1, height * 0.13)
  }
}

/** Returns a computer in one with its display, on a stand that can be raised. */
export function allInOne(kit: Kit): Object3D {
  const white = kit.metal('#d4d5d4', 0.45)
  return group(
    plate(roundedRect(54, 33, 1.2), 1.8, white, { bevel: 0.5, at: [0, 32, -1.8] }),
    panel(53.4, 32.4, kit.plastic('#0f1012'), { corner: 1, at: [0, 32, 0] }),
    panel(51.6, 30, kit.screen(1024, 600, DUSK, 'all in one'), { at: [0, 32.4, 0.03] }),
    box(6, 30, 1.6, white, { radius: 0.6, at: [0, 1, -5], turn: [6, 0, 0] }),
    box(22, 1.4, 18, white, { radius: 0.6, at: [0, 0, -2] }),
    box(8, 1.6, 0.8, white, { radius: 0.4, at: [0, 48.5, -1] }),
    place(ball(0.3, kit.gloss('#141922')), { at: [0, 49, -0.6] }),
    place(slimKeyboard(kit), { at: [-4, 0, 18] }),
    place(plainMouse(kit, '#dcdcda'), { at: [19, 0, 18] }),
  )
}

/** Returns a flat keyboard. */
function slimKeyboard(kit: Kit, color = '#d8d9d8', cap = '#f2f1ee'): Object3D {
  return group(
    box(30, 1, 11.6, kit.metal(color, 0.45), { radius: 0.4 }),
    place(keys(kit, { pitch: 1.93, height: 0.4, color: cap }), { at: [0, 0.95, 0] }),
  )
}

/** Returns a plain mouse that points to -z. */
export function plainMouse(kit: Kit, color: string): Object3D {
  return group(
    place(ball(3, kit.plastic(color)), { scale: [1, 0.62, 1.8] }),
    place(cylinder(0.5, 0.5, kit.rubber('#3a3c40')), { turn: [0, 0, 90], at: [0.25, 3.3, -2.4] }),
  )
}

/** Returns a keyboard with high key caps, in two colors and one accent. */
export function mechanicalKeyboard(kit: Kit): Object3D {
  const row = (z: number, count: number, from: number, color: string) =>
    repeat(count, (index) => sculpted(kit, color, from + index * 1.9, z))
  return group(
    box(37, 2, 14, kit.plastic('#33424f'), { radius: 0.8 }),
    box(36, 0.5, 13, kit.plastic('#22303b'), { radius: 0.3, at: [0, 1.8, 0] }),
    row(-4.9, 1, -16.6, '#d98a5f'),
    row(-4.9, 12, -13, '#8fa9b8'),
    ...[0, 1, 2].map((index) => row(-2.5 + index * 1.9, 13, -16.6 + index * 0.4, '#e9e5db')),
    ...[0, 1, 2].map((index) =>
      sculpted(kit, index === 1 ? '#d98a5f' : '#8fa9b8', 9 + 0.2 * index, -2.5 + index * 1.9, 3),
    ),
    row(3.2, 11, -14.8, '#e9e5db'),
    sculpted(kit, '#8fa9b8', -16.9, 3.2, 1.2),
    sculpted(kit, '#8fa9b8', 8.2, 3.2, 4.6),
    ...[-16.4, -13.9, -11.4].map((x) => sculpted(kit, '#8fa9b8', x, 5.1, 2.2)),
    sculpted(kit, '#e9e5db', -3.6, 5.1, 12.6),
    ...[4.6, 7, 9.4].map((x) => sculpted(kit, '#8fa9b8', x, 5.1, 2.1)),
    ...[0, 1, 2].flatMap((column) =>
      [-4.9, -2.5, -0.6].map((z) => sculpted(kit, z < -4 ? '#8fa9b8' : '#e9e5db', 12.8 + column * 1.9, z)),
    ),
    ...[12.8, 14.7, 16.6].map((x) => sculpted(kit, '#d98a5f', x, 5.1)),
    sculpted(kit, '#d98a5f', 14.7, 3.2),
  )
}

function sculpted(kit: Kit, color: string, x: number, z: number, w = 1.74): Object3D {
  return group(
    box(w, 1.1, 1.74, kit.plastic(color), { radius: 0.22, at: [x, 2.1, z] }),
    box(w - 0.4, 0.3, 1.34, kit.plastic(color), { radius: 0.15, at: [x, 3, z] }),
  )
}

/** Returns a printer with paper in it. */
export function printer(kit: Kit): Object3D {
  const white = kit.plastic('#eceae5')
  const page = kit.picture(
    400,
    560,
    (context, w, h) => {
      context.fillStyle = '#fbfaf6'
      context.fillRect(0, 0, w, h)
      context.save()
      context.translate(40, 60)
      context.beginPath()
      context.rect(0, 0, w - 80, h * 0.46)
      context.clip()
      FOREST(context, w - 80, h * 0.46)
      context.restore()
      context.fillStyle = '#8b8c8d'
      for (let index = 0; index < 8; index++)
        context.fillRect(40, h * 0.64 + index * 20, (w - 80) * (index === 7 ? 0.5 : 1), 6)
    },
    { key: 'printed page', roughness: 0.9 },
  )
  const tank = (x: number, color: string) =>
    group(
      box(2.6, 5.4, 0.5, kit.plastic('#2a2c30'), { radius: 0.2, at: [x, 6, 16.4] }),
      box(2.2, 3.4, 0.6, kit.gloss(color), { radius: 0.2, at: [x, 6.2, 16.5] }),
    )
  return group(
    box(43, 14, 33, white, { radius: 2 }),
    box(42, 3.6, 32, kit.plastic('#dddad4'), { radius: 1.2, at: [0, 13.6, 0] }),
    box(28, 3.4, 4, kit.plastic('#1d1f22'), { radius: 0.4, at: [-5, 4.4, 15] }),
    panel(21, 24, page, { at: [-5, 5.6, 26], turn: [-84, 0, 0] }),
    box(26, 0.6, 18, kit.plastic('#cfccc5'), { radius: 0.3, at: [-5, 3.6, 23] }),
    panel(
      7,
      4,
      kit.screen(
        300,
        170,
        lettering('#16222b', [{ text: 'Ready', y: 0.5, size: 0.36, color: '#cfeaf0' }]),
        'printer screen',
      ),
      { corner: 0.3, at: [-14, 11.2, 16.53] },
    ),
    ...['#1c1d1f', '#d9b13a', '#b9436f', '#2f8aa8'].map((color, index) => tank(10.4 + index * 2.8, color)),
    place(panel(20.6, 22, kit.paper('#fbfaf6', { side: 2 })), { at: [-2, 26, -13], turn: [-18, 0, 0] }),
    place(box(24, 12, 0.6, kit.plastic('#cfccc5'), { radius: 0.2 }), { at: [-2, 15, -14], turn: [-18, 0, 0] }),
  )
}

/** Returns a small drive with its cable. */
export function drive(kit: Kit): Object3D {
  const metal = kit.metal('#4d5b66', 0.4)
  return group(
    place(plate(roundedRect(5.8, 9, 1), 1.1, metal, { bevel: 0.35, steps: 6 }), { turn: [-90, 0, 0], at: [0, 0, 0] }),
    panel(
      4,
      0.9,
      kit.picture(400, 90, lettering('#4d5b66', [{ text: 'VAULTLINE 2TB', y: 0.5, size: 0.6, color: '#dfe6ea' }]), {
        key: 'vaultline',
        metalness: 0.8,
        roughness: 0.4,
      }),
      { turn: [-90, 0, 0], at: [0, 1.12, 2.8] },
    ),
    ...[-1.6, -0.8, 0, 0.8, 1.6].map((x) =>
      box(0.16, 0.08, 4.4, kit.metal('#2c343b', 0.5), { radius: 0.04, at: [x, 1.08, -1.4] }),
    ),
    tube(
      [
        [0, 0.55, -4.4],
        [0, 0.6, -6.6],
        [3, 0.5, -8.6],
        [7, 0.5, -6.4],
        [7.6, 0.5, -1],
        [5.4, 0.5, 3],
        [6.4, 0.5, 6],
      ],
      0.24,
      kit.fabric('#d98a5f'),
    ),
    box(1, 0.6, 1.8, kit.metal('#3a3c40', 0.4), { radius: 0.2, at: [0, 0.3, -5] }),
    place(
      group(
        box(1.2, 0.6, 2.2, kit.metal('#3a3c40', 0.4), { radius: 0.2 }),
        box(0.8, 0.26, 1, kit.chrome(), { radius: 0.1, at: [0, 0.17, 1.4] }),
      ),
      { at: [6.6, 0.2, 6.8], turn: [0, 10, 0] },
    ),
  )
}

/** Returns a hub with its ports to the front and a short cable. */
export function hub(kit: Kit): Object3D {
  const metal = kit.metal('#9a9ea3', 0.36)
  const port = (x: number, w: number, h = 0.5) =>
    group(
      plate(hole(roundedRect(w + 0.18, h + 0.18, 0.12), roundedRect(w, h, 0.08)), 0.1, kit.chrome(), {
        bevel: 0.02,
        at: [x, 0.82, 2.72],
      }),
      panel(w, h, kit.plastic('#0d0e10'), { at: [x, 0.82, 2.74] }),
      box(w * 0.7, 0.12, 0.2, kit.plastic(w > 1.2 ? '#3f6ea8' : '#d8d8d8'), { radius: 0.03, at: [x, 0.84, 2.62] }),
    )
  return group(
    place(plate(roundedRect(14, 5.4, 0.9), 1.6, metal, { bevel: 0.35, steps: 6 }), { turn: [-90, 0, 0] }),
    ...(
      [
        [-5.6, 1.5],
        [-3.6, 1.3],
        [-1.8, 1.3],
        [-0.2, 0.9],
        [1.2, 0.9],
        [3, 1.6],
        [5.3, 1.2],
      ] as const
    ).map(([x, w]) => port(x, w, w > 1.4 ? 0.6 : 0.45)),
    tube(
      [
        [-7, 0.8, 0],
        [-9, 0.9, 0],
        [-11.5, 0.7, -1.6],
        [-12, 0.5, -5],
        [-9.6, 0.5, -7.6],
      ],
      0.28,
      kit.rubber('#2a2c30'),
    ),
    place(
      group(
        box(1, 0.6, 2, metal, { radius: 0.2 }),
        box(0.8, 0.26, 0.8, kit.chrome(), { radius: 0.1, at: [0, 0.17, 1.3] }),
      ),
      { at: [-8.6, 0.2, -8.2], turn: [0, 70, 0] },
    ),
    panel(
      3,
      0.6,
      kit.picture(300, 60, lettering('#9a9ea3', [{ text: 'DOCKSIDE', y: 0.5, size: 0.8, color: '#33363a' }]), {
        key: 'dockside',
        metalness: 0.8,
        roughness: 0.4,
      }),
      { turn: [-90, 0, 0], at: [4.4, 1.61, 1.2] },
    ),
  )
}

/** Returns a camera for displays with its cover half open, on a clamp. */
export function webcam(kit: Kit): Object3D {
  const body = kit.plastic('#26282c')
  return group(
    plate(roundedRect(10, 3.6, 1.8), 3.2, body, { bevel: 0.6, steps: 6, at: [0, 5.8, -1] }),
    panel(9.2, 2.9, kit.gloss('#121418'), { corner: 1.45, at: [0, 5.8, 2.2] }),
    place(ring(1.15, 0.3, kit.metal('#8c9096', 0.3)), { turn: [90, 0, 0], at: [0, 5.8, 2.2] }),
    place(ball(1, kit.gloss('#141a2a', { roughness: 0.02, iridescence: 0.7 })), {
      scale: [1, 1, 0.35],
      at: [0, 4.8, 2.2],
    }),
    plate(roundedRect(2.6, 3.2, 0.6), 0.5, kit.plastic('#d98a5f'), { bevel: 0.15, at: [2.4, 5.8, 2.2] }),
    place(ball(0.14, kit.glow('#7fd08f', 1.5)), { at: [-3.2, 5.66, 2.2] }),
    box(2, 2.4, 1.6, body, { radius: 0.4, at: [0, 2.6, 0] }),
    box(5.4, 0.8, 5.6, body, { radius: 0.3, at: [0, 2.4, 0.4] }),
    box(5.4, 0.7, 5.4, kit.rubber('#1b1c1f'), { radius: 0.3, at: [0, 0, -1.6], turn: [-8, 0, 0] }),
    box(5.4, 2.6, 0.8, body, { radius: 0.3, at: [0, 0.2, -3.4], turn: [-8, 0, 0] }),
    panel(3, 0.8, kit.picture(128, 64, dots('#121418', '#2c3037', 10), { key: 'webcam holes' }), {
      at: [-3.2, 5.2, 2.22],
    }).translateY(-0.4),
  )
}
