import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  ball,
  box,
  cylinder,
  group,
  lathe,
  outline,
  panel,
  place,
  plate,
  repeat,
  ring,
  roundedRect,
} from '../kit/solids.ts'
import type { Draw } from '../kit/textures.ts'
import { DUSK, lettering } from './drawings.ts'

/** Returns an open game with a board of hexagons, pieces, dice and its box. */
export function boardGame(kit: Kit): Object3D {
  const tones = ['#c9a250', '#6f8f5a', '#b4683f', '#8a8f94', '#a9bf7a', '#4f8fa0']
  const tiles: Object3D[] = []
  for (let q = -2; q <= 2; q++) {
    for (let r = Math.max(-2, -q - 2); r <= Math.min(2, -q + 2); r++) {
      const color = tones[(q * 5 + r * 3 + 20) % tones.length] as string
      tiles.push(
        cylinder(4.1, 0.5, kit.paper(color), { sides: 6, at: [q * 6.3, 0.6, (r + q / 2) * 7.25], turn: [0, 30, 0] }),
      )
    }
  }
  const sea = cylinder(21, 0.6, kit.paper('#3f7686'), { sides: 6, turn: [0, 0, 0] })
  const house = (x: number, z: number, color: string) =>
    group(
      box(1.3, 1.1, 1.7, kit.gloss(color), { radius: 0.1, at: [x, 1.1, z] }),
      box(1, 1, 1.7, kit.gloss(color), { radius: 0.1, at: [x, 1.6, z], turn: [0, 0, 45] }),
    )
  const cover = kit.picture(
    700,
    700,
    (context, w, h) => {
      DUSK(context, w, h)
      context.fillStyle = '#f6e7c8'
      context.textAlign = 'center'
      context.font = `700 ${h * 0.15}px "Open Sans", sans-serif`
      context.fillText('DICE', w / 2, h * 0.2)
      context.fillText('HARBOR', w / 2, h * 0.36)
    },
    { key: 'dice harbor', roughness: 0.4 },
  )
  return group(
    sea,
    ...tiles,
    house(2, 3.4, '#b3352f'),
    house(-6.4, 0, '#2f5f8f'),
    house(6.3, -3.6, '#e9e5db'),
    house(-2, -10.6, '#b3352f'),
    place(die(kit, '#f3efe6'), { at: [11, 0.6, 14], turn: [0, 30, 0] }),
    place(die(kit, '#b3352f'), { at: [14.4, 0.6, 11.4], turn: [0, -14, 0] }),
    place(
      group(box(29, 29, 7, kit.paper('#2a2f4a'), { radius: 0.3 }), panel(28.6, 28.6, cover, { at: [0, 14.5, 3.52] })),
      { at: [-3, 0, -25], turn: [-9, 10, 0] },
    ),
  )
}

function die(kit: Kit, color: string): Object3D {
  const dot = kit.plastic(color === '#f3efe6' ? '#26282c' : '#f3efe6')
  const spot = (x: number, y: number, z: number) => place(ball(0.2, dot), { at: [x, y - 0.2, z] })
  return group(
    box(2, 2, 2, kit.gloss(color), { radius: 0.35 }),
    ...[
      [-0.5, -0.5],
      [0.5, 0.5],
      [0, 0],
    ].map(([x = 0, z = 0]) => spot(x, 1.9, z)),
    ...[
      [-0.5, 0.5],
      [0.5, 0.5],
      [-0.5, 1.5],
      [0.5, 1.5],
      [0, 1],
    ].map(([x = 0, y = 0]) => spot(x, y, 0.92)),
    ...[
      [0.5, 0.5],
      [-0.5, 1.5],
    ].map(([z = 0, y = 0]) => spot(-0.92, y, z)),
  )
}

