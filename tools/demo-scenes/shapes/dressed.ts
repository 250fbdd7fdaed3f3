import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  ball,
  box,
  cylinder,
  group,
  type Point,
  panel,
  place,
  plate,
  repeat,
  roundedRect,
  tube,
} from '../kit/solids.ts'
import { band, loft, noise, oval, path2, path3, smooth, stack } from './forms.ts'
import type { Rows } from './garments.ts'
import { label } from './labels.ts'

interface BustLook {
  /** The dummy's half-widths and half-depths, from below the neck of the garment to the top of its own. */
  neck: Rows
  /** The height of the garment's lowest edge. */
  hem: number
  /** How far above the table the garment hangs. */
  lift?: number
}

/** Returns a garment on a tailor's dummy that stands on a turned foot. */
export function onBust(kit: Kit, garment: Object3D, { neck, hem, lift = 15 }: BustLook): Object3D {
  const [linen, oak] = [kit.fabric('#d8c8a8', { bumpScale: 0.3 }), kit.wood('oak')]
  const top = neck.at(-1)?.[0] ?? 70
  return place(
    group(
      garment,
      stack(neck, linen, { square: 2.3 }),
      cylinder(5.9, 1.5, oak, { at: [0, top - 0.4, 0], bevel: 0.6 }),
      ball(1.7, oak, { at: [0, top + 0.8, 0] }),
      cylinder(1.7, lift + 40, kit.brass(), { at: [0, hem - lift, 0] }),
      cylinder(14, 2.2, oak, { at: [0, hem - lift, 0], bevel: 0.8, top: 13 }),
      cylinder(4, 3, oak, { at: [0, hem - lift + 2, 0], top: 2.2, bevel: 0.5 }),
    ),
    { at: [0, lift - hem, 0] },
  )
}

export const T_SHIRT_BUST: BustLook = {
  neck: path3('44,22,9.6 52,23.4,9.7 59,20.2,8.5 63.6,14.2,7.3 66,9.2,6.6 68.4,6.6,6 74,5.7,5.7'),
  hem: 0,
}
export const JACKET_BUST: BustLook = { neck: path3('62,8.4,7 68,7,6.4 74,6.1,5.9 82,5.8,5.8'), hem: 0 }
export const DRESS_BUST: BustLook = {
  neck: path3('82,16.6,9 88,17.6,9.6 97,16.4,7.8 102.4,11.4,6.4 105,8,5.8 108,6.1,5.6 115,5.5,5.5'),
  hem: 0,
  lift: 22,
}

/** Returns folded cloth: a flat fold with round edges, a little uneven. */
function fold(kit: Kit, [w, h, d]: Point, color: string, seed: number): Object3D {
  return loft(
    Array.from({ length: 15 }, (_, step) => {
      const angle = (step / 14 - 0.5) * Math.PI
      const reach = 1 - (1 - Math.cos(angle)) * (h / w) * 0.9
      return oval((w / 2) * reach, (d / 2) * reach, {
        square: 9,
        count: 120,
        at: [0, (Math.sin(angle) * 0.5 + 0.5) * h, 0],
        swell: (around) => noise(Math.cos(around) * 2 + seed, Math.sin(around) * 2, step * 0.2) * 0.25,
      })
    }),
    kit.fabric(color, { bumpScale: 0.9 }),
    { caps: true },
  )
}

