import type { Object3D } from 'three'
import type { Goods, Kit } from '../kit/kit.ts'
import { box, cylinder, group, lathe, place, repeat, setting } from '../kit/solids.ts'
import { lighthouse, sunriseClock } from '../shapes/bedside.ts'
import { path2 } from '../shapes/forms.ts'
import {
  armLamp,
  bulb,
  candle,
  clayLamp,
  dimmer,
  fairyLights,
  filamentBulb,
  paperLantern,
  pathLight,
} from '../shapes/lamps.ts'
import { carton } from '../shapes/packets.ts'
import { books, lyingPhone, mug, notebook, plant } from '../shapes/props.ts'
import { napkin } from '../shapes/tableware.ts'

const lyingBulb = (one: Object3D, at: readonly [number, number, number], turn: number) =>
  place(group(place(group(one), { turn: [0, 0, 83], at: [5.5, 3.05, 0] })), { at, turn: [0, turn, 0] })

function bulbPack(kit: Kit): Object3D {
  const pack = carton(
    {
      size: [13, 13, 13],
      color: '#d9a441',
      texts: { brand: 'Glowworm', title: 'Warm White', note: 'E27 · 806 lumens · 2,700 K', foot: 'four LED bulbs' },
      look: { ink: '#33240c', accent: '#7a4d10', serif: false },
    },
    kit,
  )
  return group(
    place(pack, { at: [0, 0, -6] }),
    place(filamentBulb(kit), { at: [7.4, 0, 4] }),
    lyingBulb(filamentBulb(kit), [-8.5, 0, 7], 24),
    lyingBulb(filamentBulb(kit), [1, 0, 12], -32),
  )
}

/** Returns a bulb in a brass holder on a wooden block. */
function cubeLamp(kit: Kit, wood: 'oak' | 'walnut'): Object3D {
  return group(
    box(10, 9, 10, kit.wood(wood), { radius: 0.4 }),
    cylinder(2.1, 2.4, kit.brass(), { at: [0, 9, 0], bevel: 0.2 }),
    place(filamentBulb(kit), { at: [0, 8.8, 0] }),
  )
}

function smartBulb(kit: Kit): Object3D {
  return bulb(kit, { glass: '#b48bff', shine: 0.42, collar: '#f0eef2' })
}

function candles(kit: Kit): Object3D {
  const lying = (at: number) =>
    place(group(place(group(candle(22, 1.1, kit, false, at * 9)), { turn: [90, 0, 0], at: [0, 1.1, -11] })), {
      at: [(at % 3) * 2.4 - 3.4 + (at > 2 ? 1.2 : 0), at > 2 ? 2 : 0, 0],
      turn: [0, (at - 2) * 1.2, 0],
    })
  return group(
    repeat(5, lying),
    box(9.4, 4.9, 5, kit.paper('#ede3cf'), { radius: 0.9, at: [-0.4, -0.02, 1] }),
    box(9.6, 5, 0.5, kit.fabric('#7a5a33'), { radius: 0.2, at: [-0.4, 0, 1] }),
    place(group(holder(kit), place(candle(17, 1.1, kit, true), { at: [0, 1.6, 0] })), { at: [9, 0, -4] }),
  )
}

function holder(kit: Kit): Object3D {
  return group(lathe(path2('0,0 4,0 4.4,0.4 4.3,0.9 3.9,0.7 1.6,0.6 1.6,2.6 1.25,2.7 1.2,1.4 0,1.4'), kit.brass()))
}

