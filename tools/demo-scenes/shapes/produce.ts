import { type Material, type Object3D, Vector3 } from 'three'
import type { Kit } from '../kit/kit.ts'
import { ball, box, cylinder, group, outline, place, plate, repeat, tube } from '../kit/solids.ts'
import { blend, loft, mix, noise, oval, path3, smooth, stack, tint } from './forms.ts'

const painted = { vertexColors: true } as const

/** Returns an apple 7.5 cm wide; `colors` go from its shaded to its sunny side. */
export function apple(colors: readonly string[], kit: Kit, seed = kit.random.next() * 40): Object3D {
  const skin = kit.food('#ffffff', { ...painted, roughness: 0.36, clearcoat: 0.6 })
  const body = stack(
    path3(
      '0.9,0.02,0.02 0.35,0.7,0.7 0.05,1.5,1.5 0.7,2.7,2.7 2.2,3.5,3.5 4,3.75,3.75 5.6,3.3,3.3 6.5,2.2,2.2 6.55,1.1,1.1 5.9,0.4,0.4 5.3,0.02,0.02',
    ),
    skin,
    {
      steps: 60,
      caps: false,
      swell: (angle, share) =>
        Math.cos(angle * 5) * 0.1 * (1 - share) + noise(Math.cos(angle) * 2, share * 3, seed) * 0.15,
    },
  )
  tint(body, (x, y, z) => {
    const angle = Math.atan2(z, x)
    const streak = noise(angle * 9, y * 0.22, seed) * 0.28 + noise(angle * 24, y * 0.3, seed + 7) * 0.12
    const sunny =
      0.5 + 0.45 * Math.cos(angle - seed) + streak - smooth(5.2, 6.4, y) * smooth(2.2, 0.5, Math.hypot(x, z)) * 0.5
    return blend(colors, sunny + noise(x * 9, y * 9, z * 9) * 0.06)
  })
  const stem = tube(path3('0,5.2,0 0.1,6.3,0.1 0.5,7.3,0.2'), 0.14, kit.wood('walnut'))
  return group(body, stem, seed % 3 < 1 && leaf(3.6, '#5c7a38', kit, [0.3, 6.8, 0.1]))
}

/** Returns a pointed leaf that grows to the right from `at`. */
function leaf(length: number, color: string, kit: Kit, at: readonly [number, number, number]): Object3D {
  const rings = Array.from({ length: 15 }, (_, step) => {
    const share = step / 14
    const half = Math.sin(share ** 0.8 * Math.PI) * length * 0.24
    return oval(0.06, Math.max(0.02, half), { count: 20 }).map(
      ([x, , z]) => [share * length, Math.sin(share * 2.2) * length * 0.2 + x + Math.abs(z) * 0.35, z] as const,
    )
  })
  return place(loft(rings, kit.food(color, { side: 2 }), { caps: true }), { at })
}

/** Returns an open wooden crate. */
export function crate(
  [w, h, d]: readonly [number, number, number],
  kit: Kit,
  tone: 'pine' | 'birch' = 'pine',
): Object3D {
  const wood = kit.wood(tone)
  const slat = (h - 1) / 2.35
  const long = (z: number) =>
    repeat(2, (row) => box(w, slat, 0.8, wood, { radius: 0.15, at: [0, 0.6 + row * slat * 1.25, z] }))
  const short = (x: number) =>
    repeat(2, (row) => box(0.8, slat, d - 1.4, wood, { radius: 0.15, at: [x, 0.6 + row * slat * 1.25, 0] }))
  const posts = repeat(4, (at) =>
    box(2, h + 0.6, 2, wood, {
      radius: 0.2,
      at: [(at % 2 ? 1 : -1) * (w / 2 - 1.6), 0, (at < 2 ? 1 : -1) * (d / 2 - 1.6)],
    }),
  )
  const nails = repeat(8, (at) =>
    ball(0.22, kit.metal('#8d8f93', 0.5), {
      at: [
        (at % 2 ? 1 : -1) * (w / 2 - 1.6),
        slat * (at < 4 ? 0.4 : 1.65),
        (at % 4 < 2 ? 1 : -1) * (d / 2 + 0.28) - 0.02,
      ],
    }),
  )
  return group(
    long(d / 2 - 0.2),
    long(-d / 2 + 0.2),
    short(w / 2 - 0.5),
    short(-w / 2 + 0.5),
    posts,
    nails,
    repeat(4, (at) => box(w - 1, 0.7, d / 4.6, wood, { radius: 0.15, at: [0, 0.4, (at - 1.5) * (d / 4.1)] })),
  )
}

