import type { Goods } from '../kit/kit.ts'
import { ball, box, group, place, repeat, setting, tube } from '../kit/solids.ts'
import { casserole } from '../shapes/counter.ts'
import { path3 } from '../shapes/forms.ts'
import { bowlSet, chefKnife, knifeBlock, monstera, ovalMirror } from '../shapes/household.ts'
import { garmentSteamer, hanger, willowBasket } from '../shapes/laundry.ts'
import { carrot } from '../shapes/produce.ts'
import { books, mug, plant } from '../shapes/props.ts'
import { diningChair, linenPile, platformBed, sofa } from '../shapes/seating.ts'
import { board, bowl, drape, napkin } from '../shapes/tableware.ts'

export const furniture: readonly Goods[] = [
  {
    name: 'Marlow Two-Seat Sofa, Ochre',
    build: (kit) => sofa('#c08a35', ['#ece3d2', '#4f6259'], kit),
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        box(230, 1.4, 150, kit.knit('#d8ccb6'), { at: [0, -1.4, 22], radius: 0.6 }),
        place(group(plant(kit)), { at: [112, 0, -26], scale: 3 }),
      ),
    view: { yaw: -26, pitch: 10 },
    detail: { at: [0.2, 0.75, 0.7], zoom: 2.3 },
    other: { yaw: 150, pitch: 12 },
  },
  {
    name: 'Linden Dining Chair, Oak',
    build: (kit) => diningChair('oak', kit),
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(group(diningChair('oak', kit)), { at: [-62, 0, -34], turn: [0, 38, 0] }),
        place(napkin([30, 24], '#7d8f8a', kit), { at: [0, 46, 2] }),
      ),
    view: { yaw: -34, pitch: 12 },
    detail: { at: [0.5, 0.9, 0.2], zoom: 2.3 },
    other: { yaw: 145, pitch: 12 },
  },
  {
    name: 'Drift Platform Bed 160 × 200 cm',
    build: (kit) => platformBed('birch', kit),
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(
          group(
            box(42, 46, 38, kit.wood('birch'), { radius: 1 }),
            box(36, 16, 1, kit.wood('pine'), { radius: 0.6, at: [0, 24, 19] }),
            place(group(books(kit, ['#7d3f33', '#d9cdb8'])), { at: [-4, 46, 0] }),
            place(group(mug(kit)), { at: [13, 46, 6] }),
          ),
          { at: [116, 0, -76] },
        ),
        box(240, 1.2, 120, kit.knit('#cbbfa8'), { at: [0, -1.2, 60], radius: 0.5 }),
      ),
    view: { yaw: -32, pitch: 18 },
    detail: { at: [0.7, 0.7, 0.2], zoom: 2.3, pitch: 24 },
  },
  {
    name: 'Hallway Oval Mirror with Brass Frame',
    build: ovalMirror,
    stand: 'wall',
    view: { yaw: -22, pitch: 4 },
    detail: { at: [0.8, 0.8, 1], zoom: 2.3 },
  },
  {
    name: 'Fern & Oak Monstera in Clay Pot',
    build: monstera,
    view: { yaw: -18, pitch: 12 },
    detail: { at: [0.5, 0.8, 0.8], zoom: 2 },
  },
  {
    name: 'Basin & Stone Enamelled Casserole, 24 cm',
    build: casserole,
    inUse: (product, kit) =>
      setting(
        kit,
        place(product, { at: [0, 1.8, 0] }),
        board([40, 1.8, 30], kit, 'walnut'),
        place(carrot(17, kit), { at: [-12, 1.8, 17], turn: [0, 30, 0] }),
        place(napkin([22, 18], '#e7ddc8', kit), { at: [22, 0, 16], turn: [0, 20, 0] }),
      ),
    view: { yaw: -24, pitch: 22, fill: 0.82 },
    inUseView: { yaw: -20, pitch: 26, fill: 0.92 },
    detail: { at: [0.85, 0.6, 0.6], zoom: 2, pitch: 22 },
  },
  {
    name: "Chef's Corner Knife Set with Block",
    build: knifeBlock,
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(board([34, 2, 22], kit), { at: [14, 0, 20] }),
        place(group(chefKnife(kit)), { at: [18, 2, 26], turn: [0, 12, 0] }),
        place(group(carrot(16, kit)), { at: [14, 2, 16], turn: [0, -8, 0] }),
      ),
    view: { yaw: -38, pitch: 14 },
    inUseView: { yaw: -24, pitch: 24 },
    detail: { at: [0.3, 0.8, 0.6], zoom: 2.2 },
  },
  {
    name: 'Cloudrest Linen Bedding, 135 × 200 cm',
    build: (kit) => linenPile('#e9e3d6', kit),
    inUse: (_product, kit) => platformBed('walnut', kit, { sheet: '#efe9dd', blanket: '#b7a88d', pillow: '#e6ddcb' }),
    view: { yaw: -28, pitch: 20 },
    inUseView: { yaw: -34, pitch: 24 },
    detail: { at: [0.6, 0.6, 1], zoom: 2.3 },
  },
  {
    name: 'Willow Laundry Basket with Lid',
    build: willowBasket,
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(drape(30, 34, '#dfe5e2', kit), { at: [0, 13, 23] }),
        repeat(4, (at) =>
          place(
            box(34, 6, 26, kit.fabric(['#e9e3d6', '#9fb0ae', '#d8c3a5', '#f3efe6'][at] ?? '#ffffff'), { radius: 2.9 }),
            { at: [42, at * 5.6, -2], turn: [0, at * 3 - 4, 0] },
          ),
        ),
      ),
    view: { yaw: -20, pitch: 16 },
    detail: { at: [0.5, 0.85, 0.8], zoom: 2.3 },
  },
  {
    name: "Potter's Table Stoneware Bowls, Set of Four",
    build: (kit) => bowlSet(kit, (color) => bowl(7.5, color, kit)),
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(napkin([24, 16], '#c9b08a', kit), { at: [-9, 0, 15], turn: [0, 16, 0] }),
        place(
          group(
            tube(path3('0,1.8,0 7,1.5,0 13,1.6,0'), 0.35, kit.metal()),
            ball(1.9, kit.metal(), { at: [-2.4, 1.2, 0], scale: [1.5, 0.3, 1] }),
          ),
          { at: [-13, 0, 16], turn: [0, 20, 0] },
        ),
      ),
    view: { yaw: -22, pitch: 24 },
    detail: { at: [0.4, 0.8, 0.6], zoom: 2.1, pitch: 26 },
  },
  {
    name: 'Steamer Home Garment Brush',
    build: garmentSteamer,
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(group(hanger(kit), place(drape(38, 66, '#8fa3ad', kit), { at: [0, -69, 1] })), { at: [4, 84, -24] }),
        tube(
          [
            [-26, 92, -24],
            [34, 92, -24],
          ],
          1,
          kit.metal(),
        ),
      ),
    view: { yaw: 30, pitch: 8 },
    detail: { at: [0.5, 0.85, 0.8], zoom: 2.1 },
  },
]
