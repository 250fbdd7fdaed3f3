import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  ball,
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
import type { Draw } from '../kit/textures.ts'
import { lens } from './cameras.ts'
import { COAST, DUSK, FOREST, homeScreen, lettering } from './drawings.ts'

interface PhoneLook {
  w?: number
  h?: number
  color: string
  picture: Draw
  key: string
  /** Corners of rubber. */
  rugged?: boolean
}

/** Returns an upright phone that faces +z; its lower edge is at y = 0. */
export function smartphone(kit: Kit, { w = 7.2, h = 15, color, picture, key, rugged = false }: PhoneLook): Object3D {
  const body = kit.metal(color, 0.36)
  const eyes: [number, number][] = [
    [1.4, h / 2 - 1.6],
    [1.4, h / 2 - 3.5],
    [-0.1, h / 2 - 2.55],
  ]
  return place(
    group(
      plate(roundedRect(w, h, 1.1), 0.8, body, { bevel: 0.22, steps: 6, at: [0, 0, -0.4] }),
      panel(w - 0.3, h - 0.3, kit.gloss('#08090b'), { corner: 0.95, at: [0, 0, 0.4] }),
      panel(w - 0.62, h - 0.62, kit.screen(600, 1280, homeScreen(picture), key), { corner: 0.85, at: [0, 0, 0.412] }),
      place(cylinder(0.16, 0.02, kit.gloss('#050506')), { turn: [90, 0, 0], at: [0, h / 2 - 0.75, 0.425] }),
      plate(roundedRect(4.2, 4.6, 1.1), 0.2, body, { bevel: 0.08, at: [w / 2 - 5, h / 2 - 2.6, -0.6] }).translateX(0),
      ...eyes.map(([x, y]) => place(lens(kit, 0.72, 0.3), { turn: [0, 180, 0], at: [x - 0.6, y, -0.5] })),
      box(0.14, 1.8, 0.3, body, { radius: 0.06, at: [w / 2, 1.5, 0] }),
      box(0.14, 2.6, 0.3, body, { radius: 0.06, at: [-w / 2, 1.9, 0] }),
      rugged && ruggedFrame(kit, w, h),
    ),
    { at: [0, h / 2, 0] },
  )
}

function ruggedFrame(kit: Kit, w: number, h: number): Object3D {
  const rubber = kit.rubber('#26282b')
  return group(
    ...[-1, 1].map((side) =>
      box(0.7, h + 0.6, 1.5, rubber, { radius: 0.3, at: [side * (w / 2 + 0.1), -h / 2 - 0.3, -0.1] }),
    ),
    ...[-1, 1].map((side) =>
      box(w + 0.6, 0.7, 1.5, rubber, { radius: 0.3, at: [0, side * (h / 2 + 0.1) - 0.35, -0.1] }),
    ),
    repeat(4, (index) =>
      box(1.8, 2.4, 1.7, kit.rubber('#d07a3c'), {
        radius: 0.5,
        at: [(index % 2 ? 1 : -1) * (w / 2 - 0.3), index < 2 ? h / 2 - 1.6 : -h / 2 - 0.8, -0.15],
      }),
    ),
    plate(roundedRect(w, h, 1.1), 0.3, rubber, { bevel: 0.1, at: [0, 0, -0.9] }),
  )
}

/** Returns two views of a phone: its back behind, its screen in front. */
export function phonePair(kit: Kit, look: PhoneLook): Object3D {
  return group(
    place(smartphone(kit, look), { turn: [-6, 4, 0], at: [1.5, 0, 1.6] }),
    place(smartphone(kit, look), { turn: [6, 184, 0], at: [-3.4, 0, -3] }),
  )
}

const drawKeypad: Draw = lettering('#f0ede6', [], (context, w, h) => {
  for (const [index, key] of ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'].entries()) {
    const [x, y] = [w * (0.18 + (index % 3) * 0.32), h * (0.3 + Math.floor(index / 3) * 0.19)]
    context.fillStyle = '#23262a'
    context.beginPath()
    context.roundRect(x - w * 0.13, y - h * 0.075, w * 0.26, h * 0.15, 16)
    context.fill()
    context.fillStyle = '#fff'
    context.font = `600 ${h * 0.11}px "Open Sans", sans-serif`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(key, x, y + 2)
  }
  context.fillStyle = '#4f8f5f'
  context.fillRect(w * 0.08, h * 0.05, w * 0.24, h * 0.1)
  context.fillStyle = '#b8503f'
  context.fillRect(w * 0.68, h * 0.05, w * 0.24, h * 0.1)
})

