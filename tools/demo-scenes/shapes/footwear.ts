import type { Material, Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import { ball, box, cylinder, group, outline, type Point, place, plate, repeat, ring, tube } from '../kit/solids.ts'
import { along, band, loft, mix, noise, path2, path3, smooth } from './forms.ts'

interface ShoeForm {
  /** Front and heel of the upper seen from the side, from the sole up: `[z, y]`, evenly spaced. */
  front: readonly (readonly [z: number, y: number])[]
  heel: readonly (readonly [z: number, y: number])[]
  /** Half-widths of the foot's outline from heel to toe. */
  widths: readonly number[]
  /** How much narrower the upper becomes from sole to collar. */
  narrow: readonly number[]
  /** How far the collar dips below its heel at the ankle. */
  dip: number
}

const FOOT = [3.3, 3.45, 3.45, 3.4, 3.6, 4.2, 4.75, 4.85, 4.5, 4.1]

/** The outline of heel and toe is round: the share of the width at a place from heel (0) to toe (1). */
function roundness(reach: number): number {
  if (reach < 0.13) return Math.sqrt(Math.max(0, 1 - ((0.13 - reach) / 0.13) ** 2))
  return reach > 0.78 ? Math.sqrt(Math.max(0, 1 - ((reach - 0.78) / 0.22) ** 2.1)) : 1
}

/** A ring of the upper: along the outline at one height, leaning from heel to front. */
function ringOf(form: ShoeForm, share: number, shrink = 0): Point[] {
  const at = (line: ShoeForm['front'], axis: 0 | 1) =>
    along(
      line.map((point) => point[axis]),
      share,
    )
  const [z0, y0, z1, y1] = [at(form.heel, 0) + shrink, at(form.heel, 1), at(form.front, 0) - shrink, at(form.front, 1)]
  const narrow = along(form.narrow, share)
  const half = 60
  const side = (sign: number) =>
    Array.from({ length: half }, (_, step): Point => {
      const place = (1 - Math.cos((step / half) * Math.PI)) / 2
      const reach = sign > 0 ? place : 1 - place
      const z = mix(z0, z1, reach)
      const foot = (z + 14) / 28
      const open = roundness(reach)
      const inward = (z > 0 ? 0.35 : 0.1) * smooth(-8, 8, z)
      const width = Math.max(0, along(form.widths, foot) * narrow * open - shrink * open)
      return [
        sign * width + inward,
        mix(y0, y1, reach) - Math.sin(reach * Math.PI) * form.dip * smooth(0.55, 1, share),
        z,
      ]
    })
  return [...side(1), ...side(-1)]
}

/** The outer surface at a height share; `reach` from heel to front. */
function surfacePoint(form: ShoeForm, share: number, reach: number, sign: number, out: number): Point {
  const ringPoints = ringOf(form, share)
  const step = Math.round((Math.acos(1 - 2 * reach) / Math.PI) * 60)
  const [x, y, z] = ringPoints[sign > 0 ? Math.min(59, step) : Math.min(119, 60 + (60 - step))] ?? [0, 0, 0]
  return [x + sign * out, y + out * 0.4, z]
}

function upper(form: ShoeForm, material: ReturnType<Kit['leather']>, lining: ReturnType<Kit['leather']>): Object3D {
  const rings = Array.from({ length: 61 }, (_, step) => ringOf(form, step / 60))
  const inside = [
    ringOf(form, 1, 0.22).map(([x, y, z]): Point => [x, y + 0.25, z]),
    ...[0.97, 0.88, 0.75, 0.6].map((share) => ringOf(form, share, 0.55)),
  ]
  return group(loft(rings, material), loft([ringOf(form, 1), ...inside], lining))
}

function sole(
  color: string,
  [from, height]: readonly [number, number],
  kit: Kit,
  out: number,
  tread = false,
): Object3D {
  const side = (sign: number) =>
    Array.from({ length: 40 }, (_, step) => {
      const reach = step / 39
      const z = mix(-14 - out, 14 + out * 1.3, (1 - Math.cos(reach * Math.PI)) / 2)
      const foot = (z + 14 + out) / (28 + out * 2.3)
      return [sign * (along(FOOT, foot) + out) * roundness(foot) + 0.35 * smooth(-8, 8, z), -z] as const
    })
  const shape = outline([...side(1), ...side(-1).reverse()])
  const slab = plate(shape, height, kit.rubber(color), { bevel: 0.35, turn: [-90, 0, 0], at: [0, from, 0] })
  const lugs =
    tread &&
    repeat(9, (at) =>
      box(at < 4 ? 6.8 : 8.8, 1.2, 1.9, kit.rubber('#1f1f20'), {
        at: [0.2, from - 0.6, -11.4 + at * 2.8],
        radius: 0.3,
      }),
    )
  return group(slab, lugs)
}

/** Returns the bow of a lace, tied at `top`. */
function bow(top: Point, lace: Material): Object3D {
  const loop = (sign: number) =>
    tube(
      [
        [top[0], top[1] + 0.3, top[2]],
        [sign * 2, top[1] + 1.1, top[2] + 1.4],
        [sign * 4, top[1] - 0.6, top[2] + 2.4],
        [sign * 2.4, top[1] - 0.4, top[2] + 0.6],
        [top[0], top[1] + 0.3, top[2]],
      ],
      0.24,
      lace,
    )
  const end = (sign: number) =>
    tube(
      [
        [top[0], top[1] + 0.3, top[2]],
        [sign * 1.6, top[1] - 0.2, top[2] + 2.6],
        [sign * 3.2, top[1] - 2.6, top[2] + 4.4],
      ],
      0.22,
      lace,
    )
  return group(loop(1), loop(-1), end(1), end(-1))
}

/** Laces across the instep between two height shares. */
function laces(
  form: ShoeForm,
  count: number,
  [from, to]: readonly [number, number],
  color: string,
  kit: Kit,
  metal = false,
): Object3D {
  const lace = kit.fabric(color)
  const rows = Array.from({ length: count }, (_, at) => {
    const share = mix(from, to, at / (count - 1))
    const reach = mix(0.9, 0.82, at / (count - 1))
    const [left, right] = [surfacePoint(form, share, reach, 1, 0.12), surfacePoint(form, share, reach, -1, 0.12)]
    const top = along(
      form.front.map((point) => point[1]),
      share,
    )
    const front = along(
      form.front.map((point) => point[0]),
      share,
    )
    return { left, right, middle: [0.3, top + 0.75, front - 0.1] as Point }
  })
  const eyelets = rows
    .flatMap(({ left, right }) => [left, right])
    .map(([x, y, z]) =>
      place(ring(0.34, 0.18, metal ? kit.metal('#a5a9ae') : kit.gloss('#e4e0d6')), {
        at: [x, y - 0.1, z],
        turn: [30, 0, x > 0 ? -48 : 48],
      }),
    )
  const across = rows.map(({ left, right, middle }) =>
    band(
      [
        left,
        [left[0] * 0.6, mix(left[1], middle[1], 0.75), mix(left[2], middle[2], 0.7)],
        middle,
        [right[0] * 0.6, mix(right[1], middle[1], 0.75), mix(right[2], middle[2], 0.7)],
        right,
      ],
      [0.75, 0.3],
      lace,
      { across: [0, 0.5, 0.86] },
    ),
  )
  const top = rows.at(-1)?.middle ?? [0, 0, 0]
  return group(...across, ...eyelets, bow(top, lace), ball(0.5, lace, { at: [top[0], top[1] - 0.1, top[2]] }))
}

function tongue(
  form: ShoeForm,
  [from, to]: readonly [number, number],
  material: ReturnType<Kit['leather']>,
  rise: number,
): Object3D {
  const points = Array.from({ length: 7 }, (_, at): Point => {
    const share = mix(from, to, at / 6)
    return [
      0.3,
      along(
        form.front.map((point) => point[1]),
        share,
      ) +
        0.1 +
        (at === 6 ? rise : 0),
      along(
        form.front.map((point) => point[0]),
        share,
      ) +
        0.1 -
        (at === 6 ? rise * 0.5 : 0),
    ]
  })
  return band(points, [4.6, 0.8], material)
}

const TRAINER: ShoeForm = {
  front: path2('14,3 14.2,3.8 13.6,4.9 11.4,5.8 8.4,6.5 5.4,7.9 3,9.6 1,11.2'),
  heel: path2('-13.6,3 -13.9,4 -14,5.2 -13.8,6.6 -13.5,7.9 -13.3,9.1 -13.3,10.2 -13.6,11'),
  widths: FOOT,
  narrow: [1, 1.02, 1, 0.96, 0.92, 0.88, 0.84, 0.8],
  dip: 3,
}

/** Returns a low leather trainer, its toe to the front, 28 cm long. */
export function trainer(color: string, accent: string, kit: Kit): Object3D {
  const leather = kit.leather(color, { bumpScale: 0.18 })
  const lining = kit.leather('#e9dfcd', { side: 2 })
  return group(
    sole('#f1ede4', [0, 2.9], kit, 0.35),
    tube(
      Array.from({ length: 60 }, (_, at) => {
        const [x, , z] = ringOf(TRAINER, 0)[at * 2] ?? [0, 0, 0]
        return [x * 1.12, 2.5, z * 1.035] as const
      }),
      0.1,
      kit.paper('#bdb6a8'),
      { closed: true, steps: 240 },
    ),
    upper(TRAINER, leather, lining),
    tongue(TRAINER, [0.62, 0.98], leather, 1.5),
    laces(TRAINER, 5, [0.62, 0.93], '#fbf9f4', kit),
    place(group(box(3.6, 4, 1, kit.leather(accent), { radius: 0.4 })), { at: [0, 7, -13.6], turn: [4, 0, 0] }),
  )
}

const BOOT: ShoeForm = {
  front: path2('14,3.4 14.4,4.6 13.8,6.2 11.4,7.4 8,8.6 4.8,10.8 2.4,13.8 1.2,17 1,20'),
  heel: path2('-13.6,3.4 -14,4.8 -14.1,6.6 -13.8,8.6 -13.3,10.6 -12.9,12.8 -12.9,15.2 -13.1,17.4 -13.4,19.4'),
  widths: FOOT,
  narrow: [1.02, 1.06, 1.04, 1, 0.97, 0.95, 0.97, 1, 1.04],
  dip: 0.6,
}

/** Returns a hiking boot, its toe to the front. */
export function hikingBoot(color: string, accent: string, kit: Kit): Object3D {
  const nubuck = kit.leather(color, { roughness: 0.8, bumpScale: 0.3 })
  const padding = kit.fabric(accent, { side: 2 })
  const rand = loft(
    Array.from({ length: 15 }, (_, step) => ringOf(BOOT, (step / 14) * 0.24, -0.22)),
    kit.rubber('#2b2c2e'),
  )
  const collar = loft(
    Array.from({ length: 13 }, (_, step) => {
      const angle = (step / 12) * Math.PI
      return ringOf(BOOT, 0.9 + (1 - Math.cos(angle)) * 0.05, -Math.sin(angle) * 0.75)
    }),
    padding,
  )
  const seams = [1, -1].flatMap((sign) =>
    path3('0.5,0.02,0.62 0.36,0.5,0.92 0.78,0.05,0.7').map(([share = 0, from = 0, to = 1]) =>
      tube(
        Array.from({ length: 14 }, (_, at) =>
          surfacePoint(BOOT, share + Math.sin((at / 13) * Math.PI) * 0.05, mix(from, to, at / 13), sign, 0.08),
        ),
        0.12,
        kit.paper('#c9a878'),
      ),
    ),
  )
  return group(
    sole('#c8a06a', [1.4, 1.2], kit, 0.55),
    sole('#26272a', [0.6, 1.4], kit, 0.5, true),
    sole('#26272a', [2.2, 1.4], kit, 0.45),
    upper(BOOT, nubuck, padding),
    rand,
    collar,
    tongue(BOOT, [0.5, 0.98], kit.fabric(accent), 2),
    laces(BOOT, 7, [0.52, 0.96], '#b8502f', kit, true),
    ...seams,
    tube(path3('0,18.6,-13.2 0,22.4,-14.6 0,22,-12.4 0,19,-12.6'), 0.4, kit.fabric('#2b2c2e')),
  )
}

/** Returns a pair of shoes: one to the front, the other turned beside it. */
export function pair(shoe: () => Object3D): Object3D {
  const other = place(group(shoe()), { scale: [-1, 1, 1] })
  return group(
    place(group(shoe()), { at: [-6.4, 0, 2], turn: [0, 14, 0] }),
    place(group(other), { at: [7, 0, -3], turn: [0, 34, 0] }),
  )
}

/** Returns a small tin of shoe wax with its lid leaning on it. */
export function waxTin(kit: Kit): Object3D {
  return group(
    cylinder(4, 2, kit.metal('#b9a779', 0.35), { bevel: 0.2 }),
    cylinder(3.7, 0.3, kit.food('#c9a04a'), { at: [0, 1.85, 0] }),
    place(cylinder(4.2, 1.2, kit.gloss('#3d4f3a'), { bevel: 0.25 }), { at: [5.2, 1.4, -1.4], turn: [0, 0, -62] }),
    ball(0.3 + noise(1) * 0.01, kit.food('#c9a04a'), { at: [1, 2, 1], scale: [2, 0.5, 1] }),
  )
}
