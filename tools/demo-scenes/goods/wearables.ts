import type { Goods } from '../kit/kit.ts'
import { group, place } from '../kit/solids.ts'
import { books, lyingPhone, mug, notebook, plant } from '../shapes/props.ts'
import { audioGlasses, childrensWatch, fieldWatch, fitnessBand, smartwatch } from '../shapes/wearables.ts'
import { headTorch } from '../shapes/worn.ts'
import { handWarmers, lightBands, pocketWatch, smartRing, wristCompass } from '../shapes/worn-small.ts'

export const wearables: readonly Goods[] = [
  {
    name: 'Tempo S3 Smartwatch',
    build: (kit) => smartwatch(kit),
    view: { yaw: -24, pitch: 14, fill: 0.74 },
    inUse: (product, kit) =>
      group(
        place(product, { at: [0, 1.4, 0] }),
        place(notebook(kit, '#4d5a52'), { at: [1, 0, -2], turn: [0, 8, 0] }),
        place(lyingPhone(kit), { at: [13, 0, 2], turn: [0, -12, 0] }),
      ),
    inUseView: { yaw: -20, pitch: 24, fill: 0.92 },
    detail: { at: [0.75, 0.7, 0.8], yaw: 34, pitch: 16, zoom: 2 },
  },
  {
    name: 'Tempo Band Fitness Tracker',
    build: (kit) => fitnessBand(kit),
    view: { yaw: -24, pitch: 14, fill: 0.72 },
    inUse: (product, kit) => group(product, place(plant(kit, { radius: 4 }), { at: [7, 0, -8] })),
    inUseView: { yaw: -20, pitch: 14, fill: 0.86 },
  },
  {
    name: 'Harrier Field Watch, Steel and Canvas',
    build: (kit) => fieldWatch(kit),
    view: { yaw: -22, pitch: 16, fill: 0.74 },
    inUse: (product, kit) =>
      group(
        place(product, { at: [0, 4.6, 1] }),
        place(books(kit, ['#66705a', '#c9bda4'], { width: 14, depth: 12 }), {}),
      ),
    inUseView: { yaw: -22, pitch: 18, fill: 0.86 },
    detail: { at: [0.5, 0.7, 0.9], yaw: 16, pitch: 26, zoom: 2.2 },
  },
  {
    name: 'Lucent Smart Ring, Size 9',
    build: (kit) => smartRing(kit),
    view: { yaw: -20, pitch: 30, fill: 0.78 },
    detail: { at: [0.3, 0.7, 0.5], yaw: 10, pitch: 24, zoom: 2 },
  },
  {
    name: 'Warmwear Rechargeable Hand Warmers, Pair',
    build: (kit) => handWarmers(kit),
    view: { yaw: -24, pitch: 30, fill: 0.76 },
    inUse: (product, kit) =>
      group(
        product,
        place(mug(kit, '#c9876a'), { at: [-7, 0, -10], turn: [0, 160, 0] }),
        place(lyingPhone(kit), { at: [12, 0, -2], turn: [0, -16, 0] }),
      ),
    inUseView: { yaw: -20, pitch: 28, fill: 0.92 },
    detail: { at: [0.35, 0.5, 0.8], yaw: 8, pitch: 36, zoom: 1.8 },
  },
  {
    name: 'Sunline Audio Glasses',
    build: (kit) => audioGlasses(kit),
    view: { yaw: -34, pitch: 16, fill: 0.8 },
    inUse: (product, kit) =>
      group(
        place(product, { at: [0, 4.8, 0] }),
        place(books(kit, ['#c9bda4', '#8a5a44'], { width: 20, depth: 24 }), {}),
        place(mug(kit, '#51666b'), { at: [17, 0, -6] }),
      ),
    inUseView: { yaw: -26, pitch: 16, fill: 0.92 },
  },
  {
    name: 'Beacon Light Bands for Runners, Set of Four',
    build: (kit) => lightBands(kit),
    view: { yaw: -20, pitch: 22, fill: 0.82 },
    detail: { at: [0.25, 0.3, 0.9], yaw: -14, pitch: 14, zoom: 2 },
  },
  {
    name: 'Little Compass GPS Watch for Children',
    build: (kit) => childrensWatch(kit),
    view: { yaw: -22, pitch: 14, fill: 0.74 },
    detail: { at: [0.5, 0.7, 0.9], yaw: 16, pitch: 24, zoom: 1.9 },
  },
  {
    name: 'Bellweather Pocket Watch with Chain',
    build: (kit) => pocketWatch(kit),
    view: { yaw: -18, pitch: 14, fill: 0.76 },
    detail: { at: [0.5, 0.5, 0.6], yaw: 12, pitch: 8, zoom: 2 },
  },
  {
    name: 'Bearing Wrist Compass',
    build: (kit) => wristCompass(kit),
    view: { yaw: -24, pitch: 16, fill: 0.74 },
    detail: { at: [0.5, 0.7, 0.9], yaw: 16, pitch: 26, zoom: 2 },
  },
  {
    name: 'Nightowl Rechargeable Head Torch',
    build: (kit) => headTorch(kit),
    view: { yaw: -30, pitch: 14, fill: 0.76 },
    detail: { at: [0.5, 0.4, 1], yaw: 14, pitch: 8, zoom: 2 },
  },
]
