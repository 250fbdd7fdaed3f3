import { CatmullRomCurve3, Color, type Material, type Object3D, Vector3 } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  box,
  circle,
  cylinder,
  group,
  hole,
  mirrorX,
  type Point,
  place,
  plate,
  repeat,
  roundedRect,
  tube,
} from '../kit/solids.ts'
import { drawn, tiled } from '../kit/textures.ts'
import { along, band, loft, mix, noise, oval, path3, smooth } from './forms.ts'

export type Fabric = ReturnType<Kit['fabric']>

interface LimbOptions {
  /** Half-depth as a share of the half-width. */
  flat?: number
  folds?: number
  seed?: number
  /** The end turns inwards, like a hem. */
  hem?: boolean
}

/** Returns a sleeve or a leg along a smooth path; `radii` are spread evenly over it. */
export function limb(
  path: readonly Point[],
  radii: readonly number[],
  material: Material,
  options: LimbOptions = {},
): Object3D {
  const { flat = 0.8, folds = 0.5, seed = 1, hem = true } = options
  const curve = new CatmullRomCurve3(path.map((point) => new Vector3(...point)))
  const ringAt = (share: number, shrink: number) => {
    const [center, tangent] = [curve.getPointAt(share), curve.getTangentAt(share)]
    const side = new Vector3(0, 0, 1).cross(tangent).normalize()
    const front = tangent.clone().cross(side).normalize()
    const radius = along(radii, share) * shrink
    return oval(radius, radius * flat, {
      count: 72,
      swell: (angle) =>
        noise(Math.cos(angle) * 1.4 + seed, share * 9, Math.sin(angle) * 1.4) * folds +
        Math.sin(share * 60 + Math.cos(angle) * 3 + seed) * folds * 0.14 * smooth(0, 0.3, share),
    }).map(([x, , z]): Point => {
      const point = center.clone().addScaledVector(side, x).addScaledVector(front, z)
      return [point.x, point.y, point.z]
    })
  }
  const rings = Array.from({ length: 61 }, (_, step) => ringAt(step / 60, 1))
  const inside = hem ? [ringAt(1, 0.97), ringAt(0.985, 0.94), ringAt(0.93, 0.9)] : []
  return loft([...rings, ...inside], material)
}

interface TorsoOptions {
  square?: number
  folds?: number
  /** How many centimeters the front of the neck lies below its back. */
  scoop?: number
  /** The scoop is a V. */
  pointed?: boolean
  /** Hanging folds: how many around, and how deep at the hem. */
  pleats?: readonly [count: number, depth: number]
  seed?: number
}

export type Rows = readonly (readonly [y: number, x: number, z: number])[]

/** Returns a hollow body from hem to neck, as if worn. */
export function torso(rows: Rows, material: Material, options: TorsoOptions = {}): Object3D {
  const { square = 2.5, folds = 0.6, scoop = 0, pointed = false, pleats = [0, 0], seed = 2 } = options
  const column = (axis: 0 | 1 | 2, share: number) =>
    along(
      rows.map((row) => row[axis]),
      share,
    )
  const [neckWidth, neckDepth] = [rows.at(-1)?.[1] ?? 8, rows.at(-1)?.[2] ?? 7]
  const ringAt = (share: number, shrink: number) => {
    const fall = 1 - share
    return oval(column(1, share) * shrink, column(2, share) * shrink, {
      square,
      count: 160,
      at: [0, column(0, share), 0],
      swell: (angle) =>
        noise(Math.cos(angle) * 1.3 + seed, share * 4, Math.sin(angle) * 1.3) * folds * 1.4 * (0.3 + fall) +
        Math.sin(angle * pleats[0] + noise(share * 3, seed) * 2) * pleats[1] * fall ** 1.3 +
        noise(Math.cos(angle) * 5, share * 13 + Math.abs(Math.cos(angle)) * 4, seed) * folds * 0.35,
    }).map(([x, y, z]): Point => {
      const front = smooth(-neckDepth * 0.3, neckDepth, z)
      const middle = pointed
        ? Math.max(0, 1 - Math.abs(x) / neckWidth)
        : Math.sqrt(Math.max(0, 1 - (x / (neckWidth * 1.1)) ** 2))
      const low = y - scoop * front * middle * smooth(pointed ? 0.55 : 0.8, 1, share)
      return [
        x,
        low,
        z > 0 && low < y - 0.05 ? Math.max(z, chest(rows, x, low, square) * (shrink > 0.99 ? 1.004 : shrink)) : z,
      ]
    })
  }
  const rings = Array.from({ length: 91 }, (_, step) => ringAt(step / 90, 1))
  const under = [ringAt(0.05, 0.96), ringAt(0.006, 0.975)]
  const inner = [ringAt(1, 0.975), ringAt(0.985, 0.95), ringAt(0.95, 0.94)].map((ring) =>
    ring.map(([x, y, z]): Point => [x, y - 0.1, z]),
  )
  return loft([...under, ...rings, ...inner], material)
}

