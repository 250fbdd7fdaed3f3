import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import { box, cylinder, group, lathe, panel, place, plate, repeat, roundedRect, tube } from '../kit/solids.ts'

/** Returns a mug with its handle to the right; 9.5 cm high. */
export function mug(kit: Kit, color = '#e9e4da', drink = '#3b2417'): Object3D {
  const glaze = kit.ceramic(color)
  const body = lathe(
    [
      [0, 0],
      [3.4, 0],
      [3.9, 0.5],
      [4.1, 4],
      [4.1, 9.3],
      [3.95, 9.5],
      [3.8, 9.3],
      [3.75, 1],
      [0, 0.9],
    ],
    glaze,
    { smooth: false },
  )
  const handle = tube(
    [
      [3.9, 7.8, 0],
      [6.1, 7.6, 0],
      [6.7, 5.4, 0],
      [5.8, 3, 0],
      [3.9, 2.4, 0],
    ],
    0.5,
    glaze,
  )
  return group(body, handle, cylinder(3.78, 0.1, kit.food(drink), { at: [0, 8, 0], bevel: 0.01 }))
}

/** Returns closed books on a pile; the first lies at the bottom. */
export function books(kit: Kit, colors: readonly string[], { width = 15, depth = 21 } = {}): Object3D {
  let y = 0
  return group(
    ...colors.map((color) => {
      const thick = 1.6 + kit.random.next() * 1.4
      const [w, d] = [width - kit.random.next() * 1.5, depth - kit.random.next() * 2]
      const cover = kit.fabric(color)
      const book = group(
        box(w, 0.25, d, cover, { radius: 0.08 }),
        box(w, 0.25, d, cover, { radius: 0.08, at: [0, thick - 0.25, 0] }),
        box(0.3, thick, d, cover, { radius: 0.12, at: [-w / 2, 0, 0] }),
        box(w - 0.7, thick - 0.5, d - 0.8, kit.paper('#efe7d6'), { radius: 0.02, at: [0.1, 0.25, 0] }),
      )
      place(book, { at: [0, y, 0], turn: [0, (kit.random.next() - 0.5) * 16, 0] })
      y += thick
      return book
    }),
  )
}

/** Returns a plant with long leaves in a pot; about 4 times as high as its pot's radius. */
export function plant(kit: Kit, { pot = '#b5714f', leaf = '#4f6b46', radius = 7, leaves = 22 } = {}): Object3D {
  const clay = kit.ceramic(pot, { clearcoat: 0.1, roughness: 0.85 })
  const body = lathe(
    [
      [0, 0],
      [radius * 0.72, 0],
      [radius * 0.98, radius * 1.5],
      [radius * 0.9, radius * 1.5],
      [radius * 0.85, radius * 1.3],
      [0, radius * 1.3],
    ],
    clay,
    { smooth: false },
  )
  const green = kit.food(leaf, { roughness: 0.6, clearcoat: 0.2 })
  const stalks = repeat(leaves, (index) => {
    const turn = index * 137.5
    const lean = 12 + ((index * 53) % 55)
    const long = radius * (1.7 + kit.random.next() * 1.1)
    const leaning = place(leafBlade(kit, long, radius * 0.3, green), { turn: [lean, 0, 0] })
    return place(leaning, { at: [0, radius * 1.3, 0], turn: [0, turn, 0] })
  })
  return group(body, stalks)
}

/** Returns a leaf that grows up and bends towards +z. */
function leafBlade(_kit: Kit, long: number, wide: number, material: Parameters<typeof box>[3]): Object3D {
  const pieces = 9
  return repeat(pieces, (index) => {
    const t = (index + 0.5) / pieces
    const w = wide * 2 * Math.sin(Math.PI * (0.12 + t * 0.84)) ** 0.8
    const bend = t * t * long * 0.35
    const slope = Math.atan(2 * t * 0.35)
    return plate(roundedRect(w, (long / pieces) * 1.5, w * 0.42), 0.12, material, {
      bevel: 0.03,
      steps: 1,
      at: [0, t * long, bend],
      turn: [(slope * 180) / Math.PI, 0, 0],
    })
  })
}

/** Returns a closed notebook with an elastic band. */
export function notebook(kit: Kit, color = '#39424a'): Object3D {
  return group(
    box(14, 1.3, 21, kit.leather(color), { radius: 0.3 }),
    box(13.8, 0.9, 20.7, kit.paper('#ece4d3'), { radius: 0.05, at: [0.2, 0.2, 0] }),
    box(0.6, 1.4, 21.1, kit.fabric('#1e2326'), { radius: 0.1, at: [5.2, 0, 0] }),
  )
}

/** Returns a pencil lying along x. */
export function pencil(kit: Kit, color = '#c9a13f'): Object3D {
  return group(
    cylinder(0.36, 14, kit.gloss(color), { sides: 6, turn: [0, 0, 90], at: [7, 0.36, 0] }),
    cylinder(0.36, 2, kit.wood('birch'), { top: 0.08, sides: 24, bevel: 0.01, turn: [0, 0, 90], at: [-7, 0.36, 0] }),
  )
}

/** Returns a smartphone lying on its back, its picture upwards and its top at -z. */
export function lyingPhone(kit: Kit, screen = kit.gloss('#101114')): Object3D {
  const body = plate(roundedRect(7.2, 14.8, 1.1), 0.8, kit.metal('#53575d', 0.4), { bevel: 0.2 })
  const face = panel(6.8, 14.4, screen, { corner: 0.9, at: [0, 0, 0.81] })
  return group(place(group(body, face), { turn: [-90, 0, 0] }))
}
