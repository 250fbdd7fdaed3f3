import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import { ball, box, cylinder, group, lathe, outline, panel, place, plate, repeat, tube } from '../kit/solids.ts'
import { blend, loft, mix, noise, oval, path2, path3, smooth, stack, tint } from './forms.ts'

/** Returns a box of a jigsaw puzzle with its picture, and some pieces before it. */
export function jigsaw(kit: Kit): Object3D {
  const picture = kit.picture(1400, 1000, (context, w, h) => drawPuzzleBox(context, w, h), { key: 'puzzle box' })
  const side = kit.picture(1400, 200, (context, w, h) => drawSpine(context, w, h), { key: 'puzzle spine' })
  const carton = place(
    group(
      box(37, 27, 6, kit.paper('#27506b'), { radius: 0.3 }),
      panel(36.6, 26.6, picture, { at: [0, 13.5, 3.02] }),
      panel(5.4, 26, kit.paper('#214459'), { at: [18.52, 13.5, 0], turn: [0, 90, 0] }),
      panel(36.4, 5.6, side, { at: [0, 27.02, 0], turn: [-90, 0, 0] }),
    ),
    { turn: [-9, 0, 0], at: [0, 0.6, 0] },
  )
  const pieces = repeat(16, (at) =>
    place(
      group(puzzlePiece(['#3f7fa6', '#7fb4c9', '#e9d9b6', '#c8553d', '#f0f0e8', '#2f5a78'][at % 6] ?? '#ffffff', kit)),
      {
        at: [-15 + (at % 7) * 5 + noise(at) * 1.6, at === 9 ? 0.5 : 0, 10 + Math.floor(at / 7) * 5 + noise(at, 3)],
        turn: [0, at * 73, 0],
      },
    ),
  )
  return group(carton, pieces)
}

function puzzlePiece(color: string, kit: Kit): Object3D {
  const knob = (side: number, out: number) => {
    const turn = (side * Math.PI) / 2
    const local = [
      [-1.6, 1.6],
      [-0.45, 1.6],
      [-0.3, 1.6 + out * 0.25],
      [-0.62, 1.6 + out * 0.75],
      [0, 1.6 + out * 1.1],
      [0.62, 1.6 + out * 0.75],
      [0.3, 1.6 + out * 0.25],
      [0.45, 1.6],
    ] as const
    return local.map(
      ([x, y]) => [x * Math.cos(turn) + y * Math.sin(turn), -x * Math.sin(turn) + y * Math.cos(turn)] as const,
    )
  }
  return plate(
    outline([...knob(0, 1), ...knob(1, -1), ...knob(2, 1), ...knob(3, -1)], { smooth: true }),
    0.35,
    kit.paper(color),
    { bevel: 0.08, turn: [-90, 0, 0] },
  )
}

function drawPuzzleBox(context: CanvasRenderingContext2D, w: number, h: number): void {
  drawHarbor(context, w, h)
  context.fillStyle = '#27506b'
  context.fillRect(0, h * 0.82, w, h * 0.18)
  context.fillStyle = '#ffffff'
  context.font = `700 ${h * 0.075}px "DejaVu Serif"`
  context.fillText('Thousand Harbours', w * 0.04, h * 0.935)
  context.textAlign = 'right'
  context.font = `700 ${h * 0.06}px "DejaVu Sans"`
  context.fillText('1,000 pieces', w * 0.96, h * 0.93)
  context.textAlign = 'left'
}