/** Returns a chess board with all pieces in the opening. */
export function chessSet(kit: Kit): Object3D {
  const [dark, light] = [kit.wood('walnut'), kit.wood('birch')]
  const squares = repeat(64, (index) => {
    const [x, z] = [(index % 8) - 3.5, Math.floor(index / 8) - 3.5]
    return box(4.5, 0.2, 4.5, (index + Math.floor(index / 8)) % 2 ? dark : light, {
      radius: 0,
      at: [x * 4.5, 2.4, z * 4.5],
    })
  })
  const order = ['rook', 'knight', 'bishop', 'queen', 'king', 'bishop', 'knight', 'rook'] as const
  const side = (z: number, direction: number, wood: typeof dark) =>
    group(
      ...order.map((kind, index) =>
        place(chessPiece(kind, wood), { at: [(index - 3.5) * 4.5, 2.6, z * 4.5], turn: [0, direction * 90, 0] }),
      ),
      repeat(8, (index) =>
        place(chessPiece('pawn', wood), {
          at: [(index - 3.5) * 4.5, 2.6, (z + direction) * 4.5 + (index === 4 ? direction * 9 : 0)],
        }),
      ),
    )
  return group(
    box(42, 2.5, 42, kit.wood('walnut', { roughness: 0.4 }), { radius: 0.5 }),
    squares,
    side(3.5, -1, kit.wood('birch', { roughness: 0.4 })),
    side(-3.5, 1, kit.wood('black', { roughness: 0.4 })),
  )
}

type Piece = 'pawn' | 'rook' | 'knight' | 'bishop' | 'queen' | 'king'
const HEIGHTS: Record<Piece, number> = { pawn: 4.2, rook: 4.8, knight: 5.4, bishop: 6.2, queen: 7.4, king: 8 }

function chessPiece(kind: Piece, wood: ReturnType<Kit['wood']>): Object3D {
  const h = HEIGHTS[kind]
  const stem = lathe(
    [
      [0, 0],
      [1.6, 0],
      [1.65, 0.4],
      [1.3, 0.8],
      [0.85, h * 0.3],
      [0.62, h * 0.62],
      [1.05, h * 0.7],
      [0.6, h * 0.74],
      [0, h * 0.76],
    ],
    wood,
    { sides: 28 },
  )
  const head: Record<Piece, Object3D> = {
    pawn: ball(0.95, wood, { at: [0, h * 0.68, 0] }),
    rook: group(
      cylinder(1.1, 1.3, wood, { at: [0, h * 0.72, 0], top: 1.25 }),
      repeat(4, (index) =>
        box(0.7, 0.5, 0.5, wood, {
          radius: 0.1,
          at: [Math.cos(index * 1.57) * 0.85, h * 0.98, Math.sin(index * 1.57) * 0.85],
        }),
      ),
    ),
    knight: place(
      plate(
        outline(
          [
            [-1, 0],
            [1, 0],
            [1.1, 1.6],
            [0.5, 3],
            [-0.2, 3.4],
            [-1.7, 2.1],
            [-1.5, 1.5],
            [-0.5, 1.6],
          ],
          { smooth: true },
        ),
        0.9,
        wood,
        { bevel: 0.3 },
      ),
      { at: [0, h * 0.5, -0.45] },
    ),
    bishop: place(ball(1, wood), { scale: [0.85, 1.35, 0.85], at: [0, h * 0.66, 0] }),
    queen: group(
      cylinder(0.7, 1.6, wood, { top: 1.3, at: [0, h * 0.72, 0] }),
      ball(0.4, wood, { at: [0, h * 0.94, 0] }),
    ),
    king: group(
      cylinder(0.75, 1.5, wood, { top: 1.2, at: [0, h * 0.72, 0] }),
      box(0.35, 1.3, 0.35, wood, { radius: 0.08, at: [0, h * 0.9, 0] }),
      box(0.9, 0.35, 0.35, wood, { radius: 0.08, at: [0, h * 0.97, 0] }),
    ),
  }
  return group(stem, head[kind])
}

