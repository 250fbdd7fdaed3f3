import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  ball,
  box,
  cloth,
  cylinder,
  group,
  lathe,
  outline,
  panel,
  place,
  plate,
  repeat,
  ring,
  tube,
} from '../kit/solids.ts'
import { noise, path2, path3 } from './forms.ts'

/** Returns the tail of a kite, with bows, from a height down. */
function kiteTail(bottom: number, colors: readonly string[], kit: Kit): Object3D {
  const path = (share: number) =>
    [
      Math.sin(share * 7.5) * 15 * share ** 0.5 + share * 16,
      bottom - share * 62,
      Math.cos(share * 6) * 6 * share - 2,
    ] as const
  const bows = repeat(7, (at) => {
    const wing = (turn: number) =>
      plate(outline(path2('0,0 6,3.2 6,-3.2')), 0.3, kit.fabric(colors[at % 4] ?? '#ffffff'), {
        bevel: 0.1,
        turn: [0, 0, turn],
      })
    return place(group(wing(0), wing(180), ball(0.9, kit.fabric('#f4efe4'), { at: [0, -0.9, 0.1] })), {
      at: path((at + 1) / 7.2),
      turn: [0, 10, noise(at) * 50],
    })
  })
  const tail = tube(
    Array.from({ length: 40 }, (_, at) => path(at / 39)),
    0.25,
    kit.fabric('#f4efe4'),
  )
  return group(tail, bows)
}

/** Returns a diamond kite with a cross of rods and a tail with bows. */
export function kite(colors: readonly [string, string, string, string], kit: Kit): Object3D {
  const [top, side, bottom] = [52, 35, -68]
  const quarters = [
    [0, 0, side, 0, 0, top],
    [0, 0, 0, top, -side, 0],
    [0, 0, -side, 0, 0, bottom],
    [0, 0, 0, bottom, side, 0],
  ] as const
  const sail = quarters.map(([ax, ay, bx, by, cx, cy], at) =>
    cloth(
      40,
      60,
      (u, v) => {
        const [x, y] = [ax + (bx - ax) * u * (1 - v) + (cx - ax) * v, ay + (by - ay) * u * (1 - v) + (cy - ay) * v]
        return [x, y, -(Math.abs(x) / side) * 7 + Math.sin(u * Math.PI) * Math.sin(v * Math.PI) * 2.4]
      },
      kit.fabric(colors[at] ?? '#ffffff', { roughness: 0.7 }),
    ),
  )
  const rods = group(
    tube(
      [
        [0, bottom, 0.4],
        [0, top, 0.4],
      ],
      0.5,
      kit.wood('birch'),
    ),
    tube(
      [
        [-side, 0, -6.6],
        [0, 0, 0.8],
        [side, 0, -6.6],
      ],
      0.5,
      kit.wood('birch'),
    ),
  )
  const edge = tube(
    [
      [0, top, 0],
      [side / 2, top / 2, -3.4],
      [side, 0, -7],
      [side / 2, bottom / 2, -3.4],
      [0, bottom, 0],
      [-side / 2, bottom / 2, -3.4],
      [-side, 0, -7],
      [-side / 2, top / 2, -3.4],
      [0, top, 0],
    ],
    0.35,
    kit.fabric('#f4efe4'),
  )
  return place(group(...sail, rods, edge, kiteTail(bottom, colors, kit)), { turn: [0, 0, -22], at: [0, 135, 0] })
}

const CRAYONS = [
  '#c8362f',
  '#e0702a',
  '#ecb52f',
  '#7aa63c',
  '#2f8a6b',
  '#2f7fb0',
  '#3a4fa0',
  '#7a3f94',
  '#c24a86',
  '#6b4226',
  '#2b2b2b',
  '#e9b79a',
]

const pencil = (color: string, length: number, kit: Kit) =>
  place(
    group(
      cylinder(0.42, length - 2.6, kit.gloss(color, { roughness: 0.4 }), { sides: 6 }),
      cylinder(0.42, 1.6, kit.wood('pine'), { top: 0.14, sides: 12, at: [0, length - 2.6, 0] }),
      cylinder(0.14, 0.6, kit.plastic(color), { top: 0.03, sides: 8, at: [0, length - 1, 0] }),
    ),
    { turn: [-90, 0, 0] },
  )

const crayon = (color: string, kit: Kit) =>
  place(
    group(
      cylinder(0.55, 6.4, kit.paper(color)),
      cylinder(0.5, 7.6, kit.food(color)),
      cylinder(0.5, 0.9, kit.food(color), { at: [0, 7.5, 0], top: 0.25 }),
    ),
    { turn: [-90, 0, 0] },
  )