/** Returns an open flip phone with large keys, lying at a slant. */
export function flipPhone(kit: Kit): Object3D {
  const shell = kit.gloss('#8d2f33')
  const display: Draw = lettering('#f5f2ea', [
    { text: '14:25', y: 0.36, size: 0.3, color: '#1d2024' },
    { text: 'Sun 22 November', y: 0.66, size: 0.12, color: '#444' },
  ])
  const half = (face: Object3D, y: number) =>
    group(plate(roundedRect(5.8, 10.4, 1.2), 1.1, shell, { bevel: 0.35, steps: 6, at: [0, 5.2 + y, 0] }), face)
  const lower = half(
    panel(5, 8.8, kit.picture(400, 700, drawKeypad, { key: 'flip keys', roughness: 0.5 }), {
      corner: 0.5,
      at: [0, 4.8, 1.12],
    }),
    0,
  )
  const upper = half(
    panel(4.9, 6.4, kit.screen(500, 640, display, 'flip display'), { corner: 0.3, at: [0, 5.2, 1.12] }),
    0,
  )
  return group(
    place(lower, { turn: [-72, 0, 0], at: [0, 0.2, 5] }),
    place(cylinder(0.75, 5.2, kit.metal('#5d2326', 0.35), { bevel: 0.2 }), { turn: [0, 0, 90], at: [2.6, 3.9, -4.4] }),
    place(upper, { turn: [-14, 0, 0], at: [0, 4, -5.2] }),
    box(3.6, 2, 3, kit.rubber('#2a2c30'), { radius: 0.4, at: [0, 0, -3.4] }),
  )
}

/** Returns a power bank with its cable. */
export function powerBank(kit: Kit): Object3D {
  return group(
    place(plate(roundedRect(7.4, 15, 1.6), 2.7, kit.metal('#3e4a57', 0.46), { bevel: 0.8, steps: 8 }), {
      turn: [-90, 0, 0],
    }),
    repeat(4, (index) => place(ball(0.16, kit.glow('#9fe0c4', 1.4)), { at: [-1.2 + index * 0.8, 2.56, 5.4] })),
    panel(
      3.4,
      0.8,
      kit.picture(340, 80, lettering('#3e4a57', [{ text: 'VOLT BAR', y: 0.5, size: 0.7, color: '#cfd8df' }]), {
        key: 'volt bar',
        metalness: 0.8,
        roughness: 0.45,
      }),
      { turn: [-90, 0, 0], at: [0, 2.71, -4.6] },
    ),
    panel(1.3, 0.5, kit.plastic('#0b0c0d'), { at: [-1.4, 1.35, 7.51] }),
    panel(0.9, 0.35, kit.plastic('#0b0c0d'), { corner: 0.15, at: [1.4, 1.35, 7.51] }),
    tube(
      [
        [1.4, 1.35, 8.6],
        [1.5, 1, 10.4],
        [5, 0.5, 11],
        [8.4, 0.5, 6],
        [8.8, 0.5, -2],
        [6.4, 0.5, -9],
      ],
      0.24,
      kit.fabric('#d98a5f'),
    ),
    box(0.9, 0.6, 1.6, kit.plastic('#e9e5dc'), { radius: 0.2, at: [1.4, 1.05, 8.2] }),
  )
}

/** Returns a phone case of cork, with and without the phone. */
export function corkCase(kit: Kit): Object3D {
  const cork = kit.picture(
    512,
    1024,
    (context, w, h) => {
      context.fillStyle = '#c29563'
      context.fillRect(0, 0, w, h)
      for (let index = 0; index < 2600; index++) {
        context.fillStyle = ['#9a6d3e', '#d9b384', '#7f5730', '#b98a57'][index % 4] as string
        context.globalAlpha = 0.55
        context.beginPath()
        context.ellipse((index * 197.3) % w, (index * 331.7) % h, 2 + (index % 7), 1.4 + (index % 4), index, 0, 7)
        context.fill()
      }
      context.globalAlpha = 1
    },
    { key: 'cork', roughness: 0.9 },
  )
  const back = hole(roundedRect(7.7, 15.5, 1.4), movedShape(roundedRect(3.6, 4.4, 1), -1.5, 4.9))
  const shell = group(
    plate(back, 0.35, kit.foam('#bf935f'), { bevel: 0.12 }),
    plate(hole(roundedRect(7.9, 15.7, 1.5), roundedRect(7.3, 15.1, 1.2)), 1.1, kit.rubber('#26282b'), {
      bevel: 0.2,
      at: [0, 0, -1],
    }),
    panel(7.3, 9.8, cork, { corner: 1, at: [0, -2.6, 0.37] }),
  )
  const look = { color: '#3b4148', picture: FOREST, key: 'phone forest' }
  return group(
    place(shell, { at: [-3.6, 7.9, -2.4], turn: [-6, 0, 0] }),
    place(smartphone(kit, look), { at: [3.2, 0, 1.6], turn: [-6, 4, 0] }),
  )
}

