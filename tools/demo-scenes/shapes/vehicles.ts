import type { Material, Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  ball,
  box,
  cloth,
  cylinder,
  group,
  lathe,
  mirrorX,
  outline,
  panel,
  pipe,
  place,
  plate,
  repeat,
  ring,
  tube,
} from '../kit/solids.ts'
import { band, mix, path2, path3, smooth, stack } from './forms.ts'
import { drawName } from './hand-tools.ts'
import { cushion } from './seating.ts'

/** Where the stem of the scooter is at a height. */
const stemAt = (y: number) => -46 + (y - 22) * 0.16

function scooterWheel(x: number, dark: Material, kit: Kit): Object3D {
  return place(
    group(
      place(
        group(
          ring(10.4, 4.4, dark, { at: [0, -2.2, 0] }),
          cylinder(8.4, 3, kit.metal('#6f7479', 0.35), { at: [0, -1.5, 0], bevel: 0.4 }),
          cylinder(3.4, 4.6, kit.metal('#b9bdc1', 0.3), { at: [0, -2.3, 0], bevel: 0.5 }),
          repeat(9, (at) =>
            cylinder(1.5, 3.2, dark, { at: [Math.cos(at * 0.698) * 5.8, -1.6, Math.sin(at * 0.698) * 5.8] }),
          ),
        ),
        { turn: [90, 0, 0] },
      ),
    ),
    { at: [x, 12.6, 0] },
  )
}

/** The handlebar of a scooter: grips, brake, display and light. */
function handlebar(frame: Material, dark: Material, kit: Kit): Object3D {
  return group(
    tube(
      [
        [stemAt(104) + 2.5, 105, -22],
        [stemAt(104), 104.6, -8],
        [stemAt(104), 104.4, 0],
        [stemAt(104), 104.6, 8],
        [stemAt(104) + 2.5, 105, 22],
      ],
      1.5,
      frame,
    ),
    ...[-1, 1].map((side) =>
      place(cylinder(2.1, 11, dark, { bevel: 0.6 }), {
        turn: [side * 90, 0, side * -8],
        at: [stemAt(104) + 1.4, 104.8, side * 12],
      }),
    ),
    pipe(
      [
        [stemAt(104) - 1.4, 104, 10],
        [stemAt(104) - 4.2, 102, 20],
      ],
      0.5,
      kit.metal('#8b9095'),
    ),
    box(5.6, 3, 6.6, dark, { at: [stemAt(104), 105.2, 0], radius: 1 }),
    place(
      group(
        cylinder(2.2, 2.4, dark, { bevel: 0.5 }),
        cylinder(1.7, 0.4, kit.glow('#fff6df', 1.4), { at: [0, 2.2, 0] }),
      ),
      { at: [stemAt(94) - 1.6, 94, 0], turn: [0, 0, 90] },
    ),
  )
}

