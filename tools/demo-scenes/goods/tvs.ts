import type { Goods } from '../kit/kit.ts'
import { box, group, place, repeat } from '../kit/solids.ts'
import { discPlayer } from '../shapes/desk-devices.ts'
import { floorLamp, sideboard } from '../shapes/furnishings.ts'
import { apple } from '../shapes/produce.ts'
import { books, mug, plant } from '../shapes/props.ts'
import {
  antenna,
  backlitTelevision,
  bigRemote,
  lightStrip,
  projectionScreen,
  projector,
  tvStick,
} from '../shapes/screens.ts'
import { bowl } from '../shapes/tableware.ts'
import { television } from '../shapes/televisions.ts'

const BRICKS = ['#9a5a44', '#8a4f38', '#a5664c', '#93553f']
const CHALKY = { clearcoat: 0, roughness: 0.95 }

export const tvs: readonly Goods[] = [
  {
    name: 'Vistara 55-inch 4K OLED Television',
    build: (kit) => television(kit, { inches: 55, key: 'dusk', pedestal: true }),
    view: { yaw: -26, pitch: 7, fill: 0.9 },
    inUse: (product, kit) =>
      group(
        place(product, { at: [-8, 50, 0] }),
        sideboard(kit, { w: 180, h: 50, d: 44 }),
        place(floorLamp(kit), { at: [112, 0, -18] }),
        place(plant(kit, { radius: 8 }), { at: [72, 50, -2] }),
      ),
    inUseView: { yaw: -22, pitch: 7, fill: 0.98 },
    other: { yaw: 150, pitch: 10, fill: 0.9 },
  },
  {
    name: 'Vistara 43-inch 4K LED Television',
    build: (kit) => television(kit, { inches: 43, key: 'coast' }),
    view: { yaw: 24, pitch: 8, fill: 0.9 },
    inUse: (product, kit) =>
      group(
        place(product, { at: [0, 46, 0] }),
        sideboard(kit, { w: 150, h: 46, d: 42, wood: 'walnut' }),
        place(books(kit, ['#8a5a44', '#d0c2a5', '#44565c'], { width: 18, depth: 24 }), { at: [62, 46, 2] }),
      ),
    inUseView: { yaw: 20, pitch: 8, fill: 0.96 },
  },
  {
    name: 'Vistara 32-inch Kitchen Television',
    build: (kit) => television(kit, { inches: 32, key: 'forest', pedestal: true, frame: '#ecebe7' }),
    view: { yaw: -26, pitch: 8, fill: 0.88 },
    inUse: (product, kit) =>
      group(
        place(product, { at: [-8, 46, 0] }),
        sideboard(kit, { w: 120, h: 46, d: 42, wood: 'birch' }),
        place(bowl(12, '#7d8f86', kit), { at: [46, 46, 4] }),
        ...[0, 1, 2, 3].map((at) =>
          place(apple(at % 2 ? ['#6f8f2e', '#a9bf4b', '#cfd16a'] : ['#7f1d1a', '#b32a22', '#d9852f'], kit, at * 3), {
            at: [46 + ([-5, 4, 0, 0][at] ?? 0), 50 + (at === 3 ? 5 : 0), 4 + ([0, 3, -5, 0][at] ?? 0)],
          }),
        ),
      ),
    inUseView: { yaw: -20, pitch: 9, fill: 0.97 },
    detail: { at: [0.7, 0.4, 0.9], yaw: -40, pitch: 10, zoom: 2 },
  },
  {
    name: 'Lumo Beam Portable Projector',
    build: (kit) => projector(kit),
    view: { yaw: -32, pitch: 12, fill: 0.76 },
    inUse: (product, kit) =>
      group(
        place(product, { at: [0, 7, 0] }),
        place(books(kit, ['#44565c', '#d0c2a5', '#8a5a44'], { width: 21, depth: 26 }), {}),
        place(mug(kit, '#c9876a'), { at: [19, 0, 4] }),
      ),
    inUseView: { yaw: -26, pitch: 13, fill: 0.9 },
  },
  {
    name: 'Lumo Roll-Down Screen, 100 Inches',
    build: (kit) => projectionScreen(kit),
    view: { yaw: -22, pitch: 6, fill: 0.92 },
    inUse: (product, kit) =>
      group(
        product,
        place(sideboard(kit, { w: 90, h: 44, d: 40 }), { at: [-10, 0, 96], turn: [0, 180, 0] }),
        place(projector(kit), { at: [-10, 44, 96], turn: [0, 180, 0], scale: 1.6 }),
        place(plant(kit, { radius: 20 }), { at: [122, 0, 16] }),
        place(floorLamp(kit), { at: [-134, 0, 6] }),
      ),
    inUseView: { yaw: -20, pitch: 14, fill: 0.97 },
    detail: { at: [0.85, 0.1, 0.8], yaw: -30, pitch: 12, zoom: 2.6 },
    other: { yaw: 34, pitch: 8, fill: 0.92 },
  },
  {
    name: 'Streamling 4K TV Stick',
    build: (kit) => tvStick(kit),
    view: { yaw: -14, pitch: 36, fill: 0.84 },
    detail: { at: [0.3, 0.9, 0.5], yaw: -20, pitch: 34, zoom: 2.2 },
  },
  {
    name: 'Rooftop Digital Antenna with Amplifier',
    build: (kit) => antenna(kit),
    view: { yaw: -34, pitch: 8, fill: 0.88 },
    inUse: (product, kit) =>
      group(
        place(product, { at: [0, 40, 0] }),
        repeat(10, (row) =>
          repeat(6, (at) =>
            box(20.4, 3.6, 20.4, kit.ceramic(BRICKS[(row * 5 + at * 3) % 4] ?? '#8a4f38', CHALKY), {
              radius: 0.3,
              at: [((at % 3) - 1) * 21 + (row % 2 ? 3 : -3), row * 4, at > 2 ? -10.6 : 10.6],
            }),
          ),
        ),
        box(56, 38, 40, kit.ceramic('#c9bfb0', CHALKY), { at: [0, 0.6, 0], radius: 0.2 }),
      ),
    inUseView: { yaw: -30, pitch: 6, fill: 0.9 },
    detail: { at: [0.6, 0.9, 0.5], yaw: -20, pitch: 14, zoom: 2.4 },
  },
  {
    name: 'Clearview DVD Player with HDMI',
    build: (kit) => discPlayer(kit),
    view: { yaw: -28, pitch: 22, fill: 0.86 },
    detail: { at: [0.3, 0.7, 1], yaw: -20, pitch: 30, zoom: 2 },
  },
  {
    name: 'Clearkey Big-Button Remote Control',
    build: (kit) => bigRemote(kit),
    view: { yaw: -16, pitch: 18, fill: 0.8 },
    detail: { at: [0.5, 0.5, 0.6], yaw: 14, pitch: 26, zoom: 2 },
  },
  {
    name: 'Glow Strip TV Backlight 3 m',
    build: (kit) => lightStrip(kit),
    view: { yaw: -16, pitch: 38, fill: 0.86 },
    inUse: (_product, kit) =>
      group(place(backlitTelevision(kit), { at: [0, 46, 0] }), sideboard(kit, { w: 140, h: 46, d: 42 })),
    inUseView: { yaw: -24, pitch: 8, fill: 0.96 },
  },
  {
    name: 'Oakline Media Console 160 cm',
    build: (kit) => sideboard(kit, { w: 160, h: 50, d: 42 }),
    view: { yaw: -28, pitch: 12, fill: 0.92 },
    inUse: (product, kit) =>
      group(
        product,
        place(television(kit, { inches: 50, key: 'coast' }), { at: [-10, 50, 0] }),
        place(plant(kit, { radius: 8 }), { at: [66, 50, 0] }),
        place(books(kit, ['#8a5a44', '#d0c2a5', '#44565c'], { width: 22, depth: 16 }), { at: [0, 15.8, 6] }),
      ),
    inUseView: { yaw: -24, pitch: 8, fill: 0.97 },
    detail: { at: [0.85, 0.7, 1], yaw: 24, pitch: 14, zoom: 2.4 },
    other: { yaw: 40, pitch: 20, fill: 0.92 },
  },
]