/** How far the front of a body stands out at a place. */
function chest(rows: Rows, x: number, y: number, square: number): number {
  const at = Math.max(
    1,
    rows.findIndex((row) => row[0] >= y),
  )
  const [under, over] = [rows[at - 1] ?? [0, 1, 1], rows[at] ?? [1, 1, 1]]
  const share = Math.min(1, (y - under[0]) / Math.max(0.01, over[0] - under[0]))
  const [wide, deep] = [mix(under[1], over[1], share), mix(under[2], over[2], share)]
  return deep * Math.max(0, 1 - (Math.abs(x) / wide) ** square) ** (1 / square)
}

/** The outline of the neck, a little outside, for a collar. */
function neckLine(rows: Rows, scoop: number, out: number): Point[] {
  const [y, x, z] = rows.at(-1) ?? [0, 8, 7]
  return oval(x + out, z + out, { square: 2.5, count: 60, at: [0, y, 0] }).map(([px, py, pz]) => {
    const low = py - scoop * smooth(-z * 0.3, z, pz) * Math.sqrt(Math.max(0, 1 - (px / (x * 1.1)) ** 2))
    return [px, low, pz > 0 ? Math.max(pz, chest(rows, px, low, 2.5) + out) : pz]
  })
}

/** Returns a T-shirt as if worn. */
export function tShirt(color: string, kit: Kit): Object3D {
  const fabric = kit.fabric(color, { bumpScale: 0.25 })
  const rows: Rows = path3(
    '0,26.5,11.5 12,26,12 28,25.6,12.4 42,26.4,12.2 52,26,11.4 59,22.6,9.8 63.6,16.4,8.4 66,10.6,7.6 66.6,9.4,7.4',
  )
  const sleeve = limb(path3('9,54.4,0 17,53,0.1 25.6,47.6,0.5 32.6,39,1.1 34,36.6,1.2'), [6, 8.3, 9, 9, 9], fabric, {
    flat: 0.74,
    folds: 0.5,
  })
  const collar = tube(
    neckLine(rows, 7.4, 0.3),
    0.85,
    kit.knit(`#${new Color(color).multiplyScalar(0.86).getHexString()}`, { bumpScale: 0.3 }),
    { closed: true, steps: 180 },
  )
  const stitch = tube(oval(26.7, 11.7, { square: 2.5, count: 80, at: [0, 1.9, 0] }), 0.12, fabric, {
    closed: true,
    steps: 240,
  })
  return group(
    torso(rows, fabric, { scoop: 7.4, folds: 0.8 }),
    mirrorX(sleeve),
    collar,
    stitch,
    box(2.4, 1.6, 0.1, kit.paper('#f4f1ea'), { at: [0, 63.4, -5], radius: 0.02 }),
  )
}

function cuffs(cord: Material): Object3D {
  return mirrorX(
    place(
      group(
        loft(
          [-1.6, -1.2, 1.2, 1.6].map((y, at) =>
            oval(7.6 + (at % 3 ? 0.3 : 0), 6.5 + (at % 3 ? 0.3 : 0), { count: 50, at: [0, y, 0] }),
          ),
          cord,
        ),
      ),
      { at: [33.4, 10, 5], turn: [-10, 0, 2] },
    ),
  )
}