/** Returns an electric kick scooter that drives to the left. */
export function kickScooter(kit: Kit): Object3D {
  const frame = kit.gloss('#343a40', { roughness: 0.45 })
  const accent = kit.plastic('#d0582b')
  const dark = kit.rubber('#222427')
  const fender = (x: number, from: number, to: number) =>
    cloth(
      20,
      6,
      (u, v) => {
        const angle = (mix(from, to, u) * Math.PI) / 180
        return [x + Math.cos(angle) * 14.4, 12.6 + Math.sin(angle) * 14.4, (v - 0.5) * 6.4]
      },
      frame,
      { segments: 24 },
    )
  return group(
    scooterWheel(-50, dark, kit),
    scooterWheel(46, dark, kit),
    fender(-50, 40, 150),
    fender(46, 30, 140),
    box(66, 5, 15, frame, { at: [-4, 10.4, 0], radius: 2 }),
    box(60, 0.6, 13, kit.rubber('#1c1d1f'), { at: [-4, 15.2, 0], radius: 0.3 }),
    repeat(14, (at) => box(0.5, 0.3, 12, kit.rubber('#303336'), { at: [-30 + at * 4, 15.7, 0], radius: 0.1 })),
    panel(30, 5, kit.picture(900, 150, drawName('citybreeze', '#d0582b'), { key: 'scooter deck', transparent: true }), {
      at: [-4, 15.86, 0],
      turn: [-90, 0, 0],
    }),
    pipe(path3('-34,14,0 -43,22,0'), 3.4, frame),
    pipe(path3('-50,12.6,4 -50,16,4 -46.4,22,3 -46.4,22,-3 -50,16,-4 -50,12.6,-4'), 1.5, frame),
    pipe(
      [
        [stemAt(20), 20, 0],
        [stemAt(104), 104, 0],
      ],
      2.5,
      frame,
    ),
    cylinder(3.2, 6, accent, { at: [stemAt(27), 25, 0], bevel: 0.6, turn: [0, 0, -9] }),
    box(3, 5, 2, accent, { at: [stemAt(34) + 3, 31, 0], radius: 0.8 }),
    handlebar(frame, dark, kit),
    box(1.2, 2.4, 5, kit.glow('#e03a2a', 0.8), { at: [59.6, 18, 0], radius: 0.4, turn: [0, 0, -30] }),
    tube(
      [
        [stemAt(100) - 2, 100, 2],
        [-52, 70, 3.4],
        [-50, 34, 3],
      ],
      0.35,
      dark,
    ),
    pipe(path3('12,10,6 16,1,9'), 0.8, kit.metal('#5c6166')),
  )
}

/** A stripe over the top of a helmet. */
function helmetStripe(from: number, to: number, tint: string, kit: Kit): Object3D {
  return cloth(
    4,
    30,
    (u, v) => {
      const angle = mix(-Math.PI, 0, v) * 0.93 + Math.PI * 0.46
      const [x, y, z] = [mix(from, to, u), 13 + Math.cos(angle) * 13.75, Math.sin(angle) * 14.75 - 1]
      return [x, y, z * (1 - (x / 12.6) ** 2 * 0.5)]
    },
    kit.gloss(tint, { roughness: 0.3 }),
    { segments: 60 },
  )
}

/** Returns an open-face helmet with a clear visor, looking to +z. */
export function openHelmet(color: string, stripe: string, kit: Kit): Object3D {
  const shell = kit.gloss(color, { roughness: 0.3 })
  const surface = (angle: number, y: number, out = 0) => {
    const level = Math.max(0, 1 - ((y - 13) / (y > 13 ? 13.6 : 17.5)) ** 2) ** 0.5
    return [Math.sin(angle) * (12.6 + out) * level, y, Math.cos(angle) * (14.6 + out) * level - 1] as const
  }
  const rim = (angle: number) =>
    mix(17.6, 1.4, smooth(0.86, 1.3, Math.abs(angle))) + smooth(2.1, 3.14, Math.abs(angle)) * 1.6
  const dome = (material: typeof shell, out: number, top: number) =>
    cloth(
      40,
      30,
      (u, v) => {
        const angle = (u - 0.5) * Math.PI * 2
        return surface(angle, mix(rim(angle), top, 1 - (1 - v) ** 1.6), out)
      },
      material,
      { segments: 140 },
    )
  const edge = tube(
    Array.from({ length: 120 }, (_, at) => {
      const angle = (at / 120 - 0.5) * Math.PI * 2
      return surface(angle, rim(angle), 0.05)
    }),
    0.55,
    kit.rubber('#25272a'),
    { closed: true, steps: 480 },
  )
  const visor = cloth(20, 12, (u, v) => surface((u - 0.5) * 2.5, mix(5.5, 18.6, v), 0.75), kit.glass('#9fb4bd', 0.3), {
    segments: 50,
  })
  const visorEdge = tube(
    Array.from({ length: 30 }, (_, at) => surface((at / 29 - 0.5) * 2.5, 5.5, 0.75)),
    0.28,
    kit.plastic('#33373b'),
  )
  return place(
    group(
      dome(shell, 0, 26.55),
      dome(kit.fabric('#2b2c2f') as never, -0.9, 25.6),
      edge,
      helmetStripe(-1.7, 1.7, stripe, kit),
      visor,
      visorEdge,
      mirrorX(
        group(
          place(cylinder(2.1, 0.9, kit.metal('#8b8f94', 0.3), { bevel: 0.3 }), {
            turn: [0, 0, -90],
            at: [12.5, 14.4, 3.6],
          }),
          box(0.5, 2.2, 0.7, kit.metal('#55595e'), { at: [13.3, 13.3, 3.6], radius: 0.1 }),
        ),
      ),
      repeat(3, (at) =>
        box(2.6, 0.8, 1, kit.plastic('#25272a'), {
          at: [(at - 1) * 4.4, 22.6 - Math.abs(at - 1) * 0.5, 10.3 - Math.abs(at - 1) * 0.3],
          radius: 0.3,
          turn: [-42, 0, 0],
        }),
      ),
      band(path3('-10.4,3,2 -7,-2,4.6 0,-4,5.6 7,-2,4.6 10.4,3,2'), [2, 0.3], kit.fabric('#2b2c2f'), {
        across: [0, 0.3, 1],
      }),
    ),
    { at: [0, 4, 0] },
  )
}

