import { DoubleSide, type Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  ball,
  box,
  cylinder,
  group,
  lathe,
  pipe,
  place,
  plate,
  repeat,
  ring,
  roundedRect,
  tube,
} from '../kit/solids.ts'
import { between, loft, mix, noise, path2, path3, smooth, stack } from './forms.ts'

/** Returns an LED bulb with its cap down, 11 cm tall. */
export function bulb(kit: Kit, { glass = '#fff1d6', shine = 0.5, collar = '#ece8e0' } = {}): Object3D {
  const steel = kit.metal('#b9bcc0', 0.28)
  return group(
    cylinder(0.5, 0.35, kit.metal('#77797d', 0.4), {}),
    cylinder(1, 0.5, kit.plastic('#2a2a2c'), { top: 1.1, at: [0, 0.3, 0] }),
    cylinder(1.25, 2.1, steel, { at: [0, 0.75, 0] }),
    repeat(5, (at) => place(ring(1.26, 0.26, steel), { at: [0, 0.82 + at * 0.4, 0], turn: [2, 0, 2] })),
    lathe(path2('1.2,2.8 1.5,3 1.9,4.2 2.5,5.6 2.75,6.3'), kit.plastic(collar)),
    lathe(path2('2.72,6.2 3.05,7.2 3.1,8.2 2.8,9.5 2,10.5 0.9,11 0,11.1'), kit.glow(glass, shine)),
    ring(2.73, 0.1, kit.plastic('#c9c4ba'), { at: [0, 6.2, 0] }),
  )
}

/** Returns a clear filament bulb with its cap down. */
export function filamentBulb(kit: Kit): Object3D {
  const brass = kit.metal('#b9a26a', 0.3)
  const wire = kit.glow('#ffb347', 2.4)
  return group(
    cylinder(0.5, 0.35, kit.metal('#77797d', 0.4), {}),
    cylinder(1.25, 2.4, brass, { at: [0, 0.4, 0] }),
    repeat(5, (at) => ring(1.26, 0.26, brass, { at: [0, 0.62 + at * 0.42, 0] })),
    cylinder(0.45, 2.4, kit.glass('#ffffff', 0.5), { at: [0, 2.8, 0], top: 0.2 }),
    repeat(6, (at) => {
      const angle = (at / 6) * Math.PI * 2
      return pipe(
        [
          [Math.cos(angle) * 0.5, 4.9, Math.sin(angle) * 0.5],
          [Math.cos(angle) * 1.1, 8.8, Math.sin(angle) * 1.1],
        ],
        0.11,
        wire,
      )
    }),
    lathe(path2('1.2,2.6 1.4,3.2 2.2,5 3,7 3.05,8.4 2.6,9.8 1.5,10.8 0,11.1'), kit.glass('#ffe2b0', 0.24)),
  )
}