/** Returns an open wooden case of paints, pencils and crayons. */
export function artCase(kit: Kit): Object3D {
  const wood = kit.wood('birch')
  const [w, d] = [42, 28]
  const pans = repeat(18, (at) =>
    group(
      box(3.1, 1, 3.1, kit.plastic('#f4f1ea'), {
        radius: 0.3,
        at: [(at % 9) * 3.6 - 14.4, 2.6, 8 + Math.floor(at / 9) * 3.6 - 0.6],
      }),
      cylinder(1.2, 0.9, kit.food(CRAYONS[at % 12] ?? '#ffffff'), {
        at: [(at % 9) * 3.6 - 14.4, 2.9, 8 + Math.floor(at / 9) * 3.6 - 0.6],
      }),
    ),
  )
  const pencils = repeat(20, (at) =>
    place(group(pencil(CRAYONS[(at * 5) % 12] ?? '#ffffff', 16, kit)), { at: [-19 + at * 1.05, 3.4, 5.6] }),
  )
  const crayons = repeat(12, (at) =>
    place(group(crayon(CRAYONS[at] ?? '#ffffff', kit)), { at: [4.6 + at * 1.28, 3.5, -4.4] }),
  )
  const brush = (x: number, color: string) =>
    place(
      group(
        cylinder(0.34, 11, kit.gloss(color), { top: 0.5 }),
        cylinder(0.5, 1.8, kit.metal(), { at: [0, 11, 0], top: 0.6 }),
        lathe(path2('0.5,12.7 0.68,13.6 0.45,15 0,16'), kit.fabric('#5a3a22')),
      ),
      { turn: [0, 0, -90], at: [x, 3.4, 1.6] },
    )
  const page = kit.picture(800, 520, drawRainbow, { key: 'child drawing' })
  const lid = place(
    group(
      box(w, 2, d, wood, { radius: 0.5 }),
      box(w - 2.4, 0.5, d - 2.4, kit.paper('#efe6d2'), { at: [0, 1.8, 0], radius: 0.1 }),
      panel(30, 20, page, { at: [0, 2.34, 0], turn: [-90, 0, 0] }),
    ),
    { at: [0, 4 + d / 2 - 0.4, -d / 2 - 4], turn: [72, 0, 0] },
  )
  return group(
    box(w, 3, d, wood, { radius: 0.5 }),
    box(w - 2, 0.4, d - 2, kit.paper('#e9ddc2'), { at: [0, 2.75, 0], radius: 0.1 }),
    pans,
    pencils,
    crayons,
    brush(4.6, '#b9402f'),
    place(group(brush(4.6, '#2f5d78')), { at: [0, 0, 2] }),
    lid,
    repeat(2, (at) => box(2.6, 2, 0.5, kit.brass(), { at: [at ? 12 : -12, 1.6, d / 2], radius: 0.15 })),
    box(8, 1.2, 2.4, kit.leather('#7a4a2a'), { at: [0, 1, d / 2 + 0.6], radius: 0.5 }),
  )
}

function drawRainbow(context: CanvasRenderingContext2D, w: number, h: number): void {
  context.fillStyle = '#fdfbf4'
  context.fillRect(0, 0, w, h)
  context.lineCap = 'round'
  for (const [at, color] of CRAYONS.slice(0, 7).entries()) {
    context.strokeStyle = color
    context.lineWidth = 24
    context.beginPath()
    context.arc(w * 0.48, h * 0.86, w * 0.38 - at * 27, Math.PI * 1.03, Math.PI * 1.97)
    context.stroke()
  }
  context.fillStyle = '#7aa63c'
  context.beginPath()
  context.ellipse(w * 0.5, h * 1.03, w * 0.62, h * 0.22, 0, 0, Math.PI * 2)
  context.fill()
  context.fillStyle = '#ecb52f'
  context.beginPath()
  context.arc(w * 0.87, h * 0.18, h * 0.11, 0, Math.PI * 2)
  context.fill()
}