const drawDartboard: Draw = (context, w) => {
  const middle = w / 2
  const wedge = (from: number, to: number, index: number, color: string) => {
    context.fillStyle = color
    context.beginPath()
    const start = ((index - 0.5) / 20) * Math.PI * 2 - Math.PI / 2
    context.arc(middle, middle, to * middle, start, start + Math.PI / 10)
    context.arc(middle, middle, from * middle, start + Math.PI / 10, start, true)
    context.fill()
  }
  context.fillStyle = '#17181b'
  context.fillRect(0, 0, w, w)
  for (let index = 0; index < 20; index++) {
    const even = index % 2 === 0
    wedge(0.06, 0.8, index, even ? '#1f2124' : '#e8dfc9')
    wedge(0.74, 0.8, index, even ? '#b3352f' : '#2f7a55')
    wedge(0.43, 0.49, index, even ? '#b3352f' : '#2f7a55')
  }
  for (const [radius, color] of [
    [0.08, '#2f7a55'],
    [0.04, '#b3352f'],
  ] as const) {
    context.fillStyle = color
    context.beginPath()
    context.arc(middle, middle, middle * radius, 0, 7)
    context.fill()
  }
  context.fillStyle = '#efe9dc'
  context.font = '600 52px "Open Sans", sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const [index, score] of [20, 1, 18, 4, 13, 6, 10, 15, 2, 17, 3, 19, 7, 16, 8, 11, 14, 9, 12, 5].entries()) {
    const angle = (index / 20) * Math.PI * 2 - Math.PI / 2
    context.fillText(String(score), middle + Math.cos(angle) * middle * 0.89, middle + Math.sin(angle) * middle * 0.89)
  }
}

/** Returns an electronic dartboard with its displays and three darts in it. */
export function dartboard(kit: Kit): Object3D {
  const face = kit.picture(1024, 1024, drawDartboard, { key: 'dartboard', roughness: 0.7 })
  const score = (x: number, text: string) =>
    panel(
      9,
      4,
      kit.screen(260, 116, lettering('#0b0d0f', [{ text, y: 0.55, size: 0.7, color: '#f2694f' }]), `score ${text}`),
      { at: [x, -24.5, 3.05] },
    )
  const dart = (x: number, y: number, color: string) =>
    place(
      group(
        cylinder(0.14, 3, kit.chrome()),
        cylinder(0.4, 5, kit.brass(), { at: [0, 2.6, 0] }),
        cylinder(0.22, 4, kit.plastic('#222'), { at: [0, 7.4, 0] }),
        ...[0, 90].map((turn) =>
          place(box(3, 3.6, 0.1, kit.plastic(color), { radius: 0.02, at: [0, 10.4, 0] }), { turn: [0, turn, 0] }),
        ),
      ),
      { turn: [96, 0, 6], at: [x, y, 2.6] },
    )
  return group(
    plate(roundedRect(46, 58, 5), 3, kit.plastic('#222428'), { bevel: 0.9, steps: 6, at: [0, -3.5, 0] }),
    place(cylinder(21.5, 0.8, kit.plastic('#17181b'), { bevel: 0.3 }), { turn: [90, 0, 0], at: [0, 2, 2.6] }),
    panel(42, 42, face, { corner: 21, at: [0, 2, 3.42] }),
    score(-13, '301'),
    score(13, '180'),
    ...[-3, 0, 3].map((x) =>
      place(cylinder(0.9, 0.6, kit.rubber('#d98a5f')), { turn: [90, 0, 0], at: [x, -24.5, 2.8] }),
    ),
    dart(0.8, 3, '#b3352f'),
    dart(-3.6, 8, '#b3352f'),
    dart(6, 11.6, '#b3352f'),
  )
}

