import type { Goods } from '../kit/kit.ts'
import { ball, cylinder, group, place, repeat } from '../kit/solids.ts'
import { clapperboard, compact, instantCamera, mirrorless } from '../shapes/cameras.ts'
import { portraitLens, twinLens } from '../shapes/counter.ts'
import { films, magnifier, securityCamera, telescope, trailCamera } from '../shapes/optics.ts'
import { books, mug, notebook, plant } from '../shapes/props.ts'
import { diningChair } from '../shapes/seating.ts'

export const cameras: readonly Goods[] = [
  {
    name: 'Aperto M5 Mirrorless Camera with 18-50 mm Lens',
    build: (kit) => mirrorless(kit),
    view: { yaw: -26, pitch: 14, fill: 0.82 },
    inUse: (product, kit) =>
      group(
        place(product, { at: [0, 4.2, 0] }),
        place(books(kit, ['#51666b', '#c9bda4'], { width: 19, depth: 17 }), {}),
        place(mug(kit, '#c9876a'), { at: [-10, 0, -12] }),
      ),
    inUseView: { yaw: -22, pitch: 14, fill: 0.9 },
    detail: { at: [0.75, 0.85, 0.5], yaw: 26, pitch: 30, zoom: 2.2 },
    other: { yaw: 160, pitch: 14, fill: 0.8 },
  },
  {
    name: 'Aperto Pocket 20 Compact Camera',
    build: (kit) => compact(kit),
    view: { yaw: -26, pitch: 14, fill: 0.8 },
    inUse: (product, kit) => group(product, place(notebook(kit, '#7c5134'), { at: [6, 0, -16], turn: [0, 24, 0] })),
    detail: { at: [0.5, 0.5, 0.9], yaw: 30, pitch: 12, zoom: 2 },
  },
  {
    name: 'Aperto 85 mm F1.8 Portrait Lens',
    build: (kit) => portraitLens(kit),
    view: { yaw: -26, pitch: 26, fill: 0.74 },
    inUse: (product, kit) =>
      group(
        place(product, { at: [11, 0, 7], turn: [0, -20, 0] }),
        place(mirrorless(kit), { at: [-4, 0, -5], turn: [0, 10, 0] }),
      ),
    inUseView: { yaw: -14, pitch: 20, fill: 0.92 },
    detail: { at: [0.4, 0.9, 0.5], yaw: -30, pitch: 46, zoom: 1.8 },
    other: { yaw: 34, pitch: 16, fill: 0.74 },
  },
  {
    name: 'Duolens 120 Medium-Format Camera',
    build: (kit) => twinLens(kit),
    view: { yaw: -30, pitch: 16, fill: 0.72 },
    inUse: (product, kit) =>
      group(
        place(product, { at: [0, 3.4, 0] }),
        place(books(kit, ['#7c5134', '#c9bda4'], { width: 16, depth: 17 }), {}),
        place(films(kit), { at: [13, 0, 7], turn: [0, -18, 0] }),
      ),
    inUseView: { yaw: -24, pitch: 14, fill: 0.92 },
    detail: { at: [0.5, 0.5, 1], yaw: -18, pitch: 12, zoom: 1.9 },
  },
  {
    name: 'Snapbox Instant Camera, Mint',
    build: (kit) => instantCamera(kit),
    view: { yaw: -24, pitch: 10, fill: 0.78 },
    inUse: (product, kit) =>
      group(
        product,
        place(plant(kit, { radius: 5, pot: '#e3cdb2' }), { at: [11, 0, -9] }),
        place(mug(kit, '#e7b9a0'), { at: [-10, 0, -6], turn: [0, 180, 0] }),
      ),
    inUseView: { yaw: -18, pitch: 12, fill: 0.94 },
    detail: { at: [0.5, 0.3, 1], yaw: 26, pitch: 10, zoom: 2 },
  },
  {
    name: 'Take One Acrylic Clapperboard',
    build: (kit) => clapperboard(kit),
    view: { yaw: -20, pitch: 8, fill: 0.84 },
    detail: { at: [0.25, 0.75, 1], yaw: 20, pitch: 8, zoom: 2.2 },
  },
  {
    name: 'Wideawake Trail Camera with Night Vision',
    build: (kit) => trailCamera(kit),
    view: { yaw: -26, pitch: 8, fill: 0.84 },
    inUse: (product, kit) =>
      group(
        product,
        cylinder(34, 2, kit.foam('#6f8457'), { at: [0, -2, 2], bevel: 0.8 }),
        repeat(5, (at) =>
          ball(2.6 + (at % 3) * 1.1, kit.ceramic('#8d8a82', { clearcoat: 0, roughness: 0.95 }), {
            at: [[-17, 15, -9, 20, 6][at] ?? 0, 0.6, [6, 10, 17, -6, 19][at] ?? 0],
            scale: [1.3, 0.8, 1],
          }),
        ),
      ),
    inUseView: { yaw: -26, pitch: 12, fill: 0.94 },
    detail: { at: [0.5, 0.55, 1], yaw: 20, pitch: 6, zoom: 2.3 },
    other: { yaw: 34, pitch: 12, fill: 0.84 },
  },
  {
    name: 'Closefield 3× Macro Magnifier',
    build: (kit) => magnifier(kit),
    view: { yaw: -18, pitch: 8, fill: 0.74 },
    inUse: (product, kit) =>
      group(product, place(books(kit, ['#3e5257', '#c9bda4', '#7a4d3c']), { at: [10, 0, -14], turn: [0, 20, 0] })),
    inUseView: { yaw: -18, pitch: 12, fill: 0.9 },
    detail: { at: [0.6, 0.8, 0.7], yaw: 14, pitch: 8, zoom: 2 },
  },
  {
    name: 'Stargazer 90 Refractor Telescope',
    build: (kit) => telescope(kit),
    view: { yaw: -22, pitch: 6, fill: 0.88 },
    inUse: (product, kit) =>
      group(
        product,
        place(diningChair('walnut', kit), { at: [-66, 0, -24], turn: [0, 40, 0] }),
        place(plant(kit, { radius: 15 }), { at: [50, 0, -46] }),
      ),
    inUseView: { yaw: -16, pitch: 8, fill: 0.94 },
    detail: { at: [0.75, 0.75, 0.5], yaw: 30, pitch: 10, zoom: 2.4 },
  },
  {
    name: 'Doorwatch Outdoor Security Camera',
    build: (kit) => securityCamera(kit),
    stand: 'wall',
    view: { yaw: -24, pitch: 4, fill: 0.62 },
    detail: { at: [0.7, 0.6, 0.9], yaw: 30, pitch: 2, zoom: 1.8 },
  },
  {
    name: 'Silvergrain 400 Film, Pack of Three',
    build: (kit) => films(kit),
    view: { yaw: -18, pitch: 18, fill: 0.8 },
    inUse: (product, kit) => group(product, place(mirrorless(kit), { at: [-2, 0, -10], turn: [0, 6, 0] })),
    inUseView: { yaw: -18, pitch: 16, fill: 0.92 },
    detail: { at: [0.6, 0.5, 0.9], yaw: 10, pitch: 14, zoom: 2 },
    other: { yaw: 16, pitch: 40, fill: 0.84 },
  },
]
