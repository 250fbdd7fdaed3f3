import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  box,
  circle,
  cylinder,
  group,
  hole,
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
import { loft, oval, path2, path3, pillow, stack } from './forms.ts'
import { drawName, hammer, screwdriver } from './hand-tools.ts'

/** Returns a drop-forged ring and open-end spanner lying along x. */
function spanner(length: number, kit: Kit): Object3D {
  const steel = kit.metal('#c4c8cc', 0.2)
  const w = length * 0.05
  const end = length * 0.1
  const open = outline([
    [-length / 2 - end, end * 0.35],
    [-length / 2 - end * 0.2, end * 0.4],
    [-length / 2 - end * 0.2, -end * 0.4],
    [-length / 2 - end, -end * 0.35],
    [-length / 2 - end * 0.7, -end],
    [-length / 2 + end * 0.6, -end * 0.9],
    [-length / 2 + end * 1.4, -w],
    [length / 2 - end, -w],
    [length / 2 - end, w],
    [-length / 2 + end * 1.4, w],
    [-length / 2 + end * 0.6, end * 0.9],
    [-length / 2 - end * 0.7, end],
  ])
  return place(
    group(
      plate(open, 0.5, steel, { bevel: 0.12 }),
      plate(hole(circle(end * 0.95, [length / 2, 0]), circle(end * 0.55, [length / 2, 0])), 0.7, steel, {
        bevel: 0.15,
      }),
    ),
    { turn: [-90, 0, 0] },
  )
}

const socket = (radius: number, kit: Kit) =>
  group(
    cylinder(radius, 2.6, kit.metal('#c9ccd0', 0.18), { bevel: 0.2 }),
    cylinder(radius * 0.72, 0.1, kit.metal('#3a3d41', 0.5), { at: [0, 2.56, 0], sides: 6 }),
    ring(radius, 0.1, kit.metal('#9a9ea3', 0.3), { at: [0, 0.8, 0] }),
  )

/** Returns an open tool case: sockets, spanners, screwdrivers and pliers in foam. */
export function toolChest(color: string, kit: Kit): Object3D {
  const [w, d] = [46, 34]
  const shell = kit.plastic(color)
  const foam = kit.foam('#25272b')
  const tray = (height: number) =>
    group(
      box(w, height, d, shell, { radius: 1.6 }),
      box(w - 2.6, 1, d - 2.6, foam, { at: [0, height - 0.8, 0], radius: 0.6 }),
    )
  const name = kit.picture(700, 150, drawName('IRONBARK', '#f2efe8'), { key: 'chest name', transparent: true })
  const open = 78
  const [up, back] = [Math.sin((open * Math.PI) / 180) * (d / 2), Math.cos((open * Math.PI) / 180) * (d / 2)]
  const lid = place(group(tray(4), lidTools(kit), panel(16, 3.4, name, { at: [9, 4.3, -10], turn: [-90, 0, 0] })), {
    at: [0, 7 + up, -d / 2 - back],
    turn: [open, 0, 0],
  })
  const sockets = repeat(20, (at) =>
    place(socket(0.75 + (at % 10) * 0.11, kit), { at: [-19.5 + (at % 10) * 3.1, 5.9, at < 10 ? 12.4 : 8.6] }),
  )
  const spanners = repeat(7, (at) =>
    place(group(spanner(17 - at * 1.3, kit)), { at: [-10.5 - at * 0.3, 7.15, 4.6 - at * 2.8] }),
  )
  const bits = repeat(24, (at) =>
    cylinder(0.33, 2.2, kit.metal(at % 3 ? '#8f9398' : '#b98b4a', 0.3), {
      sides: 6,
      at: [14 + (at % 6) * 1.25, 5.8, 13 - Math.floor(at / 6) * 1.6],
    }),
  )
  return group(
    tray(7),
    sockets,
    spanners,
    bits,
    ratchet(kit),
    lid,
    repeat(2, (at) =>
      box(3.4, 3.4, 1.2, kit.metal('#b9bdc1', 0.3), { at: [at ? 13 : -13, 3, d / 2 - 0.2], radius: 0.3 }),
    ),
    tube(
      [
        [-6, 3.4, d / 2 - 0.2],
        [-5, 3.2, d / 2 + 3],
        [5, 3.2, d / 2 + 3],
        [6, 3.4, d / 2 - 0.2],
      ],
      0.8,
      kit.rubber('#2b2d31'),
    ),
  )
}

function ratchet(kit: Kit): Object3D {
  const steel = kit.metal('#c9ccd0', 0.16)
  const body = group(
    stack(path3('0,1,0.9 1,1.25,1.1 6,1.1,0.95 8.5,0.9,0.8'), kit.rubber('#a8382c')),
    cylinder(0.6, 10, steel, { at: [0, 8, 0], sides: 24 }),
    place(cylinder(1.9, 1.8, steel, { bevel: 0.3 }), { turn: [90, 0, 0], at: [0, 19, -0.9] }),
  )
  return place(group(body), { turn: [-90, 0, 0], at: [9.4, 7.6, 12] })
}

