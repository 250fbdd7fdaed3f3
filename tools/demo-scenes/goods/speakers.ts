import type { Goods } from '../kit/kit.ts'
import { box, group, place } from '../kit/solids.ts'
import { columnSpeaker } from '../shapes/desk-devices.ts'
import { sideboard } from '../shapes/furnishings.ts'
import { books, lyingPhone, mug, plant } from '../shapes/props.ts'
import {
  cabinet,
  doorbell,
  megaphone,
  moonSpeaker,
  partyTower,
  roamSpeaker,
  showerSpeaker,
  soundbar,
  subwoofer,
} from '../shapes/speakers.ts'
import { television } from '../shapes/televisions.ts'

export const speakers: readonly Goods[] = [
  {
    name: 'Boulder Roam Waterproof Bluetooth Speaker',
    build: (kit) => roamSpeaker(kit),
    inUse: (product, kit) =>
      group(
        product,
        place(lyingPhone(kit), { at: [3, 0, 13], turn: [0, 24, 0] }),
        place(mug(kit, '#c9876a'), { at: [-6, 0, -13] }),
      ),
    detail: { at: [0.1, 0.5, 0.9], yaw: -46, pitch: 14, zoom: 2.1 },
  },
  {
    name: 'Northfield Shelf 5 Bookshelf Speakers, Pair',
    build: (kit) => {
      const look = { w: 17, h: 28, d: 22, body: kit.wood('walnut'), front: kit.plastic('#1d1e21') }
      return group(
        place(cabinet(look, kit), { at: [-12, 0, 0], turn: [0, 8, 0] }),
        place(cabinet(look, kit), { at: [12, 0, -3], turn: [0, -6, 0] }),
      )
    },
    inUse: (product, kit) =>
      group(
        product,
        place(books(kit, ['#8a5a44', '#d0c2a5', '#44565c', '#a88c4a']), { at: [-14, 29, -2], turn: [0, 12, 0] }),
        place(plant(kit, { radius: 5, pot: '#c9b8a3' }), { at: [13, 29, -5] }),
      ),
    detail: { at: [0.25, 0.75, 1], yaw: -18, pitch: 8, zoom: 2.4 },
  },
  {
    name: 'Northfield Sub 8 Active Subwoofer',
    build: (kit) => subwoofer(kit),
    inUse: (product, kit) => group(product, place(plant(kit, { radius: 9 }), { at: [26, 0, -14] })),
    detail: { at: [0.5, 0.55, 1], yaw: -30, pitch: 8, zoom: 1.9 },
  },
  {
    name: 'Ledge Cinema Soundbar 2.1',
    build: (kit) =>
      group(soundbar(kit), place(box(20, 34, 30, kit.plastic('#24262a'), { radius: 1.5 }), { at: [26, 0, -34] })),
    view: { yaw: -38, pitch: 16, fill: 0.9 },
    inUse: (product, kit) =>
      group(
        place(product, { at: [0, 46, 8] }),
        place(television(kit, { inches: 50, key: 'dusk' }), { at: [0, 46, -14] }),
        sideboard(kit, { w: 140, h: 46, d: 58 }),
      ),
    inUseView: { yaw: -32, pitch: 10, fill: 0.95 },
    detail: { at: [0.5, 0.1, 1], yaw: -30, pitch: 20, zoom: 3 },
  },
  {
    name: 'Kinder Moon Bedtime Speaker',
    build: (kit) => moonSpeaker(kit),
    view: { yaw: -14, pitch: 8, fill: 0.66 },
    inUse: (product, kit) =>
      group(
        place(product, { at: [0, 6.2, 0] }),
        place(books(kit, ['#7d93a8', '#d9a78b', '#e6dcc4'], { width: 18, depth: 22 }), {}),
      ),
    inUseView: { yaw: -22, pitch: 12, fill: 0.74 },
    detail: { at: [0.5, 0.6, 0.9], yaw: 14, pitch: 10, zoom: 1.8 },
  },
  {
    name: 'Harrow Party Tower 300',
    build: (kit) => partyTower(kit),
    view: { yaw: -30, pitch: 8, fill: 0.82 },
    inUse: (product, kit) => group(product, place(plant(kit, { radius: 13, leaves: 30 }), { at: [38, 0, -16] })),
    detail: { at: [0.5, 0.6, 1], yaw: 24, pitch: 8, zoom: 2.2 },
  },
  {
    name: 'Harrow Shout Handheld Megaphone',
    build: (kit) => megaphone(kit),
    view: { yaw: -42, pitch: 12, fill: 0.78 },
    detail: { at: [0.5, 0.4, 0.2], yaw: -70, pitch: 16, zoom: 2.1 },
    other: { yaw: -128, pitch: 18 },
  },
  {
    name: 'Desk Duo Powered Monitor Speakers',
    build: (kit) => {
      const look = { w: 13, h: 20, d: 16, body: kit.plastic('#eceae4'), front: kit.plastic('#f3f1ec'), cone: '#d9a441' }
      return group(
        place(cabinet(look, kit), { at: [-10, 0, 0], turn: [0, 10, 0] }),
        place(cabinet(look, kit), { at: [10, 0, 0], turn: [0, -10, 0] }),
      )
    },
    view: { yaw: -20, pitch: 12, fill: 0.86 },
    inUse: (product, kit) =>
      group(
        product,
        place(mug(kit, '#51666b'), { at: [2, 0, 20] }),
        place(plant(kit, { radius: 5 }), { at: [1, 0, -12] }),
      ),
    detail: { at: [0.2, 0.4, 1], yaw: -20, pitch: 6, zoom: 2.4 },
  },
  {
    name: 'Shower Drop Suction Speaker',
    build: (kit) => showerSpeaker(kit),
    view: { yaw: -30, pitch: 10, fill: 0.66 },
    detail: { at: [0.5, 0.6, 0.9], yaw: 20, pitch: 16, zoom: 1.8 },
  },
  {
    name: 'Atlas Column Wi-Fi Speaker',
    build: (kit) => columnSpeaker(kit),
    view: { yaw: -24, pitch: 16, fill: 0.76 },
    inUse: (product, kit) =>
      group(
        product,
        place(books(kit, ['#51666b', '#c9bda4', '#8a5a44']), { at: [20, 0, -2], turn: [0, 12, 0] }),
        place(plant(kit, { radius: 6 }), { at: [-18, 0, -8] }),
      ),
    inUseView: { yaw: -20, pitch: 14, fill: 0.92 },
    detail: { at: [0.5, 0.95, 0.6], yaw: -20, pitch: 34, zoom: 1.9 },
  },
  {
    name: 'Chime Hall Wireless Doorbell Speaker',
    build: (kit) => doorbell(kit),
    view: { yaw: -20, pitch: 10, fill: 0.72 },
    detail: { at: [0.85, 0.3, 1], yaw: 20, pitch: 10, zoom: 2.2 },
  },
]