/** Returns a desk lamp with two arms, springs and a bell-shaped head. */
export function armLamp(color: string, kit: Kit): Object3D {
  const paint = kit.gloss(color, { roughness: 0.55, clearcoat: 0.4 })
  const steel = kit.metal('#b9bdc2', 0.28)
  const [elbow, neck] = [
    [-14, 36, 0],
    [15, 57, 0],
  ] as const
  const arm = (from: readonly [number, number, number], to: readonly [number, number, number]) =>
    group(
      ...[-0.9, 0.9].map((z) =>
        pipe(
          [
            [from[0], from[1], z],
            [to[0], to[1], z],
          ],
          0.45,
          paint,
        ),
      ),
    )
  const spring = (from: readonly [number, number], to: readonly [number, number]) =>
    tube(
      Array.from({ length: 90 }, (_, at) => {
        const share = at / 89
        const turn = share * Math.PI * 2 * 16
        return [
          mix(from[0], to[0], share) + Math.cos(turn) * 0.45,
          mix(from[1], to[1], share) + 0.9,
          Math.sin(turn) * 0.5,
        ] as const
      }),
      0.12,
      steel,
      { steps: 640 },
    )
  const joint = ([x, y]: readonly [number, number, number]) =>
    place(cylinder(1.5, 3.6, kit.metal('#8c9095', 0.3), { bevel: 0.4 }), { turn: [90, 0, 0], at: [x, y, -1.8] })
  const head = place(
    group(
      lathe(
        path2('1.6,9.5 2.6,9.2 3.2,8 3.4,6.5 5.6,4 7.6,1.2 8.1,0 7.9,0 7.4,1.2 5.4,3.8 3,6.2 0,6.6'),
        kit.gloss(color, { roughness: 0.55, clearcoat: 0.4, side: DoubleSide }),
      ),
      lathe(path2('0,3 1.6,2.7 2.6,1.6 2.4,0.6 0,0.1'), kit.glow('#fff0cf', 1.6)),
      cylinder(1.2, 1.6, steel, { at: [0, 9.2, 0] }),
    ),
    { at: [18, 48.6, 0], turn: [0, 0, 14] },
  )
  return group(
    cylinder(9.5, 2, paint, { bevel: 0.8 }),
    cylinder(1.7, 4.2, steel, { at: [0, 1.8, 0] }),
    arm([0, 6, 0], elbow),
    arm(elbow, neck),
    spring([-1, 8], [-10, 29]),
    spring([-11, 37.5], [7, 50.5]),
    joint([0, 6, 0]),
    joint(elbow),
    joint(neck),
    head,
    tube(path3('9,0.8,-2 14,0.5,-6 22,0.4,-10 34,0.35,-8'), 0.3, kit.rubber('#2a2b2e')),
  )
}

/** Returns a pendant globe of ribbed paper, 45 cm, with its cord. */
export function paperLantern(kit: Kit, radius = 22.5): Object3D {
  const ribs = 26
  const profile = Array.from({ length: ribs * 6 + 1 }, (_, step) => {
    const angle = mix(-1.38, 1.38, step / (ribs * 6))
    const dip = 1 - Math.abs(Math.sin((step / 6) * Math.PI)) * 0.014
    return [Math.cos(angle) * radius * dip, radius + Math.sin(angle) * radius * 0.94 * dip] as const
  })
  const paper = kit.glow('#f6e3bd', 0.42)
  const wire = kit.wood('birch')
  return group(
    lathe(profile, paper, { smooth: false, sides: 96 }),
    repeat(ribs + 1, (at) => {
      const angle = mix(-1.38, 1.38, at / ribs)
      return ring(Math.cos(angle) * radius, 0.16, kit.paper('#d9bd8c'), {
        at: [0, radius + Math.sin(angle) * radius * 0.94 - 0.08, 0],
      })
    }),
    ring(4.3, 0.5, wire, { at: [0, radius * 1.92, 0] }),
    cylinder(2, 4.5, kit.plastic('#f1ede4'), { at: [0, radius * 1.92 - 2, 0] }),
    tube(
      [
        [0, radius * 2, 0],
        [0.3, radius * 2 + 14, 0],
        [0, radius * 2 + 26, 0],
      ],
      0.35,
      kit.fabric('#3a3a3a'),
    ),
  )
}

/** Returns a beeswax candle; `burning` with a flame. */
export function candle(height: number, radius: number, kit: Kit, burning = false, seed = 0): Object3D {
  const wax = kit.food('#d9a441', { roughness: 0.6, clearcoat: 0.15, emissive: '#7a4d10', emissiveIntensity: 0.12 })
  const body = stack(
    [
      [0, radius, radius],
      [height * 0.5, radius * 0.98, radius * 0.98],
      [height * 0.97, radius * 0.9, radius * 0.9],
      [height, radius * 0.66, radius * 0.66],
    ],
    wax,
    {
      swell: (angle, share) => noise(Math.cos(angle) * 2, share * 8, Math.sin(angle) * 2 + seed) * 0.03,
    },
  )
  return group(
    body,
    tube(
      [
        [0, height - 0.3, 0],
        [0.05, height + 0.7, 0],
        [0.25, height + 1.4, 0],
      ],
      0.1,
      kit.fabric(burning ? '#2b2420' : '#e9e0cc'),
    ),
    burning && flame(kit, height + 1, 1),
  )
}