function drawHarbor(context: CanvasRenderingContext2D, w: number, h: number): void {
  const sky = context.createLinearGradient(0, 0, 0, h * 0.5)
  for (const [at, color] of [
    [0, '#6fa8c9'],
    [0.7, '#f2d6b0'],
    [1, '#f4b98a'],
  ] as const)
    sky.addColorStop(at, color)
  context.fillStyle = sky
  context.fillRect(0, 0, w, h * 0.5)
  const sea = context.createLinearGradient(0, h * 0.5, 0, h)
  for (const [at, color] of [
    [0, '#7fb7c4'],
    [1, '#1f5a78'],
  ] as const)
    sea.addColorStop(at, color)
  context.fillStyle = sea
  context.fillRect(0, h * 0.5, w, h * 0.5)
  for (let at = 0; at < 16; at++) {
    const [x, tall] = [at * w * 0.064 - 10, h * (0.16 + (noise(at * 1.7) + 1) * 0.08)]
    context.fillStyle = ['#d98a5a', '#e8d9b8', '#b8564a', '#7f9aa0', '#e0b45a'][at % 5] ?? '#ffffff'
    context.fillRect(x, h * 0.52 - tall, w * 0.066, tall)
    context.fillStyle = '#7a3b30'
    context.beginPath()
    context.moveTo(x - 4, h * 0.52 - tall)
    context.lineTo(x + w * 0.033, h * 0.46 - tall)
    context.lineTo(x + w * 0.07, h * 0.52 - tall)
    context.fill()
    context.fillStyle = '#fff3cf'
    for (let pane = 0; pane < 6; pane++)
      context.fillRect(
        x + w * (0.012 + (pane % 2) * 0.028),
        h * 0.54 - tall + Math.floor(pane / 2) * h * 0.055,
        w * 0.013,
        h * 0.03,
      )
  }
  for (let at = 0; at < 60; at++) {
    context.fillStyle = at % 2 ? '#ffffff44' : '#0c3a5244'
    context.fillRect(((noise(at * 3.1) + 1) / 2) * w, h * (0.53 + (at / 60) * 0.3), w * 0.07, 3)
  }
  for (const [x, y, size, color] of [
    [0.2, 0.66, 1.1, '#ffffff'],
    [0.5, 0.6, 0.75, '#d9573f'],
    [0.76, 0.7, 1.3, '#f0c45a'],
  ] as const)
    drawBoat(context, w * x, h * y, h * 0.16 * size, color)
}

function drawBoat(context: CanvasRenderingContext2D, x: number, y: number, size: number, color: string): void {
  const fill = (style: string, points: readonly (readonly [number, number])[]) => {
    context.fillStyle = style
    context.beginPath()
    for (const [px, py] of points) context.lineTo(x + px * size, y + py * size)
    context.fill()
  }
  fill('#6b3526', path2('-0.6,0 0.7,0 0.5,0.24 -0.45,0.24'))
  fill('#3a2a22', path2('-0.02,0 0.02,0 0.02,-1.25 -0.02,-1.25'))
  fill(color, path2('0.05,-1.2 0.05,-0.1 0.62,-0.1'))
  fill('#f6efe0', path2('-0.05,-1.05 -0.05,-0.1 -0.46,-0.1'))
}

function drawSpine(context: CanvasRenderingContext2D, w: number, h: number): void {
  context.fillStyle = '#27506b'
  context.fillRect(0, 0, w, h)
  context.fillStyle = '#ffffff'
  context.font = `700 ${h * 0.36}px "DejaVu Serif"`
  context.fillText('Thousand Harbours', w * 0.05, h * 0.62)
}

