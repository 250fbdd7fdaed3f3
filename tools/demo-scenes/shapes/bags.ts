import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import { box, type FlatPoint, group, outline, place, plate, repeat, tube } from '../kit/solids.ts'

const BACK: readonly FlatPoint[] = [
  [-13.5, 0],
  [13.5, 0],
  [14.6, 8],
  [14.4, 28],
  [12, 39],
  [6, 43.5],
  [-6, 43.5],
  [-12, 39],
  [-14.4, 28],
  [-14.6, 8],
]

const POCKET: readonly FlatPoint[] = [
  [-10.5, 0],
  [10.5, 0],
  [11.4, 6],
  [11, 15],
  [9, 17.6],
  [-9, 17.6],
  [-11, 15],
  [-11.4, 6],
]

/** Returns a backpack that stands, its pockets to the front. */
export function backpack(kit: Kit, color = '#4a5a52', trim = '#8a5f3c'): Object3D {
  const cloth = kit.fabric(color, { bumpScale: 0.9 })
  const leather = kit.leather(trim)
  const body = outline(BACK, { smooth: true })
  const pocket = outline(POCKET, { smooth: true })
  const zip = (points: [number, number, number][]) => tube(points, 0.32, kit.metal('#8e8b84', 0.4))
  return group(
    plate(body, 15, cloth, { bevel: 4, steps: 10, at: [0, 0.6, -8] }),
    plate(pocket, 5.4, cloth, { bevel: 2, steps: 8, at: [0, 3, 5.4] }),
    box(29, 3.4, 15, leather, { radius: 1.6, at: [0, 0, -0.6] }),
    zip([
      [-12.6, 22, 6],
      [-11, 34, 6.2],
      [-5, 39.6, 6],
      [5, 39.6, 6],
      [11, 34, 6.2],
      [12.6, 22, 6],
    ]),
    zip([
      [-9.4, 19.6, 10],
      [0, 20, 10.9],
      [9.4, 19.6, 10],
    ]),
    place(box(0.7, 3, 0.5, leather, { radius: 0.2 }), { at: [12.7, 19.4, 6.4] }),
    place(box(0.7, 2.6, 0.5, leather, { radius: 0.2 }), { at: [7, 17.2, 11] }),
    box(6, 3.6, 0.5, leather, { radius: 0.2, at: [0, 8, 10.8] }),
    tube(
      [
        [-4, 43.4, -3],
        [-3.4, 48, -3.4],
        [3.4, 48, -3.4],
        [4, 43.4, -3],
      ],
      0.9,
      leather,
    ),
    repeat(2, (index) => {
      const side = index ? 1 : -1
      return tube(
        [
          [side * 6, 42, -8],
          [side * 9, 40, -14],
          [side * 10, 26, -16],
          [side * 11, 10, -13],
          [side * 13, 4, -7],
        ],
        1.5,
        cloth,
      )
    }),
  )
}