export const lighting: readonly Goods[] = [
  {
    name: 'Glowworm E27 LED Bulb, Warm White, Four-Pack',
    build: bulbPack,
    view: { yaw: -20, pitch: 14 },
    inUse: (_product, kit) =>
      group(
        cubeLamp(kit, 'oak'),
        place(cubeLamp(kit, 'walnut'), { at: [-19, 0, -12], turn: [0, 24, 0] }),
        place(books(kit, ['#7d3f33', '#d9cdb8', '#3d5a5c']), { at: [19, 0, -8], turn: [0, -12, 0] }),
      ),
    inUseView: { yaw: -16, pitch: 10, fill: 0.9 },
    detail: { at: [0.75, 0.5, 0.5], zoom: 2 },
    other: { yaw: 16, pitch: 34 },
  },
  {
    name: 'Glowworm Smart Bulb, Colour, E27',
    build: (kit) => lyingBulb(smartBulb(kit), [0, 0, 0], 24),
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(group(lyingPhone(kit, kit.screen(480, 960, drawColorWheel, 'bulb app'))), {
          at: [4, 0, 11],
          turn: [0, -20, 0],
        }),
        place(group(bulb(kit, { glass: '#ffb37a', shine: 0.42, collar: '#f0eef2' })), { at: [9, 0, -6] }),
        place(group(bulb(kit, { glass: '#7fc7ff', shine: 0.42, collar: '#f0eef2' })), { at: [1, 0, -10] }),
      ),
    view: { yaw: -18, pitch: 22 },
    inUseView: { yaw: -18, pitch: 28 },
    detail: { at: [0.3, 0.5, 0.7], zoom: 1.8 },
  },
  {
    name: 'Studio Arm Desk Lamp, Graphite',
    build: (kit) => armLamp('#3d4247', kit),
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(notebook(kit), { at: [16, 0, 14], turn: [0, 12, 0] }),
        place(books(kit, ['#7d3f33', '#d9cdb8', '#3d5a5c']), { at: [-20, 0, -12] }),
      ),
    view: { yaw: -20, pitch: 10 },
    detail: { at: [0.75, 0.85, 0.5], zoom: 2.2, pitch: -4 },
  },
  {
    name: 'Paper Moon Pendant Lantern, 45 cm',
    build: (kit) => paperLantern(kit),
    stand: 'air',
    view: { yaw: -18, pitch: -4 },
    detail: { at: [0.6, 0.3, 1], zoom: 2.2 },
  },
  {
    name: 'Hearthside Beeswax Candles, Six',
    build: candles,
    view: { yaw: -30, pitch: 26 },
    inUse: (product, kit) =>
      group(
        product,
        place(napkin([30, 24], '#c9b08a', kit), { at: [1, -0.3, -2], turn: [0, 14, 0] }),
        place(plant(kit, { radius: 5, pot: '#e3cdb2' }), { at: [-13, 0, -16] }),
        place(mug(kit, '#7d8f86'), { at: [17, 0, -13], turn: [0, 20, 0] }),
      ),
    inUseView: { yaw: -20, pitch: 22, fill: 0.92 },
    detail: { at: [0.4, 0.4, 0.8], zoom: 2 },
  },
  {
    name: 'Ember Clay Lamp with LED Flame',
    build: clayLamp,
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(group(clayLamp(kit)), { at: [-15, 0, -14] }),
        place(group(clayLamp(kit)), { at: [14, 0, -18] }),
      ),
    view: { yaw: -16, pitch: 24 },
    detail: { at: [0.7, 0.4, 0.8], zoom: 2 },
  },
  {
    name: 'Starfall Fairy Lights, 10 m',
    build: fairyLights,
    view: { yaw: -20, pitch: 44 },
    inUse: (product, kit) =>
      group(
        product,
        place(plant(kit, { radius: 8, pot: '#d9c8b3' }), { at: [-2, 0, -30] }),
        place(books(kit, ['#7d3f33', '#3d5a5c'], { width: 18, depth: 24 }), { at: [26, 0, -22], turn: [0, 20, 0] }),
      ),
    inUseView: { yaw: -18, pitch: 22, fill: 0.94 },
    detail: { at: [0.4, 0.5, 0.8], zoom: 2.6, pitch: 36 },
  },
  {
    name: 'Sundial Solar Path Lights, Set of Six',
    build: (kit) =>
      repeat(6, (at) =>
        place(pathLight(kit), {
          at: [(at % 3) * 14 - 14 + (at > 2 ? 7 : 0), 0, at > 2 ? -13 : 4],
          turn: [0, at * 37, 0],
        }),
      ),
    inUse: (_product, kit) =>
      setting(
        kit,
        repeat(3, (at) => place(group(pathLight(kit)), { at: [at * 10 - 12, -5, 12 - at * 22] })),
        box(40, 5, 78, kit.foam('#6f8457'), { radius: 2, at: [4, -5, -10] }),
        repeat(4, (at) =>
          box(14, 1, 13, kit.ceramic('#a9a59c', { clearcoat: 0, roughness: 0.95 }), {
            radius: 0.5,
            at: [at * 3 + 4, -0.4, 18 - at * 18],
            turn: [0, at * 9, 0],
          }),
        ),
      ),
    view: { yaw: -18, pitch: 14 },
    inUseView: { yaw: -22, pitch: 16 },
    detail: { at: [0.3, 0.9, 0.8], zoom: 2.6 },
  },
  {
    name: 'Lighthouse Night Light for Children',
    build: lighthouse,
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(books(kit, ['#c98b5a', '#6d8f8a', '#d6b85c']), { at: [20, 0, -3] }),
        repeat(3, (at) =>
          box(4, 4, 4, kit.gloss(['#7d9f8b', '#d9a441', '#c9705a'][at] ?? '#ffffff', { roughness: 0.5 }), {
            radius: 0.4,
            at: [9 + at * 5 - (at === 2 ? 7.4 : 0), at === 2 ? 4 : 0, 9],
            turn: [0, at * 20, 0],
          }),
        ),
      ),
    view: { yaw: -12, pitch: 10 },
    detail: { at: [0.5, 0.85, 0.8], zoom: 2 },
  },
  {
    name: 'Aurora Sunrise Alarm Clock',
    build: sunriseClock,
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(books(kit, ['#e3d9c6', '#5c7480']), { at: [-15, 0, -10], scale: 0.8 }),
        place(group(plant(kit)), { at: [16, 0, -12], scale: 0.7 }),
      ),
    view: { yaw: -22, pitch: 8 },
    detail: { at: [0.5, 0.5, 1], zoom: 1.8 },
  },
  {
    name: 'Dimwit Rotary Dimmer for LED',
    build: dimmer,
    stand: 'wall',
    view: { yaw: -28, pitch: 8 },
    inUse: (product, kit) =>
      group(
        product,
        box(34, 2, 9, kit.wood('oak'), { radius: 0.4, at: [20, -16, 4.6] }),
        place(cubeLamp(kit, 'walnut'), { at: [14, -14, 4.8], scale: 0.8 }),
        place(plant(kit, { radius: 3.6 }), { at: [30, -14, 4.6] }),
      ),
    inUseView: { yaw: -22, pitch: 8, fill: 0.9 },
    detail: { at: [0.5, 0.5, 1], zoom: 1.8, yaw: 20 },
  },
]

function drawColorWheel(context: CanvasRenderingContext2D, w: number, h: number): void {
  context.fillStyle = '#17161c'
  context.fillRect(0, 0, w, h)
  const wheel = context.createConicGradient(0, w / 2, h * 0.42)
  for (let at = 0; at <= 12; at++) wheel.addColorStop(at / 12, `hsl(${at * 30} 85% 62%)`)
  context.fillStyle = wheel
  context.beginPath()
  context.arc(w / 2, h * 0.42, w * 0.36, 0, Math.PI * 2)
  context.arc(w / 2, h * 0.42, w * 0.2, 0, Math.PI * 2, true)
  context.fill()
  context.fillStyle = '#ffffff'
  context.font = `500 ${w * 0.09}px "DejaVu Sans"`
  context.textAlign = 'center'
  context.fillText('Living room', w / 2, h * 0.14)
  context.fillText('60 %', w / 2, h * 0.44)
  context.fillRect(w * 0.14, h * 0.76, w * 0.45, h * 0.02)
  context.globalAlpha = 0.3
  context.fillRect(w * 0.14, h * 0.76, w * 0.72, h * 0.02)
  context.globalAlpha = 1
}
