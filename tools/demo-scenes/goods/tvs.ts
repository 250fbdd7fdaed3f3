import type { Goods } from '../kit/kit.ts'
import { group, place } from '../kit/solids.ts'
import { floorLamp, sideboard } from '../shapes/furnishings.ts'
import { books, mug, plant } from '../shapes/props.ts'
import {
  antenna,
  backlitTelevision,
  bigRemote,
  lightStrip,
  projectionScreen,
  projector,
  tvStick,
  wallMount,
} from '../shapes/screens.ts'
import { television } from '../shapes/televisions.ts'

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
    detail: { at: [0.85, 0.1, 0.8], yaw: -30, pitch: 12, zoom: 2.6 },
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
    detail: { at: [0.6, 0.9, 0.5], yaw: -20, pitch: 14, zoom: 2.4 },
  },
  {
    name: 'Anchor Swivel Wall Mount, 32 to 65 Inches',
    build: (kit) => wallMount(kit),
    stand: 'wall',
    view: { yaw: -44, pitch: 8, fill: 0.76 },
    detail: { at: [0.6, 0.6, 0.6], yaw: 40, pitch: 12, zoom: 1.9 },
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
  },
]
