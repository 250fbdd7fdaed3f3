import type { Goods } from '../kit/kit.ts'
import { group, place } from '../kit/solids.ts'
import { backpack } from '../shapes/bags.ts'
import {
  allInOne,
  drive,
  EDITOR,
  hub,
  laptop,
  mechanicalKeyboard,
  plainMouse,
  printer,
  webcam,
} from '../shapes/computers.ts'
import { antennaRouter, trackball } from '../shapes/desk-devices.ts'
import { COAST, DUSK } from '../shapes/drawings.ts'
import { books, mug, notebook, pencil, plant } from '../shapes/props.ts'

export const computers: readonly Goods[] = [
  {
    name: 'Kestrel Air 13 Laptop, 16 GB, 512 GB',
    build: (kit) =>
      laptop(kit, { w: 30, d: 21, color: '#cdced0', picture: COAST, key: 'laptop coast', keyColor: '#2c2e32' }),
    view: { yaw: -28, pitch: 16, fill: 0.88 },
    inUse: (product, kit) =>
      group(
        product,
        place(mug(kit, '#c9876a'), { at: [21, 0, 2] }),
        place(notebook(kit), { at: [-4, 0, 24], turn: [0, 80, 0] }),
        place(pencil(kit), { at: [-3, 1.3, 24], turn: [0, 20, 0] }),
      ),
    inUseView: { yaw: -22, pitch: 24, fill: 0.94 },
    detail: { at: [0.8, 0.15, 0.7], yaw: 30, pitch: 28, zoom: 2.4 },
  },
  {
    name: 'Kestrel Pro 16 Laptop, 32 GB, 1 TB',
    build: (kit) => laptop(kit, { w: 36, d: 25, color: '#53565b', picture: EDITOR, key: 'laptop editor' }),
    view: { yaw: 26, pitch: 15, fill: 0.88 },
    inUse: (product, kit) =>
      group(
        product,
        place(plainMouse(kit, '#46494e'), { at: [26, 0, 6], turn: [0, 8, 0] }),
        place(plant(kit, { radius: 6 }), { at: [-24, 0, -10] }),
      ),
    inUseView: { yaw: -14, pitch: 20, fill: 0.96 },
  },
  {
    name: 'Deskmate All-in-One Computer 24 Inches',
    build: (kit) => allInOne(kit),
    view: { yaw: -24, pitch: 12, fill: 0.88 },
    inUse: (product, kit) =>
      group(
        product,
        place(plant(kit, { radius: 7 }), { at: [34, 0, -6] }),
        place(mug(kit, '#51666b'), { at: [-28, 0, 14], turn: [0, 180, 0] }),
      ),
    inUseView: { yaw: 18, pitch: 14, fill: 0.96 },
    detail: { at: [0.4, 0.95, 0.5], yaw: -24, pitch: 10, zoom: 2.6 },
  },
  {
    name: 'Clackwell 87 Mechanical Keyboard',
    build: (kit) => mechanicalKeyboard(kit),
    view: { yaw: -34, pitch: 34, fill: 0.92 },
    inUse: (product, kit) =>
      group(
        product,
        place(mug(kit, '#e9e4da'), { at: [12, 0, -15] }),
        place(plainMouse(kit, '#e9e5db'), { at: [25, 0, 2] }),
      ),
    inUseView: { yaw: -30, pitch: 32, fill: 0.95 },
    detail: { at: [0.2, 1, 0.4], yaw: -38, pitch: 26, zoom: 2.8 },
  },
  {
    name: 'Palmrest Trackball',
    build: (kit) => trackball(kit),
    view: { yaw: -30, pitch: 30, fill: 0.76 },
    detail: { at: [0.5, 0.9, 0.4], yaw: 24, pitch: 26, zoom: 1.8 },
    other: { yaw: 150, pitch: 20, fill: 0.74 },
  },
  {
    name: 'Papyrus A4 Colour Printer',
    build: (kit) => printer(kit),
    view: { yaw: -28, pitch: 22, fill: 0.86 },
    detail: { at: [0.75, 0.35, 0.8], yaw: 20, pitch: 12, zoom: 2.4 },
  },
  {
    name: 'Vaultline Portable SSD 2 TB',
    build: (kit) => drive(kit),
    view: { yaw: -26, pitch: 36, fill: 0.8 },
    inUse: (product, kit) =>
      group(
        place(product, { at: [0, 0, 8] }),
        place(laptop(kit, { w: 30, d: 21, color: '#cdced0', picture: DUSK, key: 'laptop dusk' }), {
          at: [-14, 0, -14],
          turn: [0, 14, 0],
        }),
      ),
    inUseView: { yaw: -10, pitch: 30, fill: 0.96 },
    detail: { at: [0.35, 0.9, 0.6], yaw: -16, pitch: 30, zoom: 2.2 },
  },
  {
    name: 'Dockside 9-in-1 USB-C Hub',
    build: (kit) => hub(kit),
    view: { yaw: -24, pitch: 24, fill: 0.86 },
    detail: { at: [0.7, 0.5, 1], yaw: -30, pitch: 14, zoom: 2.4 },
  },
  {
    name: 'Fathom Wi-Fi 6 Router with Four Antennas',
    build: (kit) => antennaRouter(kit),
    view: { yaw: -24, pitch: 18, fill: 0.84 },
    inUse: (product, kit) =>
      group(
        product,
        place(books(kit, ['#3e5257', '#c9bda4', '#8a5a44']), { at: [24, 0, -4] }),
        place(plant(kit, { radius: 6 }), { at: [-22, 0, -8] }),
      ),
    inUseView: { yaw: -18, pitch: 16, fill: 0.94 },
    detail: { at: [0.2, 0.15, 1], yaw: -18, pitch: 16, zoom: 2.2 },
  },
  {
    name: 'Peekaboo 1440p Webcam with Cover',
    build: (kit) => webcam(kit),
    view: { yaw: -24, pitch: 10, fill: 0.74 },
    detail: { at: [0.6, 0.75, 1], yaw: 24, pitch: 8, zoom: 2 },
  },
  {
    name: 'Nomad Padded Laptop Backpack 22 L',
    build: (kit) => backpack(kit),
    view: { yaw: -28, pitch: 10, fill: 0.84 },
    inUse: (product, kit) =>
      group(
        product,
        place(laptop(kit, { w: 30, d: 21, color: '#cdced0', picture: COAST, key: 'laptop coast' }), {
          at: [26, 0, 12],
          turn: [0, -14, 0],
        }),
      ),
    inUseView: { yaw: -20, pitch: 14, fill: 0.95 },
    detail: { at: [0.6, 0.4, 1], yaw: 14, pitch: 12, zoom: 2.4 },
  },
]
