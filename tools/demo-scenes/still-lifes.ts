import type { Object3D } from 'three'
import { goodsOf } from './catalog.ts'
import { createKit } from './kit/kit.ts'
import { box, group, type Placing, place } from './kit/solids.ts'
import { sideboard } from './shapes/furnishings.ts'
import { books, mug, plant } from './shapes/props.ts'

/** Returns a product of the catalog as it is; a plain block when its name has changed. */
function good(name: string, placing: Placing): Object3D {
  const kit = createKit(name)
  return place(group(goodsOf(name)?.build(kit) ?? box(10, 10, 10, kit.paper('#ccc'))), placing)
}

/** Returns goods of many shelves in one group; about 130 cm wide. */
function everything(): Object3D {
  const kit = createKit('everything')
  return group(
    good('Meadow FM Kitchen Radio with Bluetooth', { at: [-4, 0, -8], turn: [0, 8, 0], scale: 1.15 }),
    good('Larkfield Quiet 70 Noise-Cancelling Headphones', { at: [-31, 0, 8], turn: [0, 24, 0], scale: 1.25 }),
    good('Aperto M5 Mirrorless Camera with 18-50 mm Lens', { at: [6, 0, 17], turn: [0, -6, 0], scale: 1.35 }),
    good('Barnaby Classic Teddy Bear, 40 cm', { at: [50, 0, -4], turn: [0, -16, 0], scale: 0.95 }),
    good('Studio Arm Desk Lamp, Graphite', { at: [-50, 0, -22], turn: [0, 20, 0], scale: 0.9 }),
    place(books(kit, ['#8a5a44', '#d0c2a5', '#44565c'], { width: 22, depth: 28 }), {
      at: [28, 0, -10],
      turn: [0, -12, 0],
    }),
    place(mug(kit, '#c9876a'), { at: [27, 6.6, -8], scale: 1.1 }),
    place(plant(kit, { radius: 10, leaves: 30, pot: '#c9b8a3' }), { at: [-14, 0, -34] }),
    good('Tempo S3 Smartwatch', { at: [29, 0, 20], turn: [0, -14, 0], scale: 1.2 }),
  )
}

/** Returns goods of the home on and beside a sideboard. */
function home(): Object3D {
  const kit = createKit('home')
  return group(
    sideboard(kit, { w: 150, h: 52, d: 44 }),
    good('Groovehouse Belt-Drive Turntable', { at: [-6, 52, 2], turn: [0, 6, 0] }),
    good('Fern & Oak Monstera in Clay Pot', { at: [104, 0, -6], scale: 1.1 }),
    good("Potter's Table Stoneware Bowls, Set of Four", { at: [42, 52, 4] }),
    good('Studio Arm Desk Lamp, Graphite', { at: [-54, 52, -4], turn: [0, 30, 0], scale: 1.1 }),
    place(books(kit, ['#8a5a44', '#d0c2a5', '#44565c', '#a88c4a'], { width: 20, depth: 26 }), { at: [62, 52, -8] }),
  )
}

/** Returns goods for listening beside each other. */
function audio(): Object3D {
  const kit = createKit('audio')
  return group(
    good('Groovehouse Belt-Drive Turntable', { at: [-4, 0, -8], turn: [0, 8, 0] }),
    good('Larkfield Studio One Closed-Back Headphones', { at: [-36, 0, 8], turn: [0, 22, 0], scale: 1.2 }),
    good('Hollins Desk Cast USB Microphone', { at: [30, 0, 8], turn: [0, -12, 0], scale: 1.15 }),
    good('Northfield Shelf 5 Bookshelf Speakers, Pair', { at: [58, 0, -14], turn: [0, -12, 0] }),
    good('Boulder Roam Waterproof Bluetooth Speaker', { at: [6, 0, 22], turn: [0, 12, 0] }),
    place(plant(kit, { radius: 9, leaves: 28, pot: '#c9b8a3' }), { at: [-40, 0, -26] }),
  )
}

/** Returns what one wears, side by side. */
function fashion(): Object3D {
  const kit = createKit('fashion')
  return group(
    good('Satchel & Son Leather Handbag, Cognac', { at: [-2, 0, -6], turn: [0, 10, 0], scale: 1.15 }),
    good('Trailhead Mid Hiking Boots', { at: [-42, 0, -4], turn: [0, 18, 0] }),
    good('Stride Court Leather Trainers, White', { at: [40, 0, 6], turn: [0, -16, 0] }),
    good('Lowtide Polarised Sunglasses', { at: [2, 0, 24], turn: [0, 14, 0], scale: 1.3 }),
    good('Crownfield Wide-Brim Sun Hat', { at: [34, 0, -34], turn: [0, -10, 0] }),
    place(plant(kit, { radius: 9, leaves: 28, pot: '#c9b8a3' }), { at: [-34, 0, -34] }),
  )
}

/** Returns a few goods close together, for a small picture. */
function few(): Object3D {
  const kit = createKit('few')
  return group(
    place(books(kit, ['#44565c', '#d0c2a5', '#b4683f'], { width: 22, depth: 24 }), { at: [0, 0, 0] }),
    good('Aperto M5 Mirrorless Camera with 18-50 mm Lens', { at: [-2, 6.9, 3], scale: 1.2 }),
    good('Barnaby Classic Teddy Bear, 40 cm', { at: [17, 0, -8], turn: [0, -14, 0], scale: 0.72 }),
    place(plant(kit, { radius: 6, leaves: 26, pot: '#c9b8a3' }), { at: [-13, 0, -12] }),
  )
}

export const STILL_LIFES = { audio, everything, fashion, few, home }