/** What shows inside the neck of a jacket. */
function neckLining(kit: Kit): Object3D {
  const neck = (y: number, grow: number) =>
    oval(9.6 + grow, 7.6 + grow, { square: 2.5, count: 60, at: [0, y, 0] }).map(
      ([px, py, pz]): Point => [px, py - smooth(-3, 8, pz) * 6, pz],
    )
  const lining = loft([neck(60, -0.4), neck(68, 0), neck(75.4, 0.5)], checked(kit))
  const under = place(
    plate(hole(circle(9), circle(0.01)), 0.4, kit.fabric('#2d2a25'), { bevel: 0.05, scale: [1.1, 0.85, 1] }),
    { turn: [-90, 0, 0], at: [0, 62, 0] },
  )
  return group(lining, under)
}

/** Returns a field jacket with four pockets, cord collar and snaps, as if worn. */
export function fieldJacket(color: string, collarColor: string, kit: Kit): Object3D {
  const waxed = kit.leather(color, { roughness: 0.6, bumpScale: 0.22, sheen: 0.25 })
  const cord = kit.knit(collarColor, { bumpScale: 0.9 })
  const brass = kit.brass()
  const rows: Rows = path3(
    '0,29,14.4 14,28.4,14.6 32,27.6,14.6 48,28.2,14.6 58,27.4,13.4 66,23.4,11.4 71,16.4,9.6 73.4,10.4,8.4',
  )
  const front = (x: number, y: number) => {
    const share = y < 58 ? (y / 58) * (4 / 7) : (4 + (y - 58) / 5.2) / 7
    const [rx, rz] = [
      along(
        rows.map((row) => row[1]),
        share,
      ),
      along(
        rows.map((row) => row[2]),
        share,
      ),
    ]
    return rz * Math.max(0, 1 - (Math.abs(x) / rx) ** 2.5) ** 0.4
  }
  const sleeve = limb(
    path3('10,60.6,0 18,58.8,0 25.6,52,-0.2 31,37,0.6 33,20,3.2 33.4,9,5.2'),
    [7, 9.4, 9.6, 8.6, 7.9, 7.4],
    waxed,
    { flat: 0.86, folds: 0.9, seed: 7 },
  )
  const pocket = (y: number, w: number, h: number) => {
    const [x, turn] = [15.2, 15]
    return place(
      group(
        plate(roundedRect(w, h, 1.4), 1.7, waxed, { bevel: 0.6, at: [0, h / 2, -0.4] }),
        plate(roundedRect(w + 0.8, h * 0.36, 0.9), 2.1, waxed, { bevel: 0.5, at: [0, h * 0.86, -0.3] }),
        place(cylinder(0.55, 0.4, brass, { bevel: 0.15 }), { turn: [90, 0, 0], at: [0, h * 0.76, 1.6] }),
      ),
      { at: [x, y, front(x, y + h / 2) - 0.2], turn: [0, turn, 0] },
    )
  }
  const placket = band(
    [1, 10, 24, 40, 54, 64, 67.6].map((y) => [0.6, y, front(0, y) + 0.5] as const),
    [5.4, 0.8],
    waxed,
  )
  const snaps = repeat(6, (at) =>
    place(cylinder(0.6, 0.4, brass, { bevel: 0.15 }), {
      turn: [90, 0, 0],
      at: [1, 5 + at * 11, front(0, 5 + at * 11) + 0.8],
    }),
  )
  const wing = band(path3('0,76.4,-8.4 6.6,76,-6.4 10.4,73.6,0.6 8.8,69.4,7.6 3.4,65.4,11.6'), [7, 0.7], cord, {
    across: [0.34, -0.8, 0.5],
  })
  return group(
    torso(rows, waxed, { folds: 0.9, scoop: 6 }),
    mirrorX(sleeve),
    mirrorX(pocket(7, 15, 15)),
    mirrorX(pocket(40, 12, 11)),
    placket,
    snaps,
    mirrorX(wing),
    cuffs(cord),
    neckLining(kit),
  )
}

function checked(kit: Kit): Fabric {
  const texture = tiled(
    drawn(256, 256, (context) => {
      context.fillStyle = '#8b6f3d'
      context.fillRect(0, 0, 256, 256)
      for (const [color, at, size] of [
        ['#3f4a2c99', 30, 70],
        ['#5b2f2499', 160, 26],
        ['#efe2bb88', 214, 8],
      ] as const) {
        context.fillStyle = color
        context.fillRect(at, 0, size, 256)
        context.fillRect(0, at, 256, size)
      }
    }),
    8,
  )
  return kit.fabric('#ffffff', { map: texture, sheen: 0, side: 2 })
}
