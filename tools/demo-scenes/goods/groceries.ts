import type { Object3D } from 'three'
import type { Goods, Kit } from '../kit/kit.ts'
import { box, group, lathe, place, repeat, ring, setting, tube } from '../kit/solids.ts'
import { cheeseTruckle } from '../shapes/counter.ts'
import { noise, path2, path3 } from '../shapes/forms.ts'
import { beanMark, combMark, leafMark } from '../shapes/labels.ts'
import { bottle, chocolateBar, chocolatePiece, jar, pouch, tin } from '../shapes/packets.ts'
import { pastaBoxes, penne } from '../shapes/pasta.ts'
import { apple, broccoli, carrot, cheeseWedge, crate, loaf, longGreen, nut, potato, tomato } from '../shapes/produce.ts'
import { board, bowl, cup, napkin } from '../shapes/tableware.ts'

/** Returns things scattered in a ring sector in front of a product, none upon the other. */
function scatter(count: number, make: (at: number) => Object3D, [x, z, spread]: readonly [number, number, number]) {
  return repeat(count, (at) => {
    const [angle, reach] = [at * 2.39996, spread * Math.sqrt((at + 0.4) / count)]
    return place(group(make(at)), {
      at: [x + Math.cos(angle) * reach, 0, z + Math.sin(angle) * reach * 0.7],
      turn: [0, at * 77, 0],
    })
  })
}

const coffeeBean = (kit: Kit) => {
  const dark = kit.food('#4a2a17', { roughness: 0.35 })
  return (_at: number) =>
    group(
      lathe(path2('0,0 0.5,0.05 0.62,0.2 0.5,0.42 0.2,0.5 0,0.52'), dark, { scale: [0.72, 1, 1.05], sides: 24 }),
      box(0.07, 0.08, 1, kit.food('#2b160b'), { radius: 0.03, at: [0, 0.46, 0] }),
    )
}

function apples(kit: Kit): Object3D {
  const sorts = [
    ['#7f1d1a', '#b32a22', '#d9852f'],
    ['#6f8f2e', '#a9bf4b', '#cfd16a'],
    ['#a8772f', '#c98b3a', '#a63a22'],
  ]
  const layer = (rows: number, y: number, shift: number) =>
    repeat(rows * 4, (at) =>
      place(apple(sorts[(at + rows) % 3] ?? [], kit, at * 2.7 + y), {
        at: [((at % 4) - 1.5) * 8 + shift, y, (Math.floor(at / 4) - (rows - 1) / 2) * 7.7],
        turn: [noise(at, y) * 25, at * 50, noise(at, 5) * 25],
      }),
    )
  return group(crate([35, 12, 27], kit), layer(3, 4, 0), layer(2, 9, 1))
}

function vegetables(kit: Kit): Object3D {
  const inside = (object: Object3D, at: readonly [number, number, number], turn: readonly [number, number, number]) =>
    place(group(object), { at, turn })
  return group(
    crate([42, 14, 30], kit, 'birch'),
    box(39, 6, 26, kit.wood('walnut'), { at: [0, 1.2, 0] }),
    inside(broccoli(kit), [-13, 8, -5], [8, 0, 12]),
    inside(broccoli(kit), [-4, 7, -8], [-5, 60, -6]),
    ...[0, 1, 2, 3].map((at) =>
      inside(carrot(17 + at, kit), [9 + (at % 2) * 2, 8.6 + at * 1.4, -9 + at * 2.6], [0, 12 - at * 7, 2]),
    ),
    inside(longGreen(28, ['#2c5a25', '#3f7a33', '#2f6129'], 2.2, kit), [-3, 9, 9.5], [0, 5, 4]),
    inside(longGreen(27, ['#2c5a25', '#39702d'], 2.1, kit), [-4, 12.2, 7.4], [0, -7, 2]),
    ...[0, 1, 2, 3, 4].map((at) =>
      inside(
        tomato('#c8321f', 3.5, kit),
        [-16 + at * 6.4 - (at > 2 ? 16 : 0), at > 2 ? 12.8 : 8.4, at > 2 ? 2.6 : 4.4],
        [noise(at) * 20, at * 40, 14],
      ),
    ),
    ...[0, 1, 2, 3, 4].map((at) =>
      inside(potato(kit), [7 + (at % 3) * 5.3, 9 + (at > 2 ? 3 : 0), 1 + (at % 2) * 3], [0, at * 60, 0]),
    ),
    ...[0, 1].map((at) => inside(tomato('#6d1f3c', 3.6, kit), [2 + at * 7, 9, -3], [30, at * 80, 20])),
  )
}

