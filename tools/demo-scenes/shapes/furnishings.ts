import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import { box, cylinder, group, place, repeat } from '../kit/solids.ts'

interface SideboardLook {
  w?: number
  h?: number
  d?: number
  wood?: Parameters<Kit['wood']>[0]
}

/** Returns a low cupboard on legs: slatted doors at both sides, an open shelf between. */
export function sideboard(kit: Kit, { w = 160, h = 48, d = 40, wood = 'oak' }: SideboardLook = {}): Object3D {
  const oak = kit.wood(wood)
  const legs = repeat(4, (index) =>
    place(cylinder(1.6, 14, oak, { top: 2.2, bevel: 0.2 }), {
      at: [(index % 2 ? 1 : -1) * (w / 2 - 12), 0, (index < 2 ? 1 : -1) * (d / 2 - 7)],
    }),
  )
  const body = h - 14
  const third = w / 3
  const slats = (x: number) =>
    repeat(15, (index) =>
      box(third / 15 - 0.5, body - 5, 1.6, oak, {
        radius: 0.4,
        at: [x + (index - 7) * (third / 15) * 0.97, 16.5, d / 2 - 1],
      }),
    )
  return group(
    legs,
    box(w, 2.6, d, oak, { radius: 0.6, at: [0, h - 2.6, 0] }),
    box(w, 2.6, d, oak, { radius: 0.6, at: [0, 14, 0] }),
    ...[-w / 2 + 1.2, -third / 2, third / 2, w / 2 - 1.2].map((x) =>
      box(2.4, body, d - 0.4, oak, { radius: 0.4, at: [x, 14, 0] }),
    ),
    box(w - 2, body - 2, 1, kit.wood('walnut'), { radius: 0.1, at: [0, 15, -d / 2 + 1] }),
    slats(-third),
    slats(third),
    box(third, 1.8, d - 4, oak, { radius: 0.3, at: [0, 14 + body / 2, 0] }),
  )
}

/** Returns a floor lamp with a cloth shade; 150 cm high. */
export function floorLamp(kit: Kit): Object3D {
  return group(
    cylinder(14, 1.6, kit.metal('#2b2d30', 0.5), { bevel: 0.5 }),
    cylinder(0.9, 120, kit.metal('#2b2d30', 0.5), { at: [0, 1, 0] }),
    cylinder(19, 28, kit.glow('#f1ddb6', 0.35), { top: 15, at: [0, 118, 0], bevel: 0.3 }),
  )
}
