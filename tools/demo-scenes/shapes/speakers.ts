import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  ball,
  box,
  cylinder,
  group,
  lathe,
  panel,
  place,
  plate,
  repeat,
  ring,
  roundedRect,
  tube,
} from '../kit/solids.ts'
import { dots } from './drawings.ts'

type Material = Parameters<typeof box>[3]

/** Returns a loudspeaker's cone with its surround; it faces +z, its back is at z = 0. */
function driver(kit: Kit, radius: number, { cone = '#2a2b2d', rim = '#15161a', dust = '#1c1d20' } = {}): Object3D {
  const body = lathe(
    [
      [0, -radius * 0.22],
      [radius * 0.3, -radius * 0.24],
      [radius * 0.78, 0.02],
    ],
    kit.paper(cone, { roughness: 0.7 }),
    { smooth: false },
  )
  const surround = ring(radius * 0.82, radius * 0.17, kit.rubber('#101113'))
  const frame = ring(radius * 0.96, radius * 0.09, kit.metal(rim, 0.4))
  const cap = place(ball(radius * 0.3, kit.plastic(dust)), { scale: [1, 0.5, 1], at: [0, -radius * 0.32, 0] })
  return place(group(body, surround, frame, cap), { turn: [90, 0, 0], at: [0, 0, 0.1] })
}

/** Returns a tweeter: a small dome in a flat ring. */
function tweeter(kit: Kit, radius: number): Object3D {
  return place(
    group(
      cylinder(radius, 0.4, kit.plastic('#1b1c1f'), { bevel: 0.15 }),
      place(ball(radius * 0.42, kit.fabric('#26272a')), { scale: [1, 0.8, 1], at: [0, 0, 0] }),
      ring(radius * 0.5, 0.25, kit.metal('#3a3c40', 0.4), { at: [0, 0.3, 0] }),
    ),
    { turn: [90, 0, 0] },
  )
}

export interface CabinetLook {
  w: number
  h: number
  d: number
  body: Material
  front: Material
  cone?: string
}

/** Returns a two-way speaker on rubber feet. */
export function cabinet({ w, h, d, body, front, cone = '#2a2b2d' }: CabinetLook, kit: Kit): Object3D {
  return group(
    box(w, h, d, body, { radius: 0.35, at: [0, 0.5, 0] }),
    box(w - 0.9, h - 0.9, 0.6, front, { radius: 0.25, at: [0, 0.95, d / 2] }),
    place(driver(kit, w * 0.37, { cone }), { at: [0, 0.5 + h * 0.33, d / 2 + 0.3] }),
    place(tweeter(kit, w * 0.2), { at: [0, 0.5 + h * 0.77, d / 2 + 0.3] }),
    repeat(4, (index) =>
      cylinder(0.8, 0.5, kit.rubber('#111'), {
        at: [((index % 2) - 0.5) * (w - 3), 0, (index < 2 ? 1 : -1) * (d / 2 - 2)],
      }),
    ),
  )
}

/** Returns a subwoofer: a cube with one large cone. */
export function subwoofer(kit: Kit): Object3D {
  return group(
    box(30, 32, 30, kit.wood('black', { roughness: 0.7 }), { radius: 0.8, at: [0, 2, 0] }),
    place(driver(kit, 11.5, { rim: '#8c9096' }), { at: [0, 18.5, 15] }),
    panel(5, 0.9, kit.metal('#b9bcc2', 0.3), { at: [0, 4.4, 15.05] }),
    repeat(4, (index) =>
      cylinder(1.4, 2, kit.metal('#8c9096', 0.3), { at: [((index % 2) - 0.5) * 22, 0, (index < 2 ? 1 : -1) * 11] }),
    ),
  )
}

