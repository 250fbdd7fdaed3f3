import type { Goods } from '../kit/kit.ts'
import { box, group, place } from '../kit/solids.ts'
import { DUSK, FOREST } from '../shapes/drawings.ts'
import { sideboard } from '../shapes/furnishings.ts'
import { headphones } from '../shapes/headphones.ts'
import {
  clipPlayer,
  deskMicrophone,
  guitar,
  keyboard61,
  kitchenRadio,
  microphoneOnStand,
  trumpet,
} from '../shapes/music.ts'
import { books, lyingPhone, mug, notebook, pencil, plant } from '../shapes/props.ts'
import { audioCable, sleeve, turntable } from '../shapes/turntable.ts'

export const audio: readonly Goods[] = [
  {
    name: 'Larkfield Quiet 70 Noise-Cancelling Headphones',
    build: (kit) => headphones({ shell: '#2c3036', pads: '#1d1f22', band: '#2c3036', accent: '#b9a37e' }, kit),
    inUse: (product, kit) =>
      group(
        product,
        place(mug(kit), { at: [15, 0, 4] }),
        place(books(kit, ['#7a4d3c', '#c9bda4', '#3e5257']), { at: [9, 0, -18], turn: [0, 20, 0] }),
      ),
    inUseView: { yaw: -26, pitch: 12, fill: 0.9 },
    detail: { at: [0.9, 0.3, 0.6], yaw: 48, pitch: 12, zoom: 2.2 },
  },
  {
    name: 'Larkfield Studio One Closed-Back Headphones',
    build: (kit) => headphones({ shell: '#ded6c8', pads: '#7c5134', band: '#7c5134', accent: '#3a3c40' }, kit),
    inUse: (product, kit) =>
      group(
        place(product, { at: [0, 2.4, 0], turn: [0, 10, 0] }),
        place(notebook(kit, '#4d5a52'), { scale: [1.7, 1.8, 1.1] }),
        place(pencil(kit), { at: [4, 0, 15], turn: [0, 20, 0] }),
      ),
    detail: { at: [0.9, 0.3, 0.6], yaw: 48, pitch: 12, zoom: 2.2 },
  },
  {
    name: 'Pebble Tone Mini Clip-On Player 16 GB',
    build: (kit) => clipPlayer(kit),
    view: { yaw: -30, pitch: 12, fill: 0.62 },
    detail: { at: [0.5, 0.35, 1], yaw: 24, pitch: 14, zoom: 1.9 },
    other: { yaw: 146, pitch: 16, fill: 0.62 },
  },
  {
    name: 'Hollins Stage 58 Vocal Microphone',
    build: (kit) => microphoneOnStand(kit),
    view: { yaw: -30, pitch: 8, fill: 0.82 },
    detail: { at: [0.15, 0.92, 0.5], yaw: -40, pitch: 10, zoom: 2.2 },
  },
  {
    name: 'Hollins Desk Cast USB Microphone',
    build: (kit) => deskMicrophone(kit),
    view: { yaw: -28, pitch: 8, fill: 0.8 },
    inUse: (product, kit) =>
      group(
        product,
        place(notebook(kit), { at: [12, 0, -4], turn: [0, -18, 0] }),
        place(mug(kit, '#7d8f86'), { at: [-11, 0, -9] }),
      ),
    inUseView: { yaw: -20, pitch: 13, fill: 0.94 },
    detail: { at: [0.5, 0.9, 0.8], yaw: 20, pitch: 10, zoom: 2 },
  },
  {
    name: 'Meadow FM Kitchen Radio with Bluetooth',
    build: (kit) => kitchenRadio(kit),
    view: { yaw: -24, pitch: 10, fill: 0.84 },
    inUse: (product, kit) =>
      group(
        product,
        place(mug(kit, '#c9876a'), { at: [8, 0, 17] }),
        place(plant(kit, { radius: 5.5 }), { at: [-15, 0, -16] }),
      ),
    inUseView: { yaw: -24, pitch: 12, fill: 0.92 },
    detail: { at: [0.75, 0.25, 1], yaw: 26, pitch: 10, zoom: 2.4 },
  },
  {
    name: 'Trawick 61 Touch Keyboard',
    build: (kit) => keyboard61(kit),
    view: { yaw: -48, pitch: 30, fill: 0.9 },
    detail: { at: [0.3, 1, 0.7], yaw: -30, pitch: 28, zoom: 2.8 },
    other: { yaw: 0, pitch: 80, fill: 0.92 },
  },
  {
    name: 'Trawick Dreadnought Acoustic Guitar',
    build: (kit) => guitar(kit),
    view: { yaw: -24, pitch: 6, fill: 0.88 },
    detail: { at: [0.5, 0.3, 1], yaw: 24, pitch: 12, zoom: 2.4 },
    other: { yaw: 150, pitch: 8, fill: 0.88 },
  },
  {
    name: 'Brass Lane Student Trumpet in B Flat',
    build: (kit) =>
      group(
        place(trumpet(kit), { at: [0, 2, 0] }),
        box(6, 1.2, 9, kit.fabric('#3b4a55'), { radius: 0.5, at: [2, 0, 0] }),
      ),
    view: { yaw: -44, pitch: 14, fill: 0.88 },
    detail: { at: [0.55, 0.7, 0.6], yaw: -24, pitch: 16, zoom: 2.4 },
  },
  {
    name: 'Copperline Braided Audio Cable 3.5 mm, 2 m',
    build: (kit) => audioCable(kit),
    view: { yaw: -20, pitch: 38, fill: 0.82 },
    inUse: (product, kit) => group(product, place(lyingPhone(kit), { at: [17, 0, 3], turn: [0, 16, 0] })),
    inUseView: { yaw: -14, pitch: 46, fill: 0.9 },
    detail: { at: [0.85, 0.4, 1], yaw: 10, pitch: 34, zoom: 2.4 },
  },
  {
    name: 'Groovehouse Belt-Drive Turntable',
    build: (kit) => turntable(kit),
    view: { yaw: -30, pitch: 26, fill: 0.88 },
    inUse: (product, kit) =>
      group(
        place(product, { at: [0, 48, 2] }),
        sideboard(kit, { w: 110, h: 48, d: 42 }),
        place(sleeve(kit, 'sleeve dusk', DUSK), { at: [34, 48, -10], turn: [-10, -12, 0] }),
        place(sleeve(kit, 'sleeve forest', FOREST), { at: [42, 48, -14], turn: [-9, -14, 0] }),
        place(plant(kit, { radius: 7 }), { at: [-42, 48, -4] }),
      ),
    inUseView: { yaw: -24, pitch: 14, fill: 0.95 },
    detail: { at: [0.75, 1, 0.6], yaw: -40, pitch: 24, zoom: 2.2 },
  },
]