/** Returns a round sourdough loaf with a slashed crust, 24 cm wide. */
export function loaf(kit: Kit): Object3D {
  const crust = kit.food('#ffffff', { ...painted, roughness: 0.85, clearcoat: 0 })
  const slash = (x: number, z: number) =>
    Math.exp(-(((x + 1 - z * z * 0.02) / 1.2) ** 2)) * smooth(9.5, 6.5, Math.abs(z))
  const cuts = (x: number, z: number) => {
    const along = x - 4.6
    return along < -2.6 || along > 4
      ? 0
      : Math.max(0, Math.cos((z * 1.35 + along * 0.9) * 1.5)) ** 14 * smooth(8, 5, Math.abs(z))
  }
  const rings = Array.from({ length: 91 }, (_, step) => {
    const angle = (step / 90) * (Math.PI / 2)
    const reach = step < 6 ? mix(0.86, 0.99, step / 6) : Math.cos(((step - 6) / 84) * (Math.PI / 2)) ** 0.72
    const height = step < 6 ? (step / 6) * 1.6 : 1.6 + Math.sin(((step - 6) / 84) * (Math.PI / 2)) * 9
    return oval(Math.max(0.05, 12.2 * reach), Math.max(0.05, 10.8 * reach), {
      count: 160,
      at: [0, height, 0],
      swell: (around) => noise(Math.cos(around) * 2.2, angle * 2, Math.sin(around) * 2.2) * 0.5 * reach,
    }).map(([x, y, z]) => {
      const top = smooth(5, 8, y)
      const rough = noise(x * 0.9, y * 0.9, z * 0.9) * 0.14 + noise(x * 3, y * 3, z * 3) * 0.05
      const ear = Math.exp(-(((x + 2.5 - z * z * 0.02) / 0.6) ** 2)) * smooth(9, 6, Math.abs(z)) * 0.7
      return [x, y + (rough - slash(x, z) * 0.9 + ear - cuts(x, z) * 0.3) * top, z] as const
    })
  })
  return tint(loft(rings, crust, { caps: true }), (x, y, z) => {
    const top = smooth(4.5, 7.5, y)
    const brown =
      0.3 + smooth(0, 4, y) * 0.25 + noise(x * 0.5, y * 0.5, z * 0.5) * 0.22 + noise(x * 2, y * 2, z * 2) * 0.1
    const color = blend(['#c58b4c', '#a8642a', '#7c4218', '#5a2d10'], brown + smooth(8, 10, y) * 0.1)
    const flour =
      smooth(0.05, 0.5, noise(x * 0.35 + 5, y * 0.4, z * 0.35) + noise(x * 4, y * 4, z * 4) * 0.5) *
      0.6 *
      smooth(2, 6, y)
    color.lerp(blend(['#efe2c8'], 0), flour)
    return color.lerp(
      blend(['#e2b878', '#efd6a6'], 0.5 + noise(x * 3, z * 3) * 0.5),
      Math.min(1, slash(x, z) * 1.1 + cuts(x, z) * 0.7) * top,
    )
  })
}

/** Returns a wedge of a round cheese with its rind at the back, 8 cm high. */
export function cheeseWedge(kit: Kit, colors = ['#f0cf83', '#e6b95f']): Object3D {
  const paste = kit.food('#ffffff', { ...painted, roughness: 0.6, clearcoat: 0.15 })
  const rind = kit.leather('#8d6a42', { roughness: 0.9, bumpScale: 0.8 })
  const arc = (r: number, from: number, to: number) =>
    Array.from({ length: 25 }, (_, at) => {
      const angle = mix(from, to, at / 24)
      return [Math.sin(angle) * r, -Math.cos(angle) * r] as const
    })
  const body = plate(outline([[0, 0], ...arc(15, -0.42, 0.42)]), 7.6, paste, { bevel: 0.25, turn: [-90, 0, 0] })
  const back = plate(outline([...arc(15.05, -0.425, 0.425), ...arc(15.5, 0.43, -0.43)]), 7.9, rind, {
    bevel: 0.15,
    turn: [-90, 0, 0],
    at: [0, -0.1, 0],
  })
  const mottled = tint(body, (x, y, z) =>
    blend(colors, 0.5 + noise(x * 0.6, y * 0.6, z * 0.6) * 0.35 + smooth(13.5, 15, Math.hypot(x, y)) * 0.5),
  )
  return place(group(mottled, back), { turn: [0, 180, 0] })
}