/** Returns a block of plaster with bones half dug out, a chisel and a brush. */
export function dinoDig(kit: Kit): Object3D {
  const stone = kit.foam('#ffffff', { vertexColors: true, bumpScale: 1 })
  const rings = Array.from({ length: 41 }, (_, step) => {
    const share = step / 40
    const top = smooth(0.86, 1, share)
    return oval(mix(13.4, 12.4, share) - top * 12.3, mix(9.4, 8.6, share) - top * 8.5, {
      square: mix(5, 2.4, top),
      count: 140,
      at: [0, Math.min(6, share * 7), 0],
      swell: (angle) => noise(Math.cos(angle) * 4, share * 6, Math.sin(angle) * 4) * 0.5 * (1 - top),
    }).map(
      ([x, y, z]) =>
        [
          x,
          y + noise(x * 0.5, z * 0.5) * 0.5 * top - Math.exp(-((x / 9) ** 2 + (z / 5.5) ** 2)) * 1.7 * top,
          z,
        ] as const,
    )
  })
  const rock = tint(loft(rings, stone), (x, y, z) =>
    blend(
      ['#b98f62', '#cfa878', '#dec09a'],
      0.5 + noise(x * 0.4, y * 0.7, z * 0.4) * 0.35 + noise(x * 2, y * 2, z * 2) * 0.2,
    ),
  )
  const bone = kit.food('#f3ead4', { roughness: 0.7, clearcoat: 0 })
  const tool = (object: Object3D, x: number, turn: number) =>
    place(group(place(group(object), { turn: [-90, 0, 0], at: [0, 0.8, 0] })), { at: [x, 0, 16], turn: [0, turn, 0] })
  const brush = group(
    lathe(path2('0,0 0.8,0.1 0.9,4 0.6,8 0.9,10'), kit.wood('birch')),
    cylinder(1, 1.6, kit.metal(), { at: [0, 9.6, 0] }),
    lathe(path2('0.95,11 1.2,12.4 0.9,14 0,14.6'), kit.knit('#d9b98a', { bumpScale: 0.3 })),
  )
  const chisel = group(
    lathe(path2('0,0 0.9,0.1 1,3 0.8,7'), kit.wood('cherry')),
    stack(path3('7,0.5,0.5 10,0.5,0.5 13,0.9,0.14'), kit.metal('#a9adb2'), { square: 4 }),
  )
  const crumbs = repeat(22, (at) =>
    box(0.5 + (at % 4) * 0.25, 0.5, 0.6, kit.foam('#cfa878'), {
      radius: 0.15,
      at: [noise(at * 1.9) * 15, 0, 10.5 + noise(at, 7) * 3],
      turn: [0, at * 41, 0],
    }),
  )
  return group(
    rock,
    place(dinoSkeleton(bone), { at: [-0.6, 5.2, -0.4], turn: [-82, 0, 0], scale: 0.98 }),
    tool(brush, -9, -70),
    tool(chisel, 12, 66),
    crumbs,
  )
}

/** The skeleton of a long-necked dinosaur in the plane of x and y. */
function dinoSkeleton(bone: ReturnType<Kit['food']>): Object3D {
  const spine = Array.from({ length: 30 }, (_, at) => {
    const share = at / 29
    return [mix(-9.5, 8.6, share), along(share), 0.2] as const
  })
  const vertebrae = group(
    ...spine.map(([x, y], at) => ball(0.36 + Math.sin((at / 29) * Math.PI) * 0.28, bone, { at: [x, y - 0.5, 0.2] })),
  )
  const ribs = repeat(8, (at) => {
    const [x, long] = [-2.4 + at * 0.72, 2.4 + Math.sin((at / 7) * Math.PI) * 1.3]
    return tube(
      [
        [x, 1.6, 0.3],
        [x + 0.5, 0.6, 0.8],
        [x + 0.2, 1.2 - long, 0.5],
      ],
      0.19,
      bone,
    )
  })
  const legBones = [-2.2, -1.2, 2.4, 3.5].map((x, at) =>
    group(
      tube(
        [
          [x, 0.2, 0.3],
          [x + (at % 2 ? 0.5 : -0.4), -2, 0.5],
          [x + (at % 2 ? 0.2 : -0.1), -4.2, 0.4],
        ],
        0.34,
        bone,
      ),
      ball(0.5, bone, { at: [x + (at % 2 ? 0.5 : -0.4), -2.4, 0.4] }),
      ball(0.55, bone, { at: [x, -4.8, 0.3], scale: [1.4, 0.7, 1] }),
    ),
  )
  return group(
    vertebrae,
    ribs,
    ...legBones,
    ball(1.1, bone, { at: [9.4, 5.1, 0.2], scale: [1.35, 0.85, 0.7] }),
    tube(path3('9,5.5,0.6 10.4,5.2,0.6 11,5.1,0.5'), 0.3, bone),
    ball(0.26, blackened(bone), { at: [9.6, 6, 1.3] }),
  )
}

const blackened = (bone: ReturnType<Kit['food']>) =>
  Object.assign(bone.clone(), { color: bone.color.clone().multiplyScalar(0.2) })

/** The height of the spine from the tail (0) to the head (1). */
const along = (share: number) => mix(-1.4, 1.8, smooth(0, 0.45, share)) + smooth(0.62, 1, share) * 4.4