/** Returns a round portable speaker that lies on its side, in woven cloth. */
export function roamSpeaker(kit: Kit, color = '#3f5a5e'): Object3D {
  const body = place(
    group(
      cylinder(4.6, 15.5, kit.fabric(color, { bumpScale: 1.2 }), { bevel: 0.4 }),
      place(cap(kit), { at: [0, 15.4, 0] }),
      place(cap(kit), { turn: [180, 0, 0], at: [0, 0.1, 0] }),
      place(group(cylinder(1.3, 0.5, kit.rubber('#1c1f21'))), { turn: [90, 0, 0], at: [0, 7.7, 4.4] }),
    ),
    { turn: [0, 0, 90], at: [7.7, 5, 0] },
  )
  const foot = box(11, 1.4, 4, kit.rubber('#1c1f21'), { radius: 0.5 })
  const controls = repeat(3, (index) =>
    place(box(1.5, 0.4, 1.5, kit.rubber('#cfd4d2'), { radius: 0.2 }), { at: [(index - 1) * 3, 9.4, 0] }),
  )
  const loop = tube(
    [
      [8.9, 6.5, 1.4],
      [10.8, 5, 1.2],
      [11.4, 2.4, 0],
      [10.6, 1, -1.2],
      [8.8, 4, -1.4],
    ],
    0.35,
    kit.fabric('#c8673f'),
  )
  return group(body, foot, controls, loop)
}

function cap(kit: Kit): Object3D {
  return group(
    cylinder(4.75, 1.1, kit.rubber('#1c1f21'), { bevel: 0.4 }),
    cylinder(3.5, 0.3, kit.metal('#5a6467', 0.35), { at: [0, 1, 0], bevel: 0.2 }),
    ring(2.4, 0.2, kit.metal('#8b9496', 0.3), { at: [0, 1.2, 0] }),
  )
}

/** Returns a long bar for below a television; the cloth faces front. */
export function soundbar(kit: Kit, length = 90): Object3D {
  return group(
    box(length, 6.4, 9, kit.plastic('#24262a'), { radius: 1.2, at: [0, 0.6, 0] }),
    box(length - 1, 5.2, 1.4, kit.fabric('#3b3e43'), { radius: 0.6, at: [0, 1.1, 4.1] }),
    panel(4.2, 1, kit.metal('#c9ccd1', 0.3), { at: [0, 3.6, 4.86] }),
    repeat(4, (index) => cylinder(0.6, 0.15, kit.rubber('#55595f'), { at: [(index - 1.5) * 2.4, 6.95, 0.5] })),
    box(length * 0.8, 0.6, 5, kit.rubber('#111'), { radius: 0.2 }),
  )
}

/** Returns a glowing moon on a wooden foot, a speaker for children. */
export function moonSpeaker(kit: Kit): Object3D {
  const moon = ball(7, kit.glow('#f3dfae', 0.55), { at: [0, 2.6, 0] })
  const craters = repeat(9, (index) => {
    const [turn, rise] = [index * 137.5, 20 + ((index * 47) % 110)]
    const spot = place(cylinder(0.7 + (index % 3) * 0.35, 0.12, kit.glow('#e0c486', 0.4), { bevel: 0.05 }), {
      at: [0, 6.96, 0],
    })
    return place(place(place(spot, { turn: [rise, 0, 0] }), { turn: [0, turn, 0] }), { at: [0, 9.6, 0] })
  })
  const face = group(
    place(box(1, 0.9, 0.4, kit.plastic('#5b4630'), { radius: 0.4 }), { at: [-2, 9.6, 6.6], turn: [-4, -16, 0] }),
    place(box(1, 0.9, 0.4, kit.plastic('#5b4630'), { radius: 0.4 }), { at: [2, 9.6, 6.6], turn: [-4, 16, 0] }),
    tube(
      [
        [-1, 8.5, 6.82],
        [0, 8, 6.9],
        [1, 8.5, 6.82],
      ],
      0.14,
      kit.plastic('#5b4630'),
    ),
  )
  return group(moon, craters, face, cylinder(5, 3, kit.wood('birch'), { top: 4.6, bevel: 0.4 }))
}

/** Returns a tall party speaker with two cones in rings of light. */
export function partyTower(kit: Kit): Object3D {
  const rings = [19, 46].map((y, index) =>
    group(
      place(driver(kit, 12.5), { at: [0, y, 16] }),
      place(ring(13.4, 0.9, kit.glow(index ? '#e8875a' : '#5a86e8', 1.1)), { turn: [90, 0, 0], at: [0, y, 16.2] }),
    ),
  )
  const grille = kit.picture(512, 1024, dots('#17181b', '#2b2d31', 10), { key: 'tower grille', roughness: 0.5 })
  return group(
    box(33, 72, 32, kit.plastic('#1a1b1e'), { radius: 3, at: [0, 1.5, 0] }),
    panel(28, 62, grille, { corner: 2, at: [0, 33.5, 16.02] }),
    ...rings,
    place(tweeter(kit, 4), { at: [0, 64, 16] }),
    tube(
      [
        [-9, 73, -6],
        [-8, 78, -6],
        [8, 78, -6],
        [9, 73, -6],
      ],
      1.3,
      kit.rubber('#2b2d31'),
    ),
    repeat(2, (index) =>
      place(cylinder(4, 3, kit.rubber('#101113')), { turn: [0, 0, 90], at: [index ? 14 : -11, 4, -15] }),
    ),
  )
}

