import type { Goods, Kit } from '../kit/kit.ts'
import { cylinder, group, place, repeat, setting, tube } from '../kit/solids.ts'
import { carWash, dashCam, jumpStarter, sparkPlug, tyre } from '../shapes/garage.ts'
import { carton } from '../shapes/packets.ts'
import { teddy } from '../shapes/playthings.ts'
import { lyingPhone } from '../shapes/props.ts'
import { firstAidBag, jerrycan, warningTriangle } from '../shapes/roadside.ts'
import { childSeat, foldedVest, kickScooter, openHelmet, trolleyJack } from '../shapes/vehicles.ts'

function plugSet(kit: Kit) {
  const lying = (at: number) =>
    place(group(place(group(sparkPlug(kit)), { turn: [90, 0, 0], at: [0, 1.3, -4] })), {
      at: [at * 3.6 - 3, 0, 3.4],
      turn: [0, at * 4 - 4, 0],
    })
  const pack = carton(
    {
      size: [8, 9.6, 4.4],
      color: '#22303c',
      texts: { brand: 'Sparkwell', title: 'Iridium', note: 'spark plugs', foot: 'set of four' },
      look: { ink: '#f2f0ea', accent: '#d0582b', serif: false, strip: 0.04 },
    },
    kit,
  )
  return group(
    place(pack, { at: [-6, 0, -5], turn: [0, 10, 0] }),
    place(group(sparkPlug(kit)), { at: [3.4, 0, -4] }),
    repeat(3, lying),
  )
}

function emergencyKit(kit: Kit) {
  return group(
    place(warningTriangle(kit), { at: [6, 0, -14] }),
    place(firstAidBag('#b8322a', [24, 15, 10], kit), { at: [-15, 0, 2], turn: [0, 14, 0] }),
    place(foldedVest('#d8e23a', kit), { at: [13, 0, 9], turn: [0, -10, 0] }),
    place(
      tube(
        Array.from(
          { length: 60 },
          (_, at) =>
            [
              Math.cos(at * 0.42) * (6.4 + (at % 15) * 0.06),
              0.7 + Math.floor(at / 15) * 1.1,
              Math.sin(at * 0.42) * 5.4,
            ] as const,
        ),
        0.62,
        kit.fabric('#d98a2b'),
        { steps: 900 },
      ),
      { at: [-4, 0, 17] },
    ),
  )
}

export const automotive: readonly Goods[] = [
  {
    name: 'Jumpstart Pro 2000 A Booster Pack',
    build: jumpStarter,
    inUse: (product, kit) =>
      setting(kit, product, place(group(lyingPhone(kit)), { at: [24, 0, 10], turn: [0, -24, 0] })),
    view: { yaw: -22, pitch: 18 },
    detail: { at: [0.4, 0.5, 0.6], zoom: 2 },
  },
  {
    name: 'Grippa All-Season Tyre 205/55 R16',
    build: (kit) => tyre(kit),
    inUse: (_product, kit) => group(tyre(kit, { rim: true })),
    view: { yaw: -52, pitch: 6 },
    inUseView: { yaw: -62, pitch: 6 },
    detail: { at: [0.5, 0.7, 0.9], zoom: 2.4, yaw: -30 },
  },
  {
    name: 'Sparkwell Iridium Spark Plugs, Set of Four',
    build: plugSet,
    view: { yaw: -20, pitch: 22 },
    detail: { at: [0.6, 0.2, 0.8], zoom: 2.2, pitch: 30 },
  },
  {
    name: 'Silkshine Car Wash and Wax Set',
    build: carWash,
    view: { yaw: -16, pitch: 18 },
    detail: { at: [0.65, 0.2, 0.7], zoom: 2.1 },
  },
  {
    name: 'Roadview Dash Cam 1440p',
    build: dashCam,
    stand: 'air',
    view: { yaw: -26, pitch: 8 },
    detail: { at: [0.3, 0.25, 1], zoom: 2.2 },
    other: { yaw: 150, pitch: 12 },
  },
  {
    name: 'Littleway Child Car Seat, 100–150 cm',
    build: (kit) => childSeat('#6f8791', kit),
    inUse: (product, kit) =>
      setting(kit, product, place(group(teddy('#b07a45', '#c8643f', kit)), { at: [0, 18, 0], scale: 0.9 })),
    view: { yaw: -30, pitch: 12 },
    detail: { at: [0.6, 0.8, 0.4], zoom: 2.1 },
  },
  {
    name: 'Pitlane Hydraulic Trolley Jack, 2 t',
    build: (kit) => trolleyJack('#b8322a', kit),
    inUse: (product, kit) =>
      setting(kit, product, place(group(tyre(kit, { rim: true })), { at: [-16, 0, -46], turn: [0, -70, 0] })),
    view: { yaw: -24, pitch: 18 },
    detail: { at: [0.15, 0.3, 0.7], zoom: 2.4 },
  },
  {
    name: 'Commuter Open-Face Scooter Helmet',
    build: (kit) => openHelmet('#c8574e', '#f1e9da', kit),
    view: { yaw: -34, pitch: 8 },
    detail: { at: [0.8, 0.55, 0.6], zoom: 2, yaw: -50 },
    other: { yaw: 120, pitch: 10 },
  },
  {
    name: 'Citybreeze Electric Kick Scooter',
    build: kickScooter,
    inUse: (product, kit) =>
      setting(kit, product, place(group(openHelmet('#e9e4da', '#d0582b', kit)), { at: [8, 0, 34], turn: [0, 20, 0] })),
    view: { yaw: -34, pitch: 10 },
    detail: { at: [0.1, 0.95, 0.5], zoom: 2.6, yaw: 40, pitch: 18 },
    other: { yaw: 60, pitch: 10 },
  },
  {
    name: 'Fuelguard Steel Jerrycan, 10 l',
    build: (kit) => jerrycan('#4f5a3c', kit),
    inUse: (product, kit) =>
      setting(kit, product, place(group(jerrycan('#a3352b', kit)), { at: [-14, 0, -22], turn: [0, 12, 0] })),
    view: { yaw: -30, pitch: 12 },
    detail: { at: [0.2, 0.9, 0.5], zoom: 2.2 },
  },
  {
    name: 'Roadside Emergency Kit with Triangle',
    build: emergencyKit,
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(
          group(
            cylinder(13, 1.4, kit.rubber('#26282b'), { bevel: 0.4 }),
            cylinder(9, 34, kit.plastic('#e0702a'), { top: 2.2, at: [0, 1, 0] }),
            cylinder(6.7, 7, kit.plastic('#f4f1ea'), { top: 5.2, at: [0, 13, 0] }),
          ),
          { at: [38, 0, -22] },
        ),
      ),
    view: { yaw: -18, pitch: 18 },
    detail: { at: [0.25, 0.2, 0.7], zoom: 2 },
  },
]
