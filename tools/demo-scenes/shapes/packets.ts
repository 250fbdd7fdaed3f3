import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  box,
  cloth,
  cylinder,
  group,
  lathe,
  panel,
  place,
  plate,
  repeat,
  ring,
  roundedRect,
  wrap,
} from '../kit/solids.ts'
import { loft, mix, noise, oval, smooth } from './forms.ts'
import { type LabelTexts, label } from './labels.ts'

type LabelLook = Parameters<typeof label>[3]

interface PouchOptions {
  width: number
  height: number
  depth: number
  color: string
  texts: LabelTexts
  look?: LabelLook
  /** The share of the height that the label covers. */
  labelFrom?: number
  labelTo?: number
}

/** Returns a paper bag that stands on its fold, sealed at the top, with a label in front. */
export function pouch(options: PouchOptions, kit: Kit): Object3D {
  const { width, height, depth, color, texts, look = {}, labelFrom = 0.16, labelTo = 0.72 } = options
  const halfDepth = (share: number) => mix(depth / 2, 0.25, smooth(0.35, 0.97, share)) * (1 - 0.06 * (1 - share))
  const halfWidth = (share: number) => (width / 2) * mix(0.97, 1, smooth(0, 0.9, share))
  const square = (share: number) => mix(7, 2.6, smooth(0.3, 0.9, share))
  const paper = kit.paper(color, { roughness: 0.72 })
  const body = loft(
    Array.from({ length: 61 }, (_, step) => {
      const share = step / 60
      const shrink = 1 - 0.05 * (1 - smooth(0, 0.03, share))
      return oval(halfWidth(share) * shrink, halfDepth(share) * shrink, {
        square: square(share),
        count: 120,
        at: [0, share * height, 0],
        swell: (angle) => noise(Math.cos(angle) * 4, share * 9, Math.sin(angle) * 4) * 0.12 * smooth(0.02, 0.2, share),
      })
    }),
    paper,
    { caps: true },
  )
  const [w, h] = [width * 0.8, height * (labelTo - labelFrom)]
  const front = (x: number, y: number) => {
    const [share, half] = [y / height, halfWidth(y / height)]
    const s = square(share)
    return halfDepth(share) * Math.max(0, 1 - (Math.abs(x) / half) ** s) ** (1 / s) + 0.14
  }
  const sticker = cloth(
    w,
    h,
    (u, v) => {
      const [x, y] = [(u - 0.5) * w, height * labelFrom + v * h]
      return [x, y, front(x, y)]
    },
    label(kit, [w, h], texts, look),
    { fit: true },
  )
  const seal = repeat(5, (line) =>
    box(width * 0.985, 0.18, 0.62, paper, { radius: 0.08, at: [0, height * 0.9 + line * 0.45, 0] }),
  )
  const valve = cylinder(0.7, 0.12, kit.plastic('#d8d2c6'), {
    at: [0, height * 0.8, front(0, height * 0.8) - 0.16],
    turn: [78, 0, 0],
  })
  return group(body, sticker, seal, valve)
}

interface TinOptions {
  radius: number
  height: number
  color: string
  texts: LabelTexts
  look?: LabelLook
}

/** Returns a round tin with a lid and a printed paper around it. */
export function tin({ radius, height, color, texts, look = {} }: TinOptions, kit: Kit): Object3D {
  const enamel = kit.gloss(color, { roughness: 0.5 })
  const arc = 110
  const around = (radius * arc * Math.PI) / 180
  return group(
    cylinder(radius, height, enamel, { bevel: 0.2 }),
    ring(radius, 0.3, kit.metal('#b9a779', 0.35), { at: [0, 0, 0] }),
    cylinder(radius + 0.12, height * 0.2, enamel, { bevel: 0.35, at: [0, height * 0.86, 0] }),
    ring(radius + 0.12, 0.22, kit.metal('#b9a779', 0.3), { at: [0, height * 0.86, 0] }),
    wrap(radius + 0.03, height * 0.62, arc, label(kit, [around, height * 0.62], texts, look), {
      at: [0, height * 0.12, 0],
    }),
  )
}

interface JarOptions {
  radius: number
  height: number
  filling: string
  lid: string
  texts: LabelTexts
  look?: LabelLook
}

