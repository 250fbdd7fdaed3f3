import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import { ball, box, cylinder, group, mirrorX, place, plate, ring, roundedRect, tube } from '../kit/solids.ts'

export interface HeadphonesLook {
  shell: string
  pads: string
  band: string
  accent: string
}

/** Returns over-ear headphones that stand on their cups. */
export function headphones({ shell, pads, band, accent }: HeadphonesLook, kit: Kit): Object3D {
  const leather = kit.leather(pads)
  const arc = (radius: number, from: number, y: number): [number, number, number][] =>
    Array.from({ length: 13 }, (_, index) => {
      const angle = ((from + (index * (180 - 2 * from)) / 12) * Math.PI) / 180
      return [Math.cos(angle) * radius, y + Math.sin(angle) * radius * 1.08, 0]
    })
  const cushion = place(tube(arc(8.1, 28, 9.6), 0.95, leather), { scale: [1, 1, 1.7] })
  const top = place(tube(arc(8.7, 20, 9.6), 0.55, kit.plastic(band)), { scale: [1, 1, 2.4] })
  const cup = group(
    place(
      group(
        plate(roundedRect(7.2, 8.8, 3.6), 2.4, kit.plastic(shell), { bevel: 0.9, steps: 8 }),
        place(plate(roundedRect(5.2, 6.8, 2.6), 0.4, kit.metal(accent, 0.36), { bevel: 0.15 }), { at: [0, 0, 2.25] }),
        place(plate(roundedRect(4.9, 6.5, 2.45), 0.3, kit.plastic(shell), { bevel: 0.12 }), { at: [0, 0, 2.45] }),
        place(pad(kit, pads), { at: [0, 0, -0.9] }),
      ),
      { at: [7.6, 4.5, 0], turn: [0, 82, 4] },
    ),
    arm(kit, accent, shell),
  )
  return group(cushion, top, mirrorX(cup))
}

function pad(kit: Kit, color: string): Object3D {
  const soft = ring(1, 0.85, kit.leather(color))
  return group(
    place(soft, { turn: [90, 0, 0], scale: [2.75, 2.2, 3.5], at: [0, 0, 0.6] }),
    place(cylinder(2.6, 0.3, kit.fabric('#141516')), { turn: [90, 0, 0], scale: [0.9, 1, 1.2], at: [0, 0, 0.2] }),
  )
}

function arm(kit: Kit, accent: string, shell: string): Object3D {
  return group(
    box(0.5, 5.4, 1.5, kit.metal(accent, 0.3), { radius: 0.2, at: [8.75, 7.2, 0], turn: [0, 0, 4] }),
    box(1.1, 2.6, 2, kit.plastic(shell), { radius: 0.4, at: [8.5, 11, 0], turn: [0, 0, 9] }),
    ball(0.55, kit.metal(accent, 0.3), { at: [9.2, 7.2, 0] }),
  )
}
