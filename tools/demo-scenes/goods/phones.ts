import type { Goods } from '../kit/kit.ts'
import { ball, cylinder, group, place, repeat } from '../kit/solids.ts'
import { chargedPhone, chargingPad } from '../shapes/counter.ts'
import { COAST, DUSK, FOREST } from '../shapes/drawings.ts'
import {
  corkCase,
  deskPhone,
  flipPhone,
  phoneHolder,
  phonePair,
  powerBank,
  selfieStick,
  smartphone,
  travelVoucher,
} from '../shapes/phones.ts'
import { books, lyingPhone, mug, notebook, pencil, plant } from '../shapes/props.ts'

const NOVA = { color: '#5b6a78', picture: DUSK, key: 'phone dusk' }
const MINI = { w: 6.6, h: 13.4, color: '#c9a9a0', picture: COAST, key: 'phone coast' }
const RUGGED = { w: 7.8, h: 16, color: '#33363b', picture: FOREST, key: 'phone forest', rugged: true }

export const phones: readonly Goods[] = [
  {
    name: 'Halden Nova 8 Smartphone 256 GB',
    build: (kit) => phonePair(kit, NOVA),
    view: { yaw: -22, pitch: 8, fill: 0.8 },
    inUse: (_product, kit) =>
      group(
        place(smartphone(kit, NOVA), { turn: [-12, 0, 0], at: [0, 0.5, 4] }),
        place(books(kit, ['#51666b', '#c9bda4', '#8a5a44', '#39424a']), { at: [0, 0, -10], turn: [0, 12, 0] }),
        place(mug(kit, '#e9e4da'), { at: [12, 0, 2] }),
      ),
    inUseView: { yaw: -20, pitch: 14, fill: 0.94 },
    detail: { at: [0.25, 0.85, 0.1], yaw: 164, pitch: 10, zoom: 2.4 },
  },
  {
    name: 'Halden Nova 8 Mini 128 GB',
    build: (kit) => phonePair(kit, MINI),
    view: { yaw: -22, pitch: 8, fill: 0.76 },
    inUse: (_product, kit) =>
      group(
        place(smartphone(kit, MINI), { turn: [-14, 0, 0], at: [0, 0.4, 4] }),
        place(plant(kit, { radius: 4.6, pot: '#d9c8b3' }), { at: [5, 0, -12] }),
      ),
    inUseView: { yaw: -22, pitch: 10, fill: 0.86 },
    detail: { at: [0.25, 0.85, 0.1], yaw: 164, pitch: 10, zoom: 2.4 },
  },
  {
    name: 'Granby 3310 Senior Flip Phone',
    build: (kit) => flipPhone(kit),
    view: { yaw: -30, pitch: 22, fill: 0.76 },
    detail: { at: [0.5, 0.2, 0.7], yaw: 10, pitch: 42, zoom: 2 },
  },
  {
    name: 'Ridgeback X Outdoor Smartphone',
    build: (kit) => phonePair(kit, RUGGED),
    view: { yaw: -22, pitch: 8, fill: 0.82 },
    inUse: (_product, kit) =>
      group(
        place(smartphone(kit, RUGGED), { turn: [-16, 0, 0], at: [0, 0.4, 5] }),
        place(cylinder(5.4, 30, kit.wood('walnut'), { bevel: 0.5 }), { turn: [0, 0, 90], at: [15, 5.4, -4] }),
        repeat(4, (at) =>
          ball(1.6 + (at % 2), kit.ceramic('#8d8a82', { clearcoat: 0, roughness: 0.95 }), {
            at: [[-11, 9, 12, -8][at] ?? 0, 0.5, [5, 8, 4, 8][at] ?? 0],
            scale: [1.4, 0.8, 1],
          }),
        ),
      ),
    inUseView: { yaw: -20, pitch: 12, fill: 0.92 },
    detail: { at: [0.25, 0.85, 0.1], yaw: 164, pitch: 10, zoom: 2.2 },
  },
  {
    name: 'Volt Bar 20,000 mAh Power Bank',
    build: (kit) => powerBank(kit),
    view: { yaw: -30, pitch: 34, fill: 0.82 },
    inUse: (product, kit) => group(product, place(lyingPhone(kit), { at: [9, 0, -17], turn: [0, 14, 0] })),
    inUseView: { yaw: -24, pitch: 38, fill: 0.92 },
  },
  {
    name: 'Volt Pad 15 W Wireless Charger',
    build: (kit) => chargingPad(kit),
    view: { yaw: -24, pitch: 34, fill: 0.82 },
    inUse: (product, kit) =>
      group(product, chargedPhone(kit), place(mug(kit, '#c9876a'), { at: [-9, 0, -9], turn: [0, 170, 0] })),
    inUseView: { yaw: -22, pitch: 34, fill: 0.92 },
    detail: { at: [0.3, 0.9, 0.7], yaw: -30, pitch: 26, zoom: 2 },
    other: { yaw: 140, pitch: 30, fill: 0.82 },
  },
  {
    name: 'Slipcover Cork Phone Case',
    build: (kit) => corkCase(kit),
    view: { yaw: -18, pitch: 8, fill: 0.82 },
    detail: { at: [0.25, 0.75, 0.3], yaw: -14, pitch: 6, zoom: 2.2 },
  },
  {
    name: 'Swing Arm Phone Holder for Desks',
    build: (kit) => phoneHolder(kit),
    view: { yaw: -32, pitch: 8, fill: 0.82 },
    inUse: (product, kit) =>
      group(
        product,
        place(notebook(kit), { at: [17, 0, 4], turn: [0, 16, 0] }),
        place(pencil(kit), { at: [17, 1.3, 4], turn: [0, 60, 0] }),
        place(mug(kit, '#c9876a'), { at: [-12, 0, 4], turn: [0, 180, 0] }),
      ),
    inUseView: { yaw: -18, pitch: 14, fill: 0.94 },
  },
  {
    name: 'Parlour Corded Desk Phone, Red',
    build: (kit) => deskPhone(kit),
    view: { yaw: -28, pitch: 20, fill: 0.84 },
    detail: { at: [0.6, 0.5, 0.8], yaw: 16, pitch: 34, zoom: 2 },
  },
  {
    name: 'Tripod Click Selfie Stick',
    build: (kit) => selfieStick(kit),
    view: { yaw: -20, pitch: 6, fill: 0.86 },
    inUse: (product, kit) =>
      group(
        product,
        place(plant(kit, { radius: 11 }), { at: [-30, 0, -26] }),
        place(books(kit, ['#51666b', '#c9bda4', '#8a5a44'], { width: 22, depth: 28 }), { at: [30, 0, -8] }),
        place(mug(kit, '#c9876a'), { at: [28, 6.4, -6], scale: 1.1 }),
      ),
    inUseView: { yaw: -16, pitch: 8, fill: 0.94 },
    detail: { at: [0.5, 0.85, 0.5], yaw: 24, pitch: 6, zoom: 2.4 },
  },
  {
    name: 'Roamlink Travel eSIM Voucher 10 GB',
    build: (kit) => travelVoucher(kit),
    view: { yaw: -14, pitch: 10, fill: 0.78 },
    detail: { at: [0.7, 0.5, 1], yaw: -10, pitch: 8, zoom: 2 },
  },
]