/** Returns a filled glass jar with a screw lid and a label. */
export function jar({ radius: r, height: h, filling, lid, texts, look = {} }: JarOptions, kit: Kit): Object3D {
  const inside = kit.food(filling, {
    roughness: 0.25,
    clearcoat: 1,
    clearcoatRoughness: 0.08,
    emissive: filling,
    emissiveIntensity: 0.16,
  })
  const shape = (out: number): [number, number][] => [
    [0, 0.05],
    [r * 0.86, 0.05],
    [r + out, r * 0.16],
    [r + out, h * 0.3],
    [r + out, h * 0.68],
    [r * 0.94 + out, h * 0.78],
    [r * 0.8 + out, h * 0.84],
    [r * 0.79 + out, h * 0.9],
  ]
  const around = (r * 105 * Math.PI) / 180
  return group(
    lathe([...shape(-0.25), [0, h * 0.9]], inside),
    lathe(shape(0), kit.glass('#fff6e2', 0.2)),
    cylinder(r * 0.87, h * 0.13, kit.metal(lid, 0.35), { bevel: 0.25, sides: 96, at: [0, h * 0.87, 0] }),
    ring(r * 0.87, 0.22, kit.metal(lid, 0.35), { at: [0, h * 0.865, 0] }),
    wrap(r + 0.04, h * 0.4, 105, label(kit, [around, h * 0.4], texts, look), { at: [0, h * 0.2, 0] }),
  )
}

interface BottleOptions {
  glass: string
  cap: string
  texts: LabelTexts
  look?: LabelLook
}

/** Returns a slim bottle of dark glass, 30 cm tall. */
export function bottle({ glass, cap, texts, look = {} }: BottleOptions, kit: Kit): Object3D {
  const body = kit.gloss(glass, { roughness: 0.06, clearcoatRoughness: 0.02 })
  const r = 3.6
  return group(
    lathe(
      [
        [0, 0],
        [3.2, 0],
        [r, 0.5],
        [r, 4],
        [r, 12],
        [r, 18.5],
        [3.3, 20.5],
        [2, 22.6],
        [1.45, 24.6],
        [1.4, 27],
        [1.4, 29],
      ],
      body,
    ),
    cylinder(1.62, 4.4, kit.gloss(cap, { roughness: 0.45 }), { bevel: 0.25, at: [0, 26, 0] }),
    ring(1.62, 0.2, kit.brass(), { at: [0, 26, 0] }),
    wrap(r + 0.04, 11.5, 110, label(kit, [(r * 110 * Math.PI) / 180, 11.5], texts, look), { at: [0, 4.6, 0] }),
  )
}

interface CartonOptions {
  size: readonly [width: number, height: number, depth: number]
  color: string
  texts: LabelTexts
  look?: LabelLook
  /** Draws what shows through a window in the lower part of the front. */
  contents?: (context: CanvasRenderingContext2D, w: number, h: number) => void
  key?: string
}

/** Returns a printed cardboard box, with a window where `contents` are drawn. */
export function carton(
  { size: [w, h, d], color, texts, look = {}, contents, key = '' }: CartonOptions,
  kit: Kit,
): Object3D {
  const share = contents ? 0.56 : 1
  const face = label(kit, [w * 0.98, h * share * 0.98], texts, { ground: color, ...look })
  const window =
    contents &&
    kit.picture(512, Math.round((512 * h * 0.32) / (w * 0.72)), contents, {
      key,
      roughness: 0.5,
      clearcoat: 1,
      clearcoatRoughness: 0.05,
    })
  return group(
    box(w, h, d, kit.paper(color), { radius: 0.15 }),
    panel(w * 0.96, h * share * 0.97, face, { at: [0, h - (h * share) / 2 - h * 0.01, d / 2 + 0.02] }),
    window && panel(w * 0.72, h * 0.32, window, { corner: 0.8, at: [0, h * 0.24, d / 2 + 0.02] }),
    panel(
      d * 0.94,
      h * 0.5,
      label(kit, [d, h * 0.5], { title: texts.title.replaceAll('\n', ' ') }, { ground: color, ...look }),
      { at: [w / 2 + 0.02, h * 0.5, 0], turn: [0, 90, 0] },
    ),
  )
}

/** Returns a bar of chocolate in its paper, lying with its label up. */
export function chocolateBar(color: string, texts: LabelTexts, kit: Kit, look: LabelLook = {}): Object3D {
  const face = label(kit, [16, 8], texts, { ground: color, ...look })
  return group(
    box(16.4, 1, 8.2, kit.paper(color), { radius: 0.25 }),
    panel(16, 7.9, face, { at: [0, 1.02, 0], turn: [-90, 0, 0] }),
  )
}

/** Returns an unwrapped piece of a chocolate bar: `columns` by four blocks. */
export function chocolatePiece(columns: number, kit: Kit, color = '#3a2016'): Object3D {
  const cocoa = kit.food(color, { roughness: 0.38 })
  const side = 1.9
  const base = box(columns * side + 0.2, 0.5, 4 * side + 0.2, cocoa, { radius: 0.12 })
  const blocks = repeat(columns * 4, (index) => {
    const [column, row] = [Math.floor(index / 4), index % 4]
    const raised = plate(roundedRect(side - 0.12, side - 0.12, 0.12), 0.55, cocoa, { bevel: 0.28, turn: [-90, 0, 0] })
    return place(group(raised), { at: [(column - (columns - 1) / 2) * side, 0.42, (row - 1.5) * side] })
  })
  return group(base, blocks)
}