function movedShape(shape: ReturnType<typeof roundedRect>, x: number, y: number): ReturnType<typeof roundedRect> {
  return outline(shape.getPoints(12).map((point) => [point.x + x, point.y + y] as const))
}

/** Returns a table arm that holds a phone across. */
export function phoneHolder(kit: Kit): Object3D {
  const black = kit.metal('#2b2e32', 0.45)
  const phone = place(smartphone(kit, { color: '#3b4148', picture: COAST, key: 'phone coast' }), { at: [0, -7.5, 0] })
  return group(
    cylinder(6.4, 1.3, black, { bevel: 0.5 }),
    pipe(
      [
        [0, 1, 0],
        [0, 14, -3],
        [0, 26, 5],
      ],
      0.85,
      kit.metal('#b9bcc2', 0.35),
    ),
    place(cylinder(1.5, 2.6, black, { bevel: 0.3 }), { turn: [0, 0, 90], at: [1.3, 14, -3] }),
    place(ball(1.4, black), { at: [0, 24.6, 5.2] }),
    place(
      group(
        box(6, 9, 1, black, { radius: 0.5, at: [0, -4.5, -0.9] }),
        place(phone, {}),
        box(8.8, 1, 1.9, kit.rubber('#1a1b1d'), { radius: 0.3, at: [0, -8, 0] }),
      ),
      { at: [0, 27.5, 7], turn: [-14, 0, 0] },
    ),
  )
}

/** Returns a telephone with a receiver, a coiled cord and a ring of keys. */
export function deskPhone(kit: Kit): Object3D {
  const red = kit.gloss('#b3352f')
  const side = outline([
    [-9, 0],
    [9, 0],
    [9, 2.2],
    [-4, 9],
    [-9, 9],
  ])
  const dialPlate = group(
    cylinder(5, 0.6, kit.plastic('#efe9dc'), { bevel: 0.2 }),
    repeat(10, (index) => {
      const angle = (index / 12) * Math.PI * 2 + 0.6
      return cylinder(0.85, 0.5, kit.plastic('#2a2b2d'), {
        at: [Math.cos(angle) * 3.6, 0.4, Math.sin(angle) * 3.6],
        bevel: 0.15,
      })
    }),
    cylinder(2, 0.6, kit.chrome(), { at: [0, 0.4, 0], bevel: 0.2 }),
  )
  const receiver = group(
    tube(
      [
        [-8.4, 0, 0],
        [-6, 2.6, 0],
        [0, 3.4, 0],
        [6, 2.6, 0],
        [8.4, 0, 0],
      ],
      1.5,
      red,
    ),
    ...[-9, 9].map((x) =>
      place(
        group(
          cylinder(2.9, 2.2, red, { bevel: 0.7 }),
          cylinder(2.2, 0.3, kit.plastic('#7d2420'), { at: [0, -0.15, 0] }),
        ),
        { at: [x, -2, 0], turn: [0, 0, x < 0 ? -10 : 10] },
      ),
    ),
  )
  const coil: [number, number, number][] = Array.from({ length: 150 }, (_, index) => {
    const t = index / 149
    const angle = index * 0.9
    return [
      -12.2 - Math.sin(t * Math.PI) * 3 + Math.cos(angle) * 0.6,
      0.9 + Math.sin(angle) * 0.6 + (1 - t) * 7 * (1 - t),
      -3 + t * 10,
    ]
  })
  return group(
    place(plate(side, 17, red, { bevel: 1, steps: 6 }), { turn: [0, -90, 0], at: [8.5, 0.4, 0] }),
    place(dialPlate, { at: [0, 5.75, 3.2], turn: [27.6, 0, 0] }),
    ...[-6, 6].map((x) => box(2.4, 2.6, 4, red, { radius: 0.8, at: [x, 9, -5.4] })),
    place(receiver, { at: [0, 13, -5.4] }),
    tube(coil, 0.26, kit.rubber('#7d2420'), { steps: 700 }),
    repeat(4, (index) =>
      cylinder(1, 0.6, kit.rubber('#222'), { at: [((index % 2) - 0.5) * 13, 0, (index < 2 ? 1 : -1) * 6.5] }),
    ),
  )
}

