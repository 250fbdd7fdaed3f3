import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import { box, cloth, cylinder, group, mirrorX, place, repeat, tube } from '../kit/solids.ts'
import { loft, mix, noise, oval, path3, pillow, smooth, warp } from './forms.ts'

type Fabric = ReturnType<Kit['fabric']>

/** Returns a seat cushion: a box with round edges whose top is filled out, and a seam around its middle. */
export function cushion([w, h, d]: readonly [number, number, number], fabric: Fabric, puff = 2): Object3D {
  const steps = 26
  const edge = Math.min(h * 0.42, 3.4)
  const rings = Array.from({ length: steps + 1 }, (_, step) => {
    const angle = (step / steps - 0.5) * Math.PI
    const inset = edge * (1 - Math.abs(Math.cos(angle)) ** 0.5)
    const side = Math.abs(Math.sin(angle)) ** 0.34 * Math.sign(Math.sin(angle))
    return oval(w / 2 - inset, d / 2 - inset, {
      square: 12,
      count: 120,
      at: [0, h / 2 + (side * h) / 2, 0],
    })
  })
  const round = (x: number, z: number) =>
    Math.max(0, 1 - (Math.abs(x) / (w / 2 - edge)) ** 4) * Math.max(0, 1 - (Math.abs(z) / (d / 2 - edge)) ** 4)
  const lid = Array.from({ length: 17 }, (_, step) => {
    const reach = Math.cos((step / 16) * (Math.PI / 2))
    return oval((w / 2 - edge) * reach + 0.03, (d / 2 - edge) * reach + 0.03, {
      square: mix(3, 12, reach),
      count: 120,
      at: [0, h, 0],
    }).map(([x, y, z]) => [x, y + round(x, z) * (puff + noise(x * 0.09, z * 0.09, w) * 0.4), z] as const)
  })
  const seam = [0.1, 0.9].map((share) =>
    tube(
      oval(w / 2 - edge * 0.07, d / 2 - edge * 0.07, { square: 12, count: 72, at: [0, h * share, 0] }),
      0.32,
      fabric,
      {
        closed: true,
        steps: 220,
      },
    ),
  )
  return group(loft(rings, fabric), loft(lid, fabric), ...seam)
}

/** Returns a throw pillow that stands on its edge and leans back. */
function throwPillow(size: number, color: string, kit: Kit): Object3D {
  const soft = pillow([size, size * 0.38, size], kit.fabric(color), { square: 5.5, puff: 0.42, wrinkle: 0.35 })
  return group(place(soft, { turn: [68, 0, 0], at: [0, size * 0.42, -size * 0.17] }))
}

/** Returns a two-seat sofa with round arms, two seats and two backs. */
export function sofa(color: string, pillows: readonly string[], kit: Kit): Object3D {
  const fabric = kit.fabric(color)
  const oak = kit.wood('oak')
  const arm = group(place(group(cushion([20, 36, 84], fabric, 3)), { at: [73, 16, 0] }))
  const seat = (x: number) => place(group(cushion([62, 17, 70], fabric, 3.4)), { at: [x, 29, 7] })
  const back = (x: number) =>
    place(group(place(group(cushion([61, 17, 46], fabric, 5)), { turn: [78, 0, 0], at: [0, 23, 0] })), {
      at: [x, 46, -30],
    })
  return group(
    place(group(cushion([150, 16, 82], fabric, 0.4)), { at: [0, 14, 0] }),
    place(group(place(group(cushion([148, 14, 46], fabric, 1)), { turn: [84, 0, 0], at: [0, 23, 0] })), {
      at: [0, 30, -40],
    }),
    mirrorX(arm),
    seat(-31.2),
    seat(31.2),
    back(-31),
    back(31),
    repeat(4, (at) => cylinder(1.9, 15, oak, { top: 2.7, at: [(at % 2 ? 1 : -1) * 68, 0, at < 2 ? 32 : -32] })),
    place(throwPillow(42, pillows[0] ?? '#e8dfcf', kit), { at: [-46, 48, -8], turn: [0, 24, 6] }),
    place(throwPillow(38, pillows[1] ?? '#5d6d5f', kit), { at: [48, 48, -10], turn: [0, -22, -4] }),
  )
}