/** Returns a megaphone that lies on its handle side, its horn to the front. */
export function megaphone(kit: Kit): Object3D {
  const horn = lathe(
    [
      [3.2, 0],
      [3.6, 6],
      [5, 13],
      [8, 20],
      [11.5, 24],
      [11.8, 24.3],
      [11.4, 24.4],
      [7.6, 20],
      [4.6, 13],
      [3, 6],
    ],
    kit.gloss('#e8e4db'),
    { smooth: true },
  )
  const rim = ring(11.6, 0.9, kit.rubber('#b5482f'), { at: [0, 23.8, 0] })
  const back = cylinder(4.6, 8, kit.plastic('#b5482f'), { top: 3.6, bevel: 0.6, at: [0, -7.6, 0] })
  const core = cylinder(2.6, 12, kit.plastic('#b5482f'), { top: 1.4, at: [0, 8, 0], bevel: 0.6 })
  const whole = place(group(horn, rim, back, core), { turn: [90, 0, 0], at: [0, 14, -8] })
  const handle = group(
    box(3, 11, 4, kit.rubber('#26282b'), { radius: 1.2, at: [0, 0.8, -6], turn: [8, 0, 0] }),
    box(1.2, 2.2, 1.4, kit.plastic('#b5482f'), { radius: 0.4, at: [0, 7.4, -3.6] }),
  )
  return group(whole, handle)
}

/** Returns a round speaker with a suction cup at its back. */
export function showerSpeaker(kit: Kit): Object3D {
  const grille = kit.picture(512, 512, dots('#2f6a70', '#174045', 22), { key: 'shower grille', roughness: 0.5 })
  const puck = group(
    cylinder(4.4, 3.2, kit.rubber('#3f858b'), { bevel: 1.1 }),
    place(panel(5.6, 5.6, grille, { corner: 2.8 }), { turn: [-90, 0, 0], at: [0, 3.22, 0] }),
    ring(3, 0.35, kit.rubber('#e6efec'), { at: [0, 3, 0] }),
    repeat(3, (index) =>
      place(cylinder(0.55, 0.3, kit.rubber('#e6efec')), {
        at: [Math.sin((index - 1) * 0.5) * 3.7, 3, Math.cos((index - 1) * 0.5) * 3.7],
      }),
    ),
    cylinder(3.4, 0.8, kit.glass('#dfeeee', 0.5), { top: 2, at: [0, -0.8, 0] }),
  )
  return place(group(puck), { turn: [78, 0, 0], at: [0, 4.4, 0] })
}

/** Returns a chime with its push button. */
export function doorbell(kit: Kit): Object3D {
  const chime = group(
    place(plate(roundedRect(9, 13, 2.2), 3.4, kit.plastic('#f0ede6'), { bevel: 0.8, steps: 6 }), { at: [0, 6.5, 0] }),
    place(plate(roundedRect(6.6, 7, 1.4), 0.3, kit.fabric('#8d9a94')), { at: [0, 8.4, 3.3] }),
    place(ring(1.1, 0.25, kit.glow('#8fd0c0', 0.9)), { turn: [90, 0, 0], at: [0, 2.8, 3.3] }),
  )
  const button = group(
    place(plate(roundedRect(4, 8, 1.6), 1.8, kit.plastic('#2b2e31'), { bevel: 0.5, steps: 6 }), { at: [0, 4, 0] }),
    place(cylinder(1.3, 0.5, kit.metal('#c9ccd1', 0.25), { bevel: 0.2 }), { turn: [90, 0, 0], at: [0, 2.8, 1.6] }),
    place(ring(1.45, 0.18, kit.glow('#9fd8ff', 1.2)), { turn: [90, 0, 0], at: [0, 2.8, 1.7] }),
  )
  return group(place(chime, { at: [-2.5, 0, 0] }), place(button, { at: [6, 0, 4], turn: [0, -12, 0] }))
}