/** Returns a nut: an almond, a cashew or a hazelnut. */
export function nut(kind: number, kit: Kit): Object3D {
  if (kind === 0) {
    const skin = kit.food('#ffffff', { ...painted, roughness: 0.75, clearcoat: 0 })
    const body = stack(
      path3('0,0.02,0.02 0.12,0.3,0.2 0.7,0.62,0.36 1.5,0.52,0.32 2.15,0.2,0.15 2.4,0.02,0.02'),
      skin,
      { steps: 24, caps: false },
    )
    tint(body, (x, y, z) => blend(['#7d421d', '#a9652f', '#8c4e22'], 0.5 + noise(Math.atan2(z, x) * 5, y * 0.4) * 0.6))
    return group(place(body, { turn: [90, 0, 0], at: [0, 0.36, -1.2] }))
  }
  if (kind === 1) {
    const flesh = kit.food('#e3c08a', { roughness: 0.5 })
    return group(...cashew(flesh))
  }
  return group(
    ball(0.72, kit.food('#8a4d22', { roughness: 0.4 }), { scale: [1, 0.95, 1] }),
    ball(0.5, kit.food('#d2ab78', { roughness: 0.8 }), { at: [0.1, 0.55, 0.12], scale: [1, 0.86, 1] }),
  )
}

function cashew(flesh: Material): Object3D[] {
  const steps = 24
  const rings = Array.from({ length: steps + 1 }, (_, step) => {
    const share = step / steps
    const angle = mix(-1.25, 1.25, share)
    const thick = Math.max(0.02, Math.sin(Math.min(1, share * 1.02) ** 0.85 * Math.PI) ** 0.55 * mix(0.5, 0.36, share))
    const out = new Vector3(Math.sin(angle), 0, Math.cos(angle))
    return oval(thick, thick * 0.9, { count: 20 }).map(
      ([x, , z]) => [out.x * (1.05 + x), 0.45 + z, out.z * (1.05 + x) - 0.7] as const,
    )
  })
  return [loft(rings, flesh)]
}

/** Returns a carrot that lies along x with its greens to the left. */
export function carrot(length: number, kit: Kit): Object3D {
  const skin = kit.food('#ffffff', { ...painted, roughness: 0.5 })
  const wobble = kit.random.next() * 30
  const body = stack(
    [
      [0, 0.15, 0.15],
      [0.4, 0.5, 0.5],
      [length * 0.4, 1.25, 1.25],
      [length * 0.8, 1.75, 1.75],
      [length * 0.97, 1.6, 1.6],
      [length, 0.7, 0.7],
    ],
    skin,
    {
      steps: 90,
      bend: (share) => [noise(share * 2, wobble) * 0.6, noise(share * 2, wobble + 9) * 0.5],
      swell: (angle, share) =>
        (Math.sin(share * length * 5 + noise(share * 20, wobble) * 4) > 0.82 ? -0.07 : 0) +
        noise(Math.cos(angle), share * 12, wobble) * 0.06,
    },
  )
  tint(body, (x, y, z) => blend(['#d9661a', '#ee8426', '#f29a45'], 0.5 + noise(x * 0.8, y * 0.9, z + wobble) * 0.5))
  const greens = repeat(9, (at) => {
    const [lean, turn] = [noise(at * 3.3, wobble) * 4, noise(at * 5.1, wobble) * 4]
    return tube(
      [
        [lean * 0.1, length - 0.3, 0],
        [lean * 0.4, length + 4, turn * 0.4],
        [lean, length + 8, turn],
      ],
      0.16,
      kit.food('#6f9a3a'),
    )
  })
  const tops = repeat(16, (at) => {
    const share = 0.5 + (at % 4) * 0.16
    const [lean, turn] = [noise((at % 9) * 3.3, wobble) * 4 * share, noise((at % 9) * 5.1, wobble) * 4 * share]
    return leaf(2.6, at % 2 ? '#5a8632' : '#719c44', kit, [lean, length + share * 8, turn])
  })
  return place(group(body, greens, tops), { turn: [0, 0, 90], at: [length / 2, 1.7, 0] })
}

