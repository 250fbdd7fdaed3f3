import type { Object3D } from 'three'
import type { Goods, Kit } from '../kit/kit.ts'
import { box, group, place, repeat, setting } from '../kit/solids.ts'
import { corkCase, handbag, hatStand, sunglasses, sunHat } from '../shapes/accessories.ts'
import { beanie, DRESS_BUST, foldedJeans, JACKET_BUST, onBust, T_SHIRT_BUST } from '../shapes/dressed.ts'
import { wrapDress } from '../shapes/dresses.ts'
import { hikingBoot, pair, trainer, waxTin } from '../shapes/footwear.ts'
import { fieldJacket, tShirt } from '../shapes/garments.ts'
import { hangingScarf, pegRail } from '../shapes/knitwear.ts'
import { books } from '../shapes/props.ts'
import { napkin } from '../shapes/tableware.ts'

const white = (kit: Kit) => trainer('#f3f0e9', '#7d9b8a', kit)
const boot = (kit: Kit) => hikingBoot('#7a5333', '#3f4a44', kit)

/** Returns a folded pile of shirts. */
function pile(colors: readonly string[], kit: Kit): Object3D {
  return repeat(colors.length, (at) =>
    group(
      ...[0, 1].map((fold) =>
        box(30 - fold, 2.3, 24 - fold * 0.6, kit.fabric(colors[at] ?? '#ffffff'), {
          radius: 1.12,
          at: [0, at * 4.5 + fold * 2.15, 0],
          turn: [0, at * 2 - 2, 0],
        }),
      ),
    ),
  )
}

const worn = { yaw: -22, pitch: 8, fill: 0.86 }

export const fashion: readonly Goods[] = [
  {
    name: 'Ridgeway Waxed Field Jacket',
    build: (kit) => onBust(kit, fieldJacket('#4f5136', '#5a3d28', kit), JACKET_BUST),
    view: worn,
    detail: { at: [0.32, 0.5, 1], zoom: 2.4 },
    other: { yaw: 158, pitch: 8, fill: 0.86 },
  },
  {
    name: 'Harlow Organic Cotton T-Shirt, Sky',
    build: (kit) => onBust(kit, tShirt('#8fb6d1', kit), T_SHIRT_BUST),
    inUse: (_product, kit) =>
      setting(
        kit,
        pile(['#8fb6d1', '#e9e4d9', '#6f8fa6', '#8fb6d1'], kit),
        place(group(white(kit)), { at: [12, 0, 22], turn: [0, -64, 0] }),
      ),
    view: worn,
    inUseView: { yaw: -20, pitch: 14 },
    detail: { at: [0.5, 0.9, 0.9], zoom: 2.4 },
  },
  {
    name: 'Denholm Straight Jeans, Dark Indigo',
    build: (kit) => foldedJeans(kit),
    view: { yaw: -24, pitch: 36, fill: 0.84 },
    detail: { at: [0.55, 1, 0.4], yaw: -14, pitch: 48, zoom: 1.9 },
    other: { yaw: 40, pitch: 26, fill: 0.84 },
  },
  {
    name: 'Willow Wrap Summer Dress',
    build: (kit) => onBust(kit, wrapDress(kit), DRESS_BUST),
    view: { yaw: -18, pitch: 7, fill: 0.88 },
    detail: { at: [0.5, 0.72, 1], zoom: 2.4 },
    other: { yaw: 160, pitch: 7, fill: 0.88 },
  },
  {
    name: 'Stride Court Leather Trainers, White',
    build: (kit) => pair(() => white(kit)),
    inUse: (product, kit) =>
      setting(
        kit,
        place(group(product), { at: [0, 12, 0] }),
        box(44, 12, 38, kit.paper('#b9987a'), { radius: 0.4 }),
        box(45, 5, 39, kit.paper('#a98666'), { radius: 0.4, at: [0, 7, 0] }),
      ),
    view: { yaw: -56, pitch: 20 },
    inUseView: { yaw: -50, pitch: 20 },
    detail: { at: [0.35, 0.7, 0.6], zoom: 2.3, pitch: 28 },
    other: { yaw: 150, pitch: 16 },
  },
  {
    name: 'Trailhead Mid Hiking Boots',
    build: (kit) => pair(() => boot(kit)),
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(waxTin(kit), { at: [-17, 0, 17] }),
        place(napkin([16, 13], '#c9b08a', kit), { at: [-18, 0, 30], turn: [0, 30, 0] }),
      ),
    view: { yaw: -58, pitch: 12 },
    detail: { at: [0.35, 0.6, 0.7], zoom: 2.3 },
    other: { yaw: 140, pitch: 12 },
  },
  {
    name: 'Merrow Lambswool Scarf, Moss',
    build: (kit) => place(group(hangingScarf('#6f7a4a', kit), pegRail(kit)), { at: [0, 0, 8.1] }),
    stand: 'wall',
    view: { yaw: -20, pitch: 2, fill: 0.86 },
    detail: { at: [0.5, 0.15, 0.9], zoom: 2.4 },
  },
  {
    name: 'Crownfield Wide-Brim Sun Hat',
    build: (kit) => sunHat('#3d5a5c', kit),
    inUse: (product, kit) =>
      setting(
        kit,
        place(group(product), { at: [0, 25, 0] }),
        hatStand(kit),
        place(sunglasses('#5a3a24', '#2b2420', kit), { at: [18, 0, 12], turn: [0, -30, 0] }),
      ),
    view: { yaw: -24, pitch: 20 },
    detail: { at: [0.35, 0.5, 0.7], zoom: 2.2, pitch: 18 },
  },
  {
    name: 'Satchel & Son Leather Handbag, Cognac',
    build: (kit) => handbag('#a55f2c', kit),
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(group(sunglasses('#2b2420', '#3a322c', kit)), { at: [22, 0, 10], turn: [0, -24, 0] }),
        place(books(kit, ['#d9cdb8', '#3d5a5c'], { width: 14, depth: 19 }), { at: [-24, 0, -4] }),
      ),
    view: { yaw: -24, pitch: 10 },
    detail: { at: [0.5, 0.5, 1], zoom: 2.3 },
    other: { yaw: 50, pitch: 24 },
  },
  {
    name: 'Lowtide Polarised Sunglasses',
    build: (kit) => sunglasses('#23312f', '#2b3a3c', kit),
    inUse: (product, kit) => setting(kit, product, place(group(corkCase(kit)), { at: [3, 0, -14], turn: [0, -12, 0] })),
    view: { yaw: -26, pitch: 16 },
    detail: { at: [0.8, 0.6, 0.9], zoom: 2.2 },
  },
  {
    name: 'Merrow Ribbed Wool Hat with Bobble',
    build: (kit) => beanie('#3d5a5c', '#e0b24a', kit),
    view: { yaw: -22, pitch: 10, fill: 0.74 },
    detail: { at: [0.5, 0.2, 1], zoom: 2, pitch: 10 },
  },
]