/** Returns a small pool table with balls and two cues. */
export function tabletopPool(kit: Kit): Object3D {
  const colors = [
    '#e6b13f',
    '#2f5f9f',
    '#b3352f',
    '#5f3f7f',
    '#d9793a',
    '#2f7a55',
    '#7a2f2f',
    '#17181b',
    '#e6b13f',
    '#2f5f9f',
  ]
  let index = 0
  const balls: Object3D[] = []
  for (let row = 0; row < 4; row++) {
    for (let place1 = 0; place1 <= row; place1++) {
      balls.push(
        ball(1.25, kit.gloss(colors[index++] ?? '#17181b'), { at: [12 + row * 2.2, 6.6, (place1 - row / 2) * 2.55] }),
      )
    }
  }
  const wood = kit.wood('walnut')
  const rail = (x: number, z: number, w: number, d: number) => box(w, 3.4, d, wood, { radius: 0.8, at: [x, 6, z] })
  const cue = (z: number, turn: number) =>
    place(
      group(
        place(cylinder(0.75, 44, kit.wood('birch'), { top: 0.4 }), { turn: [0, 0, 90] }),
        place(cylinder(0.8, 14, kit.wood('black')), { turn: [0, 0, 90], at: [0.2, 0, 0] }),
      ),
      { at: [8, 9.8, z], turn: [0, turn, 0] },
    )
  return group(
    box(62, 5, 34, wood, { radius: 0.6, at: [0, 1.4, 0] }),
    box(58, 0.6, 30, kit.fabric('#2f6f5a'), { radius: 0.1, at: [0, 6, 0] }),
    rail(0, -16, 66, 3.6),
    rail(0, 16, 66, 3.6),
    rail(-31.2, 0, 3.6, 30),
    rail(31.2, 0, 3.6, 30),
    ...[-29, 0, 29].flatMap((x) =>
      [-14.2, 14.2].map((z) => cylinder(1.9, 0.2, kit.rubber('#0c0d0e'), { at: [x, 6.55, z] })),
    ),
    ...balls,
    ball(1.25, kit.gloss('#f3efe6'), { at: [-14, 6.6, 1] }),
    cue(3, 4),
    place(cue(0, 0), { at: [14, -0.2, 17], turn: [0, 0, 0] }),
    repeat(4, (corner) =>
      cylinder(2, 1.6, kit.rubber('#17181b'), { at: [((corner % 2) - 0.5) * 52, 0, (corner < 2 ? 1 : -1) * 12] }),
    ),
  )
}

/** Returns a large desk mat with a galaxy, one end still rolled. */
export function deskMat(kit: Kit): Object3D {
  const galaxy = kit.picture(
    1400,
    640,
    (context, w, h) => {
      const gradient = context.createRadialGradient(w * 0.6, h * 0.5, 20, w * 0.55, h * 0.5, w * 0.62)
      for (const [at, color] of [
        [0, '#e9c3b0'],
        [0.12, '#9a6aa8'],
        [0.4, '#3c3f78'],
        [1, '#10142a'],
      ] as const)
        gradient.addColorStop(at, color)
      context.fillStyle = gradient
      context.fillRect(0, 0, w, h)
      for (let index = 0; index < 1500; index++) {
        const t = (index * 0.618034) % 1
        const [x, y] = [(index * 197.31) % w, (index * 331.77) % h]
        context.fillStyle = `rgba(255,${240 - (index % 30)},${220 + (index % 35)},${0.25 + t * 0.7})`
        context.beginPath()
        context.arc(x, y, 0.6 + t * t * 2.2, 0, 7)
        context.fill()
      }
    },
    { key: 'galaxy', roughness: 0.9 },
  )
  return group(
    box(80, 0.4, 40, kit.rubber('#15171f'), { radius: 0.15 }),
    panel(79.4, 39.4, galaxy, { turn: [-90, 0, 0], at: [0, 0.41, 0] }),
    place(cylinder(3, 40, kit.rubber('#15171f'), { bevel: 0.2 }), { turn: [90, 0, 0], at: [-41, 3, -20] }),
    place(ring(1.8, 0.3, kit.rubber('#3c3f78')), { turn: [90, 0, 0], at: [-41, 3, 20] }),
  )
}