/** Returns a stick that stands as a tripod and holds a phone. */
export function selfieStick(kit: Kit): Object3D {
  const black = kit.metal('#2b2e32', 0.45)
  const legs = repeat(3, (index) =>
    place(
      place(
        group(
          box(1.3, 17, 1, kit.rubber('#2b2e32'), { radius: 0.4, at: [0, -17, 0] }),
          ball(0.7, kit.rubber('#111'), { at: [0, -17.4, 0] }),
        ),
        { turn: [-48, 0, 0] },
      ),
      { turn: [0, index * 120 + 30, 0], at: [0, 13, 0] },
    ),
  )
  return group(
    legs,
    cylinder(1.7, 16, kit.rubber('#26282b'), { at: [0, 11, 0], bevel: 0.3 }),
    cylinder(0.85, 14, kit.metal('#c9ccd1', 0.3), { at: [0, 27, 0] }),
    cylinder(0.6, 10, kit.metal('#c9ccd1', 0.3), { at: [0, 40, 0] }),
    place(cylinder(0.9, 0.5, kit.plastic('#d07a3c'), { bevel: 0.2 }), { turn: [90, 0, 0], at: [0, 23, 1.5] }),
    place(ball(1.3, black), { at: [0, 49, 0] }),
    place(
      group(
        box(4, 8.6, 1.2, black, { radius: 0.4, at: [0, -4.3, -1] }),
        place(smartphone(kit, { color: '#3b4148', picture: DUSK, key: 'phone dusk' }), { at: [0, -7.5, 0] }),
      ),
      { at: [0, 55, 0.6], turn: [-4, 0, 90] },
    ),
  )
}

/** Returns a card with a code and a small chip card on it, leaning on a passport. */
export function travelVoucher(kit: Kit): Object3D {
  const drawn: Draw = (context, w, h) => {
    COAST(context, w, h)
    context.fillStyle = 'rgba(247,244,236,0.94)'
    context.beginPath()
    context.roundRect(w * 0.52, h * 0.14, w * 0.42, h * 0.72, 24)
    context.fill()
    context.fillStyle = '#1d2f36'
    const [left, top, cell] = [w * 0.575, h * 0.225, h * 0.0265]
    for (let index = 0; index < 21 * 21; index++) {
      const [x, y] = [index % 21, Math.floor(index / 21)]
      const corner = (x < 7 && y < 7) || (x > 13 && y < 7) || (x < 7 && y > 13)
      const [cx, cy] = [x > 13 ? x - 14 : x, y > 13 ? y - 14 : y]
      const eye = corner && (cx === 0 || cx === 6 || cy === 0 || cy === 6 || (cx > 1 && cx < 5 && cy > 1 && cy < 5))
      if (corner ? eye : (x * 7 + y * 13 + x * y * 3) % 5 < 2)
        context.fillRect(left + x * cell, top + y * cell, cell + 0.5, cell + 0.5)
    }
    context.fillStyle = '#fff'
    context.font = `700 ${h * 0.15}px "Open Sans", sans-serif`
    context.fillText('Roamlink', w * 0.05, h * 0.24)
    context.font = `600 ${h * 0.2}px "Open Sans", sans-serif`
    context.fillText('10 GB', w * 0.05, h * 0.86)
    context.font = `400 ${h * 0.075}px "Open Sans", sans-serif`
    context.fillText('Travel eSIM', w * 0.055, h * 0.36)
  }
  return group(
    place(
      group(
        box(12.6, 8, 0.12, kit.paper('#f7f4ec'), { radius: 0.05 }),
        panel(12.5, 7.9, kit.picture(1000, 632, drawn, { key: 'voucher', roughness: 0.35 }), { at: [0, 4, 0.07] }),
      ),
      { turn: [-14, 8, 0], at: [0, 0.5, 2] },
    ),
    place(box(8.8, 12.5, 0.6, kit.leather('#51303a'), { radius: 0.3 }), { turn: [-10, -6, 0], at: [2.4, 0, -1.6] }),
  )
}