/** Returns a dining chair with a bent back and a shaped seat. */
export function diningChair(tone: Parameters<Kit['wood']>[0], kit: Kit): Object3D {
  const wood = kit.wood(tone)
  const seatRings = Array.from({ length: 25 }, (_, step) => {
    const share = step / 24
    const edge =
      step < 6 ? Math.sin((step / 6) * (Math.PI / 2)) : step > 18 ? Math.sin(((24 - step) / 6) * (Math.PI / 2)) : 1
    return oval(20.4 + edge * 1.6, 19.4 + edge * 1.6, { square: 4.4, count: 120, at: [0, 43.4 + share * 3.2, 0] })
  })
  const top = Array.from({ length: 18 }, (_, step) => {
    const reach = Math.cos((step / 17) * (Math.PI / 2))
    return oval(20.5 * reach + 0.02, 19.5 * reach + 0.02, {
      square: mix(2, 4.4, reach),
      count: 120,
      at: [0, 46.6, 0],
    }).map(
      ([x, y, z]) =>
        [x, y - 1.1 * (1 - (x / 21) ** 2) * (1 - (z / 20) ** 2) * (1 + 0.3 * Math.cos(x * 0.2)), z] as const,
    )
  })
  const leg = (x: number, z: number) =>
    tube(
      [
        [x * 1.16, 0, z * 1.2],
        [x * 1.06, 24, z * 1.06],
        [x, 44, z],
      ],
      1.7,
      wood,
    )
  const post = (side: number) =>
    tube(
      [
        [side * 21.4, 0, -23.4],
        [side * 19.2, 26, -18.6],
        [side * 18.6, 46, -17.6],
        [side * 19, 64, -20],
        [side * 18.6, 79, -23.6],
      ],
      1.75,
      wood,
    )
  const backRest = loft(
    Array.from({ length: 41 }, (_, step) => {
      const share = step / 40
      const x = (share - 0.5) * 46
      const bend = 18.8 + (1 - (x / 23) ** 2) * 5.4
      const half = mix(4, 6.8, smooth(0, 0.25, Math.min(share, 1 - share)))
      return oval(half, 1, { square: 3.4, count: 40 }).map(
        ([a, , b]) => [x, 75.4 + a * 0.98, -bend - 1.4 + b - a * 0.2] as const,
      )
    }),
    wood,
    { caps: true },
  )
  return group(
    loft(seatRings, wood),
    loft(top, wood),
    leg(-18, 17),
    leg(18, 17),
    post(1),
    post(-1),
    backRest,
    tube(path3('-18.6,20,17.6 18.6,20,17.6'), 0.9, wood),
    tube(path3('-20,25,-18.6 20,25,-18.6'), 0.9, wood),
  )
}

/** Returns a platform bed with a leaning headboard; `made` with mattress, pillows and blanket. */
export function platformBed(
  tone: Parameters<Kit['wood']>[0],
  kit: Kit,
  linen = { sheet: '#efe9de', blanket: '#8b9a8d', pillow: '#e7dfd0' },
): Object3D {
  const wood = kit.wood(tone)
  const [w, d] = [168, 208]
  const frame = group(
    box(w, 13, 3.4, wood, { at: [0, 12, d / 2 - 2], radius: 0.7 }),
    box(w, 13, 3.4, wood, { at: [0, 12, -d / 2 + 2], radius: 0.7 }),
    ...[-1, 1].map((side) => box(3.4, 13, d - 4, wood, { at: [side * (w / 2 - 1.7), 12, 0], radius: 0.7 })),
    repeat(4, (at) =>
      box(7, 14, 7, wood, { at: [(at % 2 ? 1 : -1) * (w / 2 - 8), 0, (at < 2 ? 1 : -1) * (d / 2 - 12)], radius: 0.8 }),
    ),
    repeat(4, (at) =>
      box(w / 4 - 0.5, 74, 3, wood, { at: [(at - 1.5) * (w / 4), 12, -d / 2 - 2], radius: 0.7, turn: [-9, 0, 0] }),
    ),
  )
  return group(
    frame,
    place(group(cushion([w - 9, 20, d - 9], kit.fabric('#f4f1ea'), 0.6)), { at: [0, 22, 0] }),
    place(duvet(w - 4, 150, linen.sheet, kit), { at: [0, 42.6, 24] }),
    place(throwOver(w + 3, 58, linen.blanket, kit), { at: [0, 49.6, 60] }),
    bedPillow(-38, linen.pillow, kit),
    bedPillow(38, linen.sheet, kit),
  )
}