/** Returns a wooden yo-yo that stands on its edge, with its string. */
export function yoyo(color: string, kit: Kit): Object3D {
  const half = (side: number) =>
    place(
      group(
        lathe(
          path2('0,0.4 1,0.4 1.3,0.25 2.4,0.55 2.9,1 2.95,1.5 2.6,1.85 1.5,1.75 1,1.6 0,1.6'),
          kit.gloss(color, { roughness: 0.35 }),
        ),
        lathe(path2('0,1.62 1.9,1.86 2,1.92 1.8,1.98 0,1.72'), kit.wood('birch')),
        ring(2.35, 0.16, kit.gloss('#f2e3c0'), { at: [0, 1.78, 0] }),
        ball(0.5, kit.brass(), { at: [0, 1.4, 0], scale: [1, 0.6, 1] }),
      ),
      { turn: [side * 90, 0, 0], at: [0, 2.95, 0] },
    )
  const string = kit.fabric('#f4efe2')
  const loop = tube(
    path3(
      '2.6,1.4,0 4.4,0.3,0.6 6.4,0.18,1.6 8.4,0.18,0.4 7.6,0.18,-2 5.2,0.18,-1.6 5.4,0.18,1.6 8.6,0.18,3.4 11,0.18,2.4',
    ),
    0.12,
    string,
    { steps: 200 },
  )
  const finger = place(ring(1, 0.2, string), { at: [12, 0.06, 2.3] })
  return group(
    half(1),
    half(-1),
    place(cylinder(0.9, 0.9, kit.fabric('#f4efe2')), { turn: [90, 0, 0], at: [0, 2.95, -0.45] }),
    loop,
    finger,
  )
}

/** Returns a foot pump on a mat with a foam rocket on its launching tube. */
export function rocketLauncher(kit: Kit): Object3D {
  const rocket = (color: string) =>
    group(
      cylinder(1.9, 15, kit.foam(color), { bevel: 0.3 }),
      lathe(path2('1.9,15 1.85,16 1.3,18 0.5,19.2 0,19.5'), kit.foam('#f3eee2')),
      ...[0, 1, 2].map((at) =>
        place(
          plate(outline(path2('1.7,0.4 4.8,-0.8 4.9,1.4 1.7,6')), 0.8, kit.foam('#e0a53a'), {
            bevel: 0.25,
            at: [0, 0, -0.4],
          }),
          { turn: [0, at * 120 + 20, 0] },
        ),
      ),
      ring(1.95, 0.7, kit.foam('#2f5d78'), { at: [0, 12.6, 0] }),
    )
  const legs = repeat(3, (at) => {
    const angle = (at / 3) * Math.PI * 2 + 0.5
    return tube(
      [
        [0, 5.4, 0],
        [Math.cos(angle) * 5, 3.6, Math.sin(angle) * 5],
        [Math.cos(angle) * 9, 0.5, Math.sin(angle) * 9],
      ],
      0.6,
      kit.plastic('#2f5d78'),
    )
  })
  const stomp = group(
    lathe(path2('0,0 6.8,0 7.4,0.8 7.2,1.8 6.4,2.4 6.9,3.2 6.2,4 6.6,4.8 5.6,5.8 3,6.4 0,6.5'), kit.rubber('#c8553d')),
    panel(7, 7, kit.picture(256, 256, drawFoot, { key: 'stomp', transparent: true }), {
      at: [0, 6.56, 0],
      turn: [-90, 0, 0],
    }),
  )
  const lying = place(group(place(group(rocket('#3f8f94')), { turn: [0, 0, -90], at: [0, 3.2, 0] })), {
    at: [-3, 0, 15],
    turn: [0, 12, 0],
  })
  return group(
    legs,
    cylinder(1, 9, kit.plastic('#e9e4d8'), { at: [0, 3, 0] }),
    cylinder(2.2, 1.6, kit.plastic('#2f5d78'), { at: [0, 4.6, 0], bevel: 0.4 }),
    place(rocket('#c8553d'), { at: [0, 7.4, 0] }),
    place(stomp, { at: [24, 0, 8] }),
    tube(path3('1,5,0 5,2.2,3 9,0.6,8 15,0.6,11 18,1,9'), 0.6, kit.rubber('#3a3d42')),
    lying,
  )
}

function drawFoot(context: CanvasRenderingContext2D, w: number, h: number): void {
  context.fillStyle = '#f6ead2'
  context.beginPath()
  context.ellipse(w * 0.5, h * 0.58, w * 0.15, h * 0.27, 0, 0, Math.PI * 2)
  for (let toe = 0; toe < 5; toe++)
    context.ellipse(
      w * (0.36 + toe * 0.075),
      h * (0.23 + Math.abs(toe - 1.6) * 0.02),
      w * 0.035,
      h * 0.045,
      0,
      0,
      Math.PI * 2,
    )
  context.fill()
}