/** Returns folded jeans on a second pair, a back pocket and the leather patch on top. */
export function foldedJeans(kit: Kit): Object3D {
  const thread = kit.paper('#c98a3f')
  const pair = (color: string, seed: number) =>
    group(
      fold(kit, [27, 2.1, 34], color, seed),
      place(fold(kit, [26.6, 2.1, 33.4], color, seed + 3), { at: [0.1, 1.9, 0.2] }),
      place(fold(kit, [26.8, 2.1, 33.8], color, seed + 5), { at: [-0.1, 3.8, 0] }),
    )
  const y = 13.3
  const stitched = (points: string) =>
    tube(
      path2(points).map(([x, z]) => [x, y, z] as const),
      0.13,
      thread,
      { steps: 90 },
    )
  const pocket = place(
    plate(roundedRect(13, 15, 1.2), 0.7, kit.fabric('#31415f', { bumpScale: 0.9 }), { bevel: 0.3 }),
    { turn: [-90, 0, 0], at: [3.4, 12.5, 4.6] },
  )
  const seams = group(
    stitched('-2.4,-2.2 9.2,-2.2'),
    stitched('-2.4,-1.2 9.2,-1.2'),
    stitched('-2.5,-2.2 -2.5,9 3.4,11.6 9.3,9 9.3,-2.2'),
    stitched('-1.9,-0.9 -1.9,8.6 3.4,10.9 8.7,8.6 8.7,-0.9'),
    stitched('-1.6,4.6 1,6.4 3.4,4.4 5.8,6.4 8.4,4.6'),
  )
  const patch = place(
    group(
      box(8, 0.35, 5.4, kit.leather('#9c6a3c'), { radius: 0.15 }),
      place(panel(7.2, 4.6, patchText(kit), { corner: 0.3 }), {
        turn: [-90, 0, 0],
        at: [0, 0.36, 0],
      }),
    ),
    { at: [3.4, 12.55, -14] },
  )
  const waist = band(path3('-12.6,12.3,-14 0,12.4,-14 12.6,12.3,-14'), [4.4, 0.7], kit.fabric('#2b3a55'), {
    across: [0, 0, 1],
  })
  const loops = repeat(2, (at) =>
    box(1.3, 1.2, 5.4, kit.fabric('#2b3a55'), { radius: 0.3, at: [at ? 9.6 : -7.4, 12, -14] }),
  )
  return group(
    pair('#41506b', 2),
    place(pair('#2b3a55', 9), { at: [0.6, 6.2, -0.4], turn: [0, 2, 0] }),
    pocket,
    seams,
    waist,
    loops,
    patch,
  )
}

function patchText(kit: Kit) {
  return label(
    kit,
    [7.2, 4.6],
    { brand: 'Denholm', title: 'Straight', note: 'dark indigo' },
    { ground: '#a8763f', ink: '#4a2c14', accent: '#4a2c14', framed: true },
  )
}

/** Returns a ribbed wool hat with a turned-up cuff and a bobble, standing on its cuff. */
export function beanie(color: string, bobble: string, kit: Kit): Object3D {
  const wool = kit.knit(color, { bumpScale: 0.7 })
  const ribs = (depth: number) => (angle: number) =>
    Math.cos(angle * 38) * depth + noise(Math.cos(angle) * 2, Math.sin(angle) * 2) * 0.35
  const rings = (rows: Rows, depth: number) =>
    rows.map(([y, x, z]) => oval(x, z, { count: 320, at: [0, y, 0], swell: ribs(depth * smooth(0, 3, x)) }))
  const cuff = loft(
    rings(path3('0.4,9.9,9.3 0,10.3,9.7 0.6,10.9,10.3 3,11.2,10.6 6,11,10.4 6.6,10.6,10 6.2,10,9.4'), 0.2),
    wool,
  )
  const body = loft(
    rings(
      path3('3,9.9,9.3 7,10.3,9.6 10,10.2,9.5 13,9.4,8.8 16,7.6,7.2 18,5.4,5.2 19.4,3,3 20,1,1 20.1,0.2,0.2'),
      0.16,
    ),
    wool,
    { caps: true },
  )
  const yarn = kit.fabric(bobble, { bumpScale: 0.6 })
  const tufts = repeat(260, (at) => {
    const up = 1 - (2 * (at + 0.5)) / 260
    const [turn, flat] = [at * 2.399963, Math.sqrt(1 - up * up)]
    const reach = 2.7 + kit.random.next() * 0.5
    return ball(0.42, yarn, {
      at: [Math.cos(turn) * flat * reach, 22.2 + up * reach, Math.sin(turn) * flat * reach],
      scale: [1, 1.3, 1],
    })
  })
  return group(cuff, body, ball(2.7, yarn, { at: [0, 19.6, 0] }), tufts)
}