function bedPillow(x: number, color: string, kit: Kit): Object3D {
  return place(group(pillow([66, 17, 44], kit.fabric(color), { square: 6, puff: 0.4, wrinkle: 0.8 })), {
    at: [x, 44, -72],
    turn: [24, x > 0 ? -3 : 3, 0],
  })
}

/** Returns a thick duvet that falls a little over both sides. */
function duvet(w: number, d: number, color: string, kit: Kit): Object3D {
  const slab = cushion([w, 7, d], kit.fabric(color), 3)
  return warp(slab, (x, y, z) => {
    const over = smooth(w / 2 - 16, w / 2, Math.abs(x))
    return [
      x - Math.sign(x) * over * 3,
      y - over * 9 + noise(x * 0.035, z * 0.035, 3) * 2.2 + noise(x * 0.1, z * 0.1) * 0.7,
      z + noise(x * 0.04) * 2,
    ] as const
  })
}

function throwOver(w: number, d: number, color: string, kit: Kit): Object3D {
  return cloth(
    w,
    d,
    (u, v) => {
      const [x, z] = [(u - 0.5) * (w + 40), (v - 0.5) * d]
      const over = Math.max(0, Math.abs(x) - w / 2)
      return [
        Math.sign(x) * Math.min(Math.abs(x), w / 2 + over * 0.08),
        6.4 - over * 0.95 - smooth(w / 2 - 14, w / 2, Math.abs(x)) * 5 + noise(x * 0.05, z * 0.06, 8) * 1.3,
        z + noise(x * 0.03, 2) * 2,
      ]
    },
    kit.knit(color),
    { segments: 90 },
  )
}

/** Returns bed linen folded into a pile, tied with a band, with a pillowcase on it. */
export function linenPile(color: string, kit: Kit): Object3D {
  const fabric = kit.fabric(color)
  const slab = (w: number, h: number, d: number, seed: number) =>
    warp(group(box(w, h, d, fabric, { radius: h * 0.46 })), (x, y, z) => [
      x + noise(y * 0.5, z * 0.08, seed) * 0.5,
      y + (noise(x * 0.1, z * 0.1, seed) * 0.5 + 0.1) * (y / h),
      z + noise(x * 0.07, y * 0.6, seed) * 0.8,
    ])
  const layers = repeat(6, (at) =>
    place(group(slab(38 - (at % 2) * 0.6, 2.3, 29, at * 3)), { at: [0, at * 2.15, at % 2 ? 0.3 : 0] }),
  )
  const top = place(group(slab(35, 2, 25, 40), place(group(slab(35, 2, 25, 50)), { at: [0.3, 1.9, 0] })), {
    at: [0, 13, 0.4],
  })
  const ribbon = kit.fabric('#b9a27c')
  return group(
    layers,
    top,
    box(3.4, 17.2, 29.8, ribbon, { radius: 1.2, at: [-7, 0, 0.2] }),
    repeat(4, (at) => cylinder(0.75, 0.35, kit.wood('walnut'), { turn: [90, 0, 0], at: [2 + at * 4, 5.4, 14.6] })),
  )
}