function lidTools(kit: Kit): Object3D {
  const driver = (at: number) =>
    place(group(screwdriver(['#a8382c', '#2f6a78', '#d9a441', '#3c4046'][at] ?? '#333333', kit, 17 + at)), {
      at: [-4 + at * 6, 5, 14],
      turn: [-90, 0, 0],
    })
  return group(place(group(hammer(kit)), { at: [-15, 5.4, 13], turn: [-90, 0, 0], scale: 0.8 }), repeat(4, driver))
}

const LADDER = 158

/** How far the front of a ladder stands out at a height. */
const lean = (y: number) => 26 - y * 0.22

/** The tread of a ladder; `at` counts from below. */
function tread(at: number, steps: number, kit: Kit): Object3D {
  const [metal, grey] = [kit.brushed('#c6c9cc'), kit.plastic('#33373c')]
  const y = 24 + (at * (LADDER * 0.72 - 24)) / (steps - 1)
  const top = at === steps - 1
  return group(
    box(45 - y * 0.06, 2.6, top ? 24 : 9, metal, { at: [0, y, lean(y) - (top ? 8 : 2)], radius: 0.6 }),
    repeat(top ? 9 : 4, (line) =>
      box(42 - y * 0.06, 0.5, 0.9, grey, { at: [0, y + 2.4, lean(y) - (top ? 18 : 5) + line * 2.2], radius: 0.2 }),
    ),
    repeat(2, (side) =>
      cylinder(0.7, 0.5, kit.metal('#8b8f94'), {
        turn: [0, 0, side ? -90 : 90],
        at: [(side ? 1 : -1) * (24 - y * 0.036), y + 1.2, lean(y) + 0.4],
      }),
    ),
  )
}

/** Returns a step ladder with `steps` treads and a tray, 150 cm tall. */
export function stepLadder(steps: number, kit: Kit): Object3D {
  const metal = kit.brushed('#c6c9cc')
  const grey = kit.plastic('#33373c')
  const h = LADDER
  const rail = (side: number) =>
    tube(
      [
        [side * (24 - 0), 0, lean(0)],
        [side * 21, h * 0.5, lean(h * 0.5)],
        [side * 18.4, h, lean(h)],
      ],
      1.7,
      metal,
    )
  const leg = (side: number) =>
    pipe(
      [
        [side * 22.5, 0, -34],
        [side * 17.5, h * 0.72, -8],
      ],
      1.4,
      metal,
    )
  return group(
    rail(1),
    rail(-1),
    leg(1),
    leg(-1),
    repeat(steps, (at) => tread(at, steps, kit)),
    tube(
      [
        [-18.4, h, lean(h)],
        [-16, h + 4, lean(h) - 1],
        [0, h + 5, lean(h) - 1],
        [16, h + 4, lean(h) - 1],
        [18.4, h, lean(h)],
      ],
      1.9,
      grey,
    ),
    box(30, 3, 9, kit.plastic('#c64b2e'), { at: [0, h - 3, lean(h) - 2], radius: 1 }),
    repeat(3, (at) =>
      pipe(
        [
          [-20.6 + at * 0.6, 22 + at * 32, -28 + at * 7],
          [20.6 - at * 0.6, 22 + at * 32, -28 + at * 7],
        ],
        0.9,
        metal,
      ),
    ),
    repeat(4, (at) =>
      box(4.6, 5, 5, kit.rubber('#26292d'), {
        radius: 1,
        at: [(at % 2 ? 1 : -1) * (at < 2 ? 24 : 22.5), 0, at < 2 ? 26 : -34],
      }),
    ),
  )
}

/** Returns a tape measure with its tape drawn out, and a carpenter's square. */
export function tapeAndSquare(kit: Kit): Object3D {
  const shell = kit.plastic('#e0a52c')
  const dark = kit.rubber('#23262a')
  const scale = kit.picture(2048, 120, (context, w, h) => drawScale(context, w, h, '#f2c33c', 32), {
    key: 'tape scale',
    roughness: 0.35,
  })
  const steel = kit.picture(2048, 230, (context, w, h) => drawScale(context, w, h, '#c9cccf', 25), {
    key: 'square scale',
    metalness: 0.85,
    roughness: 0.35,
  })
  const tape = place(
    group(
      plate(
        outline(path2('-3.4,0 2.6,0 3.6,1 3.6,3.4 1.4,6.6 -1.6,6.8 -3.6,4.8 -3.7,0.4'), { smooth: true }),
        3.8,
        shell,
        { bevel: 0.5, at: [0, 0, -1.9] },
      ),
      plate(circle(2.2, [-0.3, 3.4]), 4.1, dark, { bevel: 0.3, at: [0, 0, -2.05] }),
      panel(3, 1, kit.picture(300, 100, drawName('5 m', '#f4f0e4'), { key: 'tape length', transparent: true }), {
        at: [-0.3, 3.4, 2.08],
      }),
      box(1.6, 0.9, 1.6, kit.plastic('#c23b2c'), { at: [3, 3.2, 0], radius: 0.3, turn: [0, 0, -50] }),
      panel(16, 1.9, scale, { at: [11.4, 0.55, 0], turn: [-90, 0, 0] }),
      box(16, 0.06, 1.9, kit.metal('#b0a060'), { at: [11.4, 0.45, 0], radius: 0.01 }),
      box(0.25, 1.1, 2, kit.metal('#a9adb2'), { at: [19.4, 0, 0], radius: 0.05 }),
    ),
    { at: [-9, 0, 7], turn: [0, 14, 0] },
  )
  const square = place(
    group(
      box(27, 0.25, 3.2, kit.metal('#c0c4c8', 0.3), { radius: 0.05, at: [3, 1, 0] }),
      panel(25, 3.05, steel, { at: [3.8, 1.27, 0], turn: [-90, 0, 0] }),
      box(3, 2.2, 17, kit.wood('cherry'), { radius: 0.3, at: [-10.4, 0, -6.9] }),
      repeat(3, (at) => cylinder(0.5, 0.1, kit.brass(), { at: [-10.4, 2.16, -1 - at * 5] })),
    ),
    { at: [0, 0, -1], turn: [0, 14, 0] },
  )
  return group(tape, square, place(carpentersPencil(kit), { at: [6, 0.4, 12], turn: [0, -8, 0] }))
}