export const groceries: readonly Goods[] = [
  {
    name: 'Hillside Coffee Beans, Medium Roast, 1 kg',
    build: (kit) =>
      pouch(
        {
          width: 14,
          height: 27,
          depth: 8.5,
          color: '#2f3b35',
          texts: { brand: 'Hillside', title: 'Coffee\nBeans', note: 'medium roast · whole bean', foot: '1 kg' },
          look: { mark: beanMark, framed: true, accent: '#8a5a33' },
        },
        kit,
      ),
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        scatter(46, coffeeBean(kit), [7, 10, 8]),
        place(cup('#efe9dd', '#3a2114', kit), { at: [15, 0, 3] }),
      ),
    detail: { at: [0.5, 0.5, 1], zoom: 2.4 },
  },
  {
    name: 'Leaf & Linden Green Tea, 100 g',
    build: (kit) =>
      tin(
        {
          radius: 4.4,
          height: 12,
          color: '#4c6a4d',
          texts: { brand: 'Leaf & Linden', title: 'Green Tea', note: 'first harvest, loose leaf', foot: '100 g' },
          look: { mark: leafMark, accent: '#4c6a4d' },
        },
        kit,
      ),
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(cup('#f2efe7', '#b9b04a', kit, 'bowl'), { at: [11, 0, 3] }),
        scatter(
          40,
          (at) =>
            box(0.16, 0.16, 1.1 + (at % 4) * 0.3, kit.food(at % 2 ? '#3f5a2c' : '#5c7440'), {
              radius: 0.07,
              turn: [0, at * 40, 6],
            }),
          [2, 8.5, 4],
        ),
      ),
    view: { yaw: -10, pitch: 10 },
    detail: { at: [0.5, 0.8, 1], zoom: 2.2, pitch: 24 },
  },
  {
    name: 'Beekeeper Wildflower Honey, 500 g',
    build: (kit) =>
      jar(
        {
          radius: 4.3,
          height: 11,
          filling: '#d9931f',
          lid: '#c9a052',
          texts: { brand: 'Beekeeper', title: 'Wildflower\nHoney', foot: '500 g' },
          look: { mark: combMark, accent: '#b9781c', framed: true },
        },
        kit,
      ),
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(group(honeyDipper(kit)), { at: [9, 0, 5], turn: [0, 35, 0] }),
        place(napkin([20, 16], '#d8c9a8', kit), { at: [6, 0, 3], turn: [0, 20, 0] }),
      ),
    view: { yaw: -10, pitch: 10 },
    detail: { at: [0.5, 0.5, 1], zoom: 2 },
  },
  {
    name: 'Corner Bakery Sourdough Loaf, 1 kg',
    build: (kit) => loaf(kit),
    inUse: (product, kit) =>
      setting(
        kit,
        place(product, { at: [0, 2, 0] }),
        board([40, 2, 27], kit),
        place(napkin([26, 22], '#7d8f8a', kit), { at: [19, 0, 6], turn: [0, 25, 0] }),
      ),
    view: { yaw: -20, pitch: 30 },
    detail: { at: [0.5, 0.8, 0.6], yaw: 20, zoom: 1.5, pitch: 22 },
  },
  {
    name: 'Orchard Box: Apples, 3 kg',
    build: apples,
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(apple(['#7f1d1a', '#b32a22', '#d9852f'], kit, 3), { at: [16, 0, 20] }),
        place(apple(['#6f8f2e', '#a9bf4b', '#cfd16a'], kit, 8), { at: [7, 0, 23] }),
      ),
    view: { yaw: -26, pitch: 32 },
    detail: { at: [0.6, 1, 0.7], zoom: 2.3, pitch: 34 },
  },
  {
    name: 'Old Mill Cheddar Truckle, 400 g',
    build: (kit) => cheeseTruckle(kit),
    inUse: (product, kit) =>
      setting(
        kit,
        place(group(product), { at: [-5, 1.8, -1] }),
        place(cheeseWedge(kit), { at: [7, 1.8, 5], scale: 0.5 }),
        board([30, 1.8, 24], kit, 'walnut'),
        scatter(
          9,
          (at) =>
            box(0.9 + (at % 3) * 0.5, 0.8, 1, kit.food('#ecc876', { roughness: 0.7 }), {
              radius: 0.25,
              at: [0, 1.8, 0],
            }),
          [-6, 4, 4],
        ),
      ),
    view: { yaw: -14, pitch: 30, fill: 0.7 },
    inUseView: { yaw: -24, pitch: 28, fill: 0.9 },
    detail: { at: [0.5, 0.9, 0.5], yaw: 8, zoom: 1.7, pitch: 52 },
  },
  {
    name: 'Tuscan Hill Olive Oil, 750 ml',
    build: (kit) =>
      bottle(
        {
          glass: '#1d2a14',
          cap: '#2b2a26',
          texts: { brand: 'Tuscan Hill', title: 'Olive Oil', note: 'extra virgin', foot: '750 ml' },
          look: { mark: leafMark, accent: '#5f6b2d', framed: true },
        },
        kit,
      ),
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(bowl(6, '#e9e4d8', kit), { at: [13, 0, 2] }),
        place(lathe(path2('0,0 5,0.02 5.05,0.1 0,0.12'), kit.food('#b7a52c', { roughness: 0.08, clearcoat: 1 })), {
          at: [13, 2.9, 2],
        }),
        scatter(
          5,
          () =>
            lathe(path2('0,0 0.75,0.35 0.85,1 0.5,1.75 0,1.9'), kit.food('#5d6b23', { roughness: 0.25 }), {
              turn: [80, 0, 0],
              at: [0, 0.8, 0],
            }),
          [6, 9, 5],
        ),
      ),
    view: { yaw: -10, pitch: 10 },
    detail: { at: [0.5, 0.35, 1], zoom: 2.6 },
  },
  {
    name: 'Snackwell Roasted Nut Mix, 600 g',
    build: (kit) =>
      pouch(
        {
          width: 16,
          height: 24,
          depth: 8,
          color: '#b98a55',
          texts: { brand: 'Snackwell', title: 'Roasted\nNut Mix', note: 'almond · cashew · hazelnut', foot: '600 g' },
          look: { mark: beanMark, accent: '#9b4a22', ground: '#fbf4e6' },
        },
        kit,
      ),
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(
          group(
            bowl(7.5, '#3f5560', kit),
            repeat(46, (at) =>
              place(nut(at % 3, kit), {
                at: [
                  Math.cos(at * 2.4) * Math.sqrt(at) * 0.86,
                  4.6 + (46 - at) * 0.026,
                  Math.sin(at * 2.4) * Math.sqrt(at) * 0.86,
                ],
                turn: [at * 31, at * 47, at * 13],
              }),
            ),
          ),
          { at: [15, 0, 6] },
        ),
        scatter(14, (at) => nut(at % 3, kit), [4, 12, 5]),
      ),
    detail: { at: [0.5, 0.5, 1], zoom: 2.2 },
  },
  {
    name: 'Cocoa Lane Dark Chocolate 72 %, Six Bars',
    build: (kit) =>
      group(
        repeat(5, (at) =>
          place(
            chocolateBar(
              ['#2f2a3d', '#6b2f2f', '#2f4a45', '#7a5a2c', '#35324a'][at] ?? '#333333',
              { brand: 'Cocoa Lane', title: 'Dark 72 %', note: 'one region, three ingredients', foot: '80 g' },
              kit,
              { ink: '#f6ead2', accent: '#d9b36c', framed: true },
            ),
            { at: [noise(at) * 0.8, at * 1.03, -4 + noise(at, 3) * 0.5], turn: [0, noise(at, 8) * 9, 0] },
          ),
        ),
        place(chocolatePiece(4, kit), { at: [3, 0, 7], turn: [0, -14, 0] }),
        place(chocolatePiece(2, kit), { at: [-7, 0, 7.4], turn: [0, 24, 0] }),
      ),
    view: { yaw: -16, pitch: 42 },
    detail: { at: [0.55, 0.3, 0.7], yaw: 12, zoom: 1.35, pitch: 30 },
  },
  {
    name: 'Nonna Bronze-Cut Pasta Box, 4 × 500 g',
    build: pastaBoxes,
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        scatter(22, penne(kit), [8, 13, 8]),
        place(tomato('#c8321f', 3.2, kit), { at: [-12, 0, 9] }),
        place(tomato('#c8321f', 2.9, kit), { at: [-6, 0, 12], turn: [20, 40, 0] }),
      ),
    view: { yaw: -18, pitch: 10 },
    detail: { at: [0.35, 0.3, 1], zoom: 2.4 },
  },
  {
    name: 'Garden Crate Seasonal Vegetables, 5 kg',
    build: vegetables,
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(group(carrot(18, kit)), { at: [4, 0, 24], turn: [0, -15, 0] }),
        place(tomato('#c8321f', 3.5, kit), { at: [-14, 0, 22] }),
      ),
    view: { yaw: -24, pitch: 34 },
    detail: { at: [0.3, 1, 0.5], zoom: 2.3, pitch: 36 },
  },
]

function honeyDipper(kit: Kit): Object3D {
  const wood = kit.wood('birch')
  return place(
    group(
      tube(path3('0,0,0 0,8,0 0,13,0'), 0.45, wood),
      repeat(6, (at) =>
        lathe(
          [
            [0, 0],
            [1.2, 0.1],
            [1.35 - Math.abs(at - 2.5) * 0.12, 0.32],
            [1.2, 0.55],
            [0, 0.62],
          ],
          wood,
          { at: [0, 0.2 + at * 0.66 - 3.6, 0] },
        ),
      ),
      ring(0.6, 0.3, wood, { at: [0, 12.6, 0] }),
    ),
    { turn: [0, 0, 82], at: [4, 1.4, 0] },
  )
}
