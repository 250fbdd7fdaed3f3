import type { Look } from '../../db/demo/products/product.ts'
import { type Backdrop, groundOf, UPRIGHT_BACKDROPS } from './backdrop.ts'
import type { Sprite } from './sprite.ts'

/** A picture before it is drawn. */
export interface Scene {
  backdrop: Backdrop
  /** Of the backdrop, in degrees. */
  hue: number
  sprites: Sprite[]
}

/** Hues of neighboring numbers differ strongly. */
const GOLDEN_ANGLE = 137.508

/**
 * Returns the scenes of the product with this number: the featured one, then `others` more: a close-up, a row, from above,
 * or with a companion. Products with the same look differ by backdrop, color and composition.
 */
export function scenesOf(look: Look, number: number, others: number): Scene[] {
  const hue = Math.round((number * GOLDEN_ANGLE) % 360)
  const start = number % OTHER_SCENES.length
  const rest = [...OTHER_SCENES.slice(start), ...OTHER_SCENES.slice(0, start)].slice(0, others)
  return [
    featured(look, number, hue),
    ...rest.map((scene, index) => scene(look, number, (hue + 40 * (index + 1)) % 360)),
  ]
}

function featured({ emoji, paint }: Look, number: number, hue: number): Scene {
  const backdrop = UPRIGHT_BACKDROPS[number % UPRIGHT_BACKDROPS.length] ?? 'disc'
  const size = 372 + ((number * 7) % 4) * 12
  return {
    backdrop,
    hue,
    sprites: [{ emoji, paint, size, x: 320, y: groundOf(backdrop), mirrored: number % 3 === 1 }],
  }
}

function closeUp({ emoji, paint }: Look, number: number, hue: number): Scene {
  const side = number % 2 ? 1 : -1
  return {
    backdrop: 'disc',
    hue,
    sprites: [{ emoji, paint, size: 520, x: 320 + side * 44, y: 344, turn: side * 14, lying: true }],
  }
}

function inARow({ emoji, paint }: Look, number: number, hue: number): Scene {
  const backdrop: Backdrop = number % 2 ? 'table' : 'window'
  const ground = groundOf(backdrop)
  const mirrored = number % 2 === 0
  return {
    backdrop,
    hue,
    sprites: [
      { emoji, paint, size: 210, x: 150, y: ground - 44, distance: 1, mirrored },
      { emoji, paint, size: 236, x: 498, y: ground - 30, distance: 0.7, mirrored: !mirrored },
      { emoji, paint, size: 338, x: 312, y: ground + 12, mirrored },
    ],
  }
}

function fromAbove({ emoji, paint, companion }: Look, number: number, hue: number): Scene {
  const side = number % 2 ? 1 : -1
  return {
    backdrop: 'sheet',
    hue,
    sprites: [
      { emoji: companion ?? '📦', size: 196, x: 320 + side * 182, y: 176, turn: side * 12, lying: true },
      { emoji, paint, size: 372, x: 320 - side * 62, y: 372, turn: side * -9, lying: true },
    ],
  }
}

function withCompanion({ emoji, paint, companion }: Look, number: number, hue: number): Scene {
  const backdrop: Backdrop = number % 2 ? 'arch' : 'table'
  const ground = groundOf(backdrop)
  const side = number % 3 === 0 ? 1 : -1
  return {
    backdrop,
    hue,
    sprites: [
      { emoji, paint, size: 350, x: 320 - side * 46, y: ground - 6, mirrored: side === 1 },
      { emoji: companion ?? '📦', size: 172, x: 320 + side * 178, y: ground + 20 },
    ],
  }
}

const OTHER_SCENES = [closeUp, inARow, fromAbove, withCompanion]
