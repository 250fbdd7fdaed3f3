import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import { box, cylinder, group, mirrorX, panel, place } from '../kit/solids.ts'
import { COAST, DUSK, FOREST } from './drawings.ts'

const PICTURES = { dusk: DUSK, coast: COAST, forest: FOREST }

interface TelevisionLook {
  inches?: number
  key?: keyof typeof PICTURES
  /** One foot in the middle instead of two at the sides. */
  pedestal?: boolean
  frame?: string
  feet?: boolean
}

/** Returns a flat television with a picture, on its feet. */
export function television(kit: Kit, look: TelevisionLook = {}): Object3D {
  const { inches = 55, key = 'dusk', pedestal = false, frame = '#1a1b1e', feet = true } = look
  const [w, h] = [inches * 2.214, inches * 1.245]
  const lift = feet ? 6.5 : 0
  const metal = kit.metal('#3a3d42', 0.42)
  const leg = group(
    box(1.2, 7, 2, metal, { radius: 0.4, at: [w * 0.34, 0.4, 0] }),
    box(1.6, 1, 24, metal, { radius: 0.4, at: [w * 0.34, 0, 0] }),
  )
  const foot = group(
    cylinder(3.4, 8, metal, { at: [0, 0.6, -1.5] }),
    place(cylinder(15, 1.2, metal, { bevel: 0.5 }), { scale: [1.5, 1, 0.85] }),
  )
  return group(
    box(w, h, 1.8, kit.plastic(frame), { radius: 0.5, at: [0, lift, 0] }),
    box(w * 0.6, h * 0.5, 4, kit.plastic(frame), { radius: 1.2, at: [0, lift + h * 0.1, -2] }),
    panel(w - 1.4, h - 1.4, kit.screen(1024, 576, PICTURES[key], `television ${key}`), { at: [0, lift + h / 2, 0.92] }),
    feet && (pedestal ? foot : mirrorX(leg)),
  )
}