/** Returns a glowing candle flame that starts at a height. */
function flame(kit: Kit, height: number, size: number): Object3D {
  const layer = (scale: number, color: string, strength: number) =>
    lathe(path2('0,0 0.42,0.5 0.5,1.1 0.3,2 0.1,2.8 0,3.1'), kit.glow(color, strength), {
      scale: [scale, scale, scale],
    })
  return place(group(layer(1, '#ffb13d', 1.6), place(layer(0.72, '#fff0b8', 2.4), { at: [0, 0.15, 0.12] })), {
    at: [0, height, 0],
    scale: size,
  })
}

/** Returns a clay lamp: a pinched bowl with painted dots and a flame of light. */
export function clayLamp(kit: Kit): Object3D {
  const clay = kit.ceramic('#a65233', { roughness: 0.85, clearcoat: 0, side: DoubleSide })
  const radius = (angle: number, base: number, share: number) => base + Math.max(0, Math.cos(angle)) ** 9 * 3.4 * share
  const ringOf = (y: number, base: number, share: number) =>
    Array.from({ length: 97 }, (_, at) => {
      const angle = (at / 96) * Math.PI * 2
      const r = radius(angle, base, share)
      return [
        Math.cos(angle) * r,
        y + Math.max(0, Math.cos(angle)) ** 9 * 0.8 * share,
        Math.sin(angle) * r * (1 - 0.1 * share),
      ] as const
    })
  const rows = path3(
    '0,3.4,0 0.4,4,0 1.4,5.2,0.25 2.6,6.1,0.6 3.5,6.3,0.9 3.8,6.15,1 3.6,5.8,0.96 2.6,5.3,0.6 1.5,4.2,0.2 1.1,0.2,0',
  )
  const rings = Array.from({ length: 60 }, (_, step) => {
    return ringOf(...between(rows, (step / 59) * (rows.length - 1)))
      .slice(0, 96)
      .reverse()
  })
  const dots = repeat(26, (at) => {
    const angle = (at / 26) * Math.PI * 2
    const r = radius(angle, 5.86, 0.42)
    return ball(0.3, kit.paper(['#f3ead6', '#e2b23c', '#3f7f86'][at % 3] ?? '#ffffff'), {
      at: [Math.cos(angle) * r, 1.9, Math.sin(angle) * r * 0.97],
      scale: [0.8, 1, 0.8],
    })
  })
  const body = loft(rings, clay, { caps: true })
  return place(
    group(
      body,
      dots,
      place(ring(6.3, 0.34, kit.paper('#e2b23c')), { at: [0, 3.1, 0], scale: [1, 1, 0.94] }),
      place(cylinder(0.5, 1.2, kit.plastic('#f4ead2'), { top: 0.3 }), { at: [7.2, 3.5, 0] }),
      place(flame(kit, 0, 1.7), { at: [7.2, 4.2, 0] }),
    ),
    { turn: [0, -50, 0] },
  )
}

/** Returns a coil of copper wire with small lights, and its battery box. */
export function fairyLights(kit: Kit): Object3D {
  const turns = 7
  const points = Array.from({ length: 150 }, (_, at) => {
    const angle = (at / 150) * Math.PI * 2 * turns
    const r = 10 + noise(at * 0.13) * 2.6 + Math.sin(angle * 0.6) * 1.2
    return [Math.cos(angle) * r, 0.6 + Math.abs(noise(at * 0.21, 4)) * 4.4, Math.sin(angle) * r * 0.9] as const
  })
  const lights = repeat(50, (at) => {
    const [x, y, z] = points[at * 3] ?? [0, 0, 0]
    return group(
      ball(0.42, kit.glow('#ffd88a', 3), { at: [x, y - 0.4, z], scale: [1, 1.3, 1] }),
      ball(0.75, kit.glass('#ffdf9e', 0.28), { at: [x, y - 0.7, z] }),
    )
  })
  const box3 = group(
    box(7.4, 2.6, 4, kit.plastic('#ece7dc'), { radius: 0.6, at: [15.5, 0, 11] }),
    cylinder(0.8, 0.3, kit.plastic('#c9a052'), { at: [13.6, 2.6, 11] }),
    repeat(3, (line) =>
      box(2.6, 0.1, 0.25, kit.plastic('#bdb6a8'), { at: [16.6, 2.56, 10.2 + line * 0.8], radius: 0.05 }),
    ),
  )
  return group(
    tube(points, 0.1, kit.copper(), { steps: 1500 }),
    lights,
    box3,
    tube(path3('9.5,0.8,3 13,0.4,6 15,1,9.2'), 0.1, kit.copper()),
  )
}