/** Returns a child seat with headrest, side wings and arms. */
export function childSeat(color: string, kit: Kit): Object3D {
  const shell = kit.plastic('#2b2e33')
  const cover = kit.fabric(color)
  const dark = kit.fabric('#3a3e44')
  const upright = (
    size: readonly [number, number, number],
    material: typeof cover,
    at: readonly [number, number, number],
    turn: readonly [number, number, number] = [0, 0, 0],
    puff = 1.6,
  ) =>
    place(group(place(group(cushion(size, material, puff)), { turn: [90, 0, 0], at: [0, size[2] / 2, 0] })), {
      at,
      turn,
    })
  return group(
    stack(path3('0,20,20 2,22,22 8,22.5,22 10,21,21'), shell, { square: 4.6 }),
    place(group(cushion([38, 8, 40], cover, 1.8)), { at: [0, 9, 2] }),
    mirrorX(
      group(
        place(group(cushion([7, 13, 36], dark, 1)), { at: [20.6, 8, 2], turn: [0, 0, -5] }),
        place(group(cushion([6, 4, 22], cover, 0.8)), { at: [21.4, 21, 6] }),
      ),
    ),
    plate(outline(path2('-19,6 19,6 22,24 20,48 15,70 -15,70 -20,48 -22,24'), { smooth: true }), 5, shell, {
      bevel: 1.6,
      at: [0, 2, -25],
      turn: [-10, 0, 0],
    }),
    upright([32, 6, 40], cover, [0, 16, -19], [-10, 0, 0]),
    mirrorX(upright([9, 5, 34], dark, [17.6, 18, -17], [-10, -38, 0])),
    upright([26, 7, 24], cover, [0, 55, -27], [-10, 0, 0], 2.4),
    mirrorX(upright([13, 6, 25], dark, [15.4, 55.4, -21.5], [-10, -58, 0], 1.6)),
    ...[-1, 1].map((side) => box(1.2, 3, 7, kit.plastic('#c8502e'), { at: [side * 16.6, 46, -18], radius: 0.5 })),
    repeat(5, (line) => box(20 - line, 0.5, 0.5, dark, { at: [0, 26 + line * 5, -14.6 - line * 0.9], radius: 0.2 })),
    panel(13, 2.6, kit.picture(700, 140, drawName('littleway', '#f3efe6'), { key: 'seat name', transparent: true }), {
      at: [0, 5.2, 22.3],
    }),
  )
}