/** Returns a tomato or a beet: a ribbed, flattened ball with something green on top. */
export function tomato(color: string, radius: number, kit: Kit): Object3D {
  const skin = kit.food(color, { roughness: 0.22, clearcoat: 0.9, clearcoatRoughness: 0.15 })
  const r = radius
  const body = stack(
    [
      [0.05, 0.05, 0.05],
      [0, r * 0.45, r * 0.45],
      [r * 0.25, r * 0.85, r * 0.85],
      [r * 0.8, r, r],
      [r * 1.35, r * 0.78, r * 0.78],
      [r * 1.52, r * 0.4, r * 0.4],
      [r * 1.42, 0.1, 0.1],
    ],
    skin,
    { caps: false, swell: (angle) => Math.cos(angle * 5) * r * 0.025 },
  )
  const calyx = repeat(5, (at) =>
    place(leaf(r * 0.7, '#4d7a2c', kit, [0, 0, 0]), { at: [0, r * 1.44, 0], turn: [0, at * 72, 0] }),
  )
  return group(body, calyx, cylinder(0.22, r * 0.35, kit.food('#4d7a2c'), { at: [0, r * 1.4, 0] }))
}

/** Returns a potato. */
export function potato(kit: Kit): Object3D {
  const seed = kit.random.next() * 50
  const skin = kit.food('#ffffff', { ...painted, roughness: 0.9, clearcoat: 0 })
  const body = stack(path3('0,0.1,0.1 0.3,1.6,1.4 2.2,3,2.5 4,2.8,2.4 5.4,1.5,1.3 5.7,0.1,0.1'), skin, {
    caps: false,
    swell: (angle, share) => noise(Math.cos(angle) * 1.3, share * 3, Math.sin(angle) * 1.3 + seed) * 0.5,
  })
  tint(body, (x, y, z) =>
    blend(['#a97f47', '#c79f63', '#d3b27a'], 0.5 + noise(x, y, z + seed) * 0.4 + noise(x * 5, y * 5, z * 5) * 0.2),
  )
  return place(group(body), { turn: [90, seed * 20, 0], at: [0, 2.5, 0] })
}

/** Returns a head of broccoli, standing. */
export function broccoli(kit: Kit): Object3D {
  const floret = kit.food('#3f6b2d', { roughness: 0.95, clearcoat: 0 })
  const heads = repeat(26, (at) => {
    const [ring, angle] = [at < 1 ? 0 : at < 9 ? 1 : 2, at * 2.4]
    const out = [0, 3, 5.4][ring] ?? 0
    const seed = at * 7
    const bump = stack(path3('0,0.3,0.3 0.8,1.9,1.9 2.2,2.1,2.1 3.4,1.2,1.2 3.7,0.05,0.05'), floret, {
      steps: 30,
      caps: false,
      swell: (a, s) => noise(Math.cos(a) * 5, s * 9, Math.sin(a) * 5 + seed) * 0.5,
    })
    return place(bump, { at: [Math.cos(angle) * out, 8.6 - out * 0.62, Math.sin(angle) * out] })
  })
  return group(stack(path3('0,1.7,1.7 4,2,2 8,3.6,3.6 9.5,5,5'), kit.food('#9db56c', { roughness: 0.7 })), heads)
}

/** Returns a leek or a cucumber: a long, round vegetable lying along x. */
export function longGreen(length: number, colors: readonly string[], radius: number, kit: Kit): Object3D {
  const skin = kit.food('#ffffff', { ...painted, roughness: 0.45 })
  const body = stack(
    [
      [0, 0.2, 0.2],
      [0.6, radius * 0.8, radius * 0.8],
      [length / 2, radius, radius],
      [length - 0.8, radius * 0.85, radius * 0.85],
      [length, 0.2, 0.2],
    ],
    skin,
    {
      bend: (share) => [Math.sin(share * Math.PI) * 0.9, 0],
      swell: (angle) => Math.cos(angle * 8) * radius * 0.02,
    },
  )
  tint(body, (x, y, z) => blend(colors, y / length + noise(Math.atan2(z, x) * 4, y * 0.15) * 0.08))
  return place(group(body), { turn: [0, 0, 90], at: [length / 2, radius, 0] })
}