function carpentersPencil(kit: Kit): Object3D {
  const body = group(
    cylinder(0.55, 14, kit.gloss('#b3392c'), { sides: 6 }),
    cylinder(0.55, 1.7, kit.wood('birch'), { top: 0.16, sides: 6, at: [0, 14, 0] }),
    cylinder(0.16, 0.5, kit.plastic('#333333'), { top: 0.05, sides: 8, at: [0, 15.7, 0] }),
  )
  return group(place(body, { turn: [0, 0, -90], at: [-7, 0.1, 0] }))
}

function drawScale(context: CanvasRenderingContext2D, w: number, h: number, ground: string, count: number): void {
  context.fillStyle = ground
  context.fillRect(0, 0, w, h)
  context.fillStyle = '#1b1b1b'
  context.font = `700 ${h * 0.36}px "DejaVu Sans"`
  for (let at = 0; at <= count * 10; at++) {
    const length = at % 10 === 0 ? 0.5 : at % 5 === 0 ? 0.36 : 0.24
    context.fillRect((at / (count * 10)) * w, 0, at % 10 ? 2 : 3.5, h * length)
    if (at % 10 === 0 && at) context.fillText(String(at / 10), (at / (count * 10)) * w - h * 0.4, h * 0.88)
  }
}

/** Returns a paint roller leaning in its tray, with a brush. */
export function paintKit(color: string, kit: Kit): Object3D {
  const steel = kit.metal('#b9bdc2', 0.3)
  const fleece = kit.knit('#efeae0')
  const roller = group(
    place(cylinder(2.6, 25, fleece, { bevel: 0.5 }), { turn: [0, 0, 90], at: [12.5, 0, 0] }),
    pipe(path3('12.6,0,0 14.6,0,0 14.6,0,-9 0,0,-12.5 0,0,-17'), 0.42, steel),
    place(stack(path3('0,0.9,0.9 1.4,1.5,1.5 6,1.3,1.3 11,1.6,1.6 12.5,1,1'), kit.plastic('#3b4046')), {
      turn: [-90, 0, 0],
      at: [0, 0, -16.4],
    }),
  )
  const tray = group(
    box(32, 0.6, 36, kit.plastic('#30353a'), { radius: 0.3, at: [0, 0.2, 0], turn: [-7, 0, 0] }),
    plate(hole(roundedRect(33, 38, 3), roundedRect(31.4, 36.4, 2.4)), 4.4, kit.plastic('#30353a'), {
      bevel: 0.25,
      turn: [-90, 0, 0],
    }),
    repeat(8, (at) =>
      box(26, 0.5, 0.6, kit.plastic('#3a4046'), { at: [0, 2.2 - at * 0.24 + 1, -13 + at * 2.1], radius: 0.2 }),
    ),
    box(30.4, 1.6, 13, kit.gloss(color, { roughness: 0.15 }), { at: [0, 0.6, 11], radius: 0.4 }),
  )
  const brush = group(
    pillow([6, 5.2, 1.8], kit.knit('#d9c39a', { bumpScale: 0.4 }), { square: 8, puff: 0.2 }),
    box(6.3, 3, 2, steel, { at: [0, 4.6, 0], radius: 0.2 }),
    stack(path3('7.4,3,0.9 9,2.3,1 12,0.9,0.8 18,1.2,0.9 22,0.9,0.7'), kit.wood('birch'), { square: 3 }),
  )
  return group(
    tray,
    place(roller, { at: [0, 6.4, 4], turn: [16, 0, 0] }),
    place(group(brush), { at: [24, 0.9, 8], turn: [-90, 0, -20] }),
    loft([oval(2.9, 2.9, { at: [24, 0, -13] }), oval(2.9, 2.9, { at: [24, 2.6, -13] })], kit.paper('#4a86b0'), {
      caps: true,
    }),
  )
}