/** Returns a trolley jack with its handle up to the right. */
export function trolleyJack(color: string, kit: Kit): Object3D {
  const paint = kit.gloss(color, { roughness: 0.4 })
  const steel = kit.metal('#a9adb1', 0.35)
  const side = (z: number) =>
    plate(outline(path2('-28,3.4 -24,2.6 20,3 25,5 24,14 17,16 8,10 -24,8.4 -28,7')), 1, paint, {
      bevel: 0.25,
      at: [0, 0, z],
    })
  const wheel = (x: number, r: number, z: number) =>
    place(group(cylinder(r, 2.4, steel, { bevel: 0.4 }), cylinder(r * 0.3, 2.8, kit.metal('#5d6166'), {})), {
      turn: [90, 0, 0],
      at: [x, r, z],
    })
  const arm = (z: number) =>
    plate(outline(path2('15,9 18,12 -17,24 -20.6,22.4 -19.6,19.8')), 1.2, kit.gloss('#2b2e32', { roughness: 0.5 }), {
      bevel: 0.25,
      at: [0, 0, z],
    })
  return group(
    side(7.6),
    side(-8.6),
    arm(4),
    arm(-5.2),
    wheel(-24, 3.4, 9.6),
    wheel(-24, 3.4, -11.8),
    wheel(22, 2.8, 6),
    wheel(22, 2.8, -8.4),
    ...[-26, 21].map((x) =>
      pipe(
        [
          [x, 6, -9],
          [x, 6, 9],
        ],
        1,
        steel,
      ),
    ),
    place(cylinder(3.6, 20, kit.gloss('#2b2e32', { roughness: 0.45 }), { bevel: 0.5 }), {
      turn: [0, 0, 90],
      at: [20, 8, 0],
    }),
    pipe(path3('0,8,0 -9,12,0'), 1.5, kit.chrome()),
    box(6, 7, 13, kit.gloss('#2b2e32', { roughness: 0.45 }), { at: [17, 6, 0], radius: 0.8 }),
    cylinder(5.2, 1.6, steel, { at: [-19, 22.6, 0], bevel: 0.3 }),
    cylinder(4.8, 1.8, kit.rubber('#1f2123'), { at: [-19, 24, 0], bevel: 0.4 }),
    repeat(4, (at) => box(8.6, 0.4, 0.7, kit.rubber('#34373a'), { at: [-19, 25.6, -3 + at * 2], radius: 0.1 })),
    pipe(path3('-16,16,0 -22,9,0'), 0.8, steel),
    pipe(path3('17,11,0 22,20,0'), 2.2, paint),
    pipe(path3('21,18,0 46,66,0'), 1.35, kit.chrome()),
    pipe(path3('41,56.4,0 46.4,66.8,0'), 2, kit.rubber('#1f2123')),
    ball(1.4, steel, { at: [19.6, 13.6, 3.4] }),
    panel(22, 4.4, kit.picture(700, 140, drawName('PITLANE 2 t', '#ffffff'), { key: 'jack name', transparent: true }), {
      at: [-4, 6, 8.66],
      turn: [0, 0, -2],
    }),
    lathe(path2('0,0 1,0 1,0.4 0,0.5'), steel, { at: [25, 5, 0] }),
  )
}

/** Returns a safety vest, folded, with its bright stripe. */
export function foldedVest(color: string, kit: Kit): Object3D {
  return group(
    repeat(3, (at) =>
      box(22 - at * 0.3, 0.9, 15, kit.fabric(color, { emissive: color, emissiveIntensity: 0.2 }), {
        radius: 0.44,
        at: [0, at * 0.85, 0],
      }),
    ),
    box(3.6, 0.2, 15.2, kit.metal('#d7dbdd', 0.4), { at: [-4, 2.55, 0], radius: 0.08 }),
    box(3.6, 0.2, 15.2, kit.metal('#d7dbdd', 0.4), { at: [5, 2.55, 0], radius: 0.08 }),
  )
}