/** Returns a solar light on its stake. */
export function pathLight(kit: Kit): Object3D {
  const steel = kit.brushed('#a9adb0')
  return group(
    cylinder(0.15, 8, kit.plastic('#2b2d30'), { top: 1.1, sides: 8 }),
    cylinder(0.85, 21, steel, { at: [0, 7.6, 0] }),
    cylinder(2.6, 0.8, steel, { at: [0, 28, 0], bevel: 0.2 }),
    lathe(path2('2.3,28.7 3.6,30.6 4.2,33.6 4.3,34.6'), kit.glass('#fff1cf', 0.32)),
    repeat(12, (at) => {
      const angle = (at / 12) * Math.PI * 2
      return pipe(
        [
          [Math.cos(angle) * 2.35, 28.7, Math.sin(angle) * 2.35],
          [Math.cos(angle) * 4.22, 34.4, Math.sin(angle) * 4.22],
        ],
        0.1,
        steel,
      )
    }),
    lathe(path2('0,29 0.9,29.2 1.1,31 0.6,32.6 0,32.8'), kit.glow('#ffd27a', 2.2)),
    lathe(path2('5,34.3 5.3,34.6 5,35.1 4,35.7 0,36.1'), steel),
    box(4.6, 0.2, 4.6, kit.picture(256, 256, drawCells, { key: 'solar cells', roughness: 0.15, clearcoat: 1 }), {
      at: [0, 36, 0],
      radius: 0.08,
      turn: [0, 20, 0],
    }),
  )
}

function drawCells(context: CanvasRenderingContext2D, w: number, h: number): void {
  context.fillStyle = '#16233f'
  context.fillRect(0, 0, w, h)
  context.strokeStyle = '#9fb0cc'
  for (let at = 0; at <= 4; at++) context.strokeRect((at * w) / 4, -4, w / 4, h + 8)
}

/** Returns a rotary dimmer with its frame, as it sits on a wall. */
export function dimmer(kit: Kit): Object3D {
  const white = kit.plastic('#f2efe8', { roughness: 0.35 })
  return place(
    group(
      plate(roundedRect(8.6, 8.6, 0.9), 0.9, white, { bevel: 0.25, steps: 6 }),
      plate(roundedRect(6.4, 6.4, 0.5), 0.5, white, { bevel: 0.15, at: [0, 0, 0.75] }),
      repeat(25, (at) => {
        const angle = mix(220, -40, at / 24) * (Math.PI / 180)
        return cylinder(at % 4 ? 0.06 : 0.1, 0.08, kit.plastic(at < 15 ? '#d9902f' : '#b9b4a8'), {
          turn: [90, 0, 0],
          at: [Math.cos(angle) * 2.7, Math.sin(angle) * 2.7, 1.22],
        })
      }),
      place(
        stack(path3('0,2.15,2.15 0.3,2.2,2.2 1.5,2,2 1.85,1.8,1.8'), kit.brushed('#c9ccce'), {
          swell: (angle, share) => Math.cos(angle * 40) * 0.035 * smooth(1, 0.8, share),
        }),
        { turn: [90, 0, 0], at: [0, 0, 1.2] },
      ),
      box(0.22, 1.1, 0.12, kit.plastic('#d9902f'), { at: [0.62, 0.5, 3.02], radius: 0.05, turn: [0, 0, -40] }),
      ball(0.13, kit.glow('#7fe08e', 2), { at: [2.6, -2.85, 1.1] }),
    ),
    { at: [0, 4.4, 0] },
  )
}
