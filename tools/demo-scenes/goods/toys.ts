import type { Goods } from '../kit/kit.ts'
import { box, cylinder, group, place, plate, repeat, roundedRect, setting } from '../kit/solids.ts'
import { artCase, kite, rocketLauncher, yoyo } from '../shapes/games.ts'
import { block, blockCastle, codingRobot, football, teddy, trainSet } from '../shapes/playthings.ts'
import { books, mug } from '../shapes/props.ts'
import { dinoDig, jigsaw } from '../shapes/puzzles.ts'

export const toys: readonly Goods[] = [
  {
    name: 'Barnaby Classic Teddy Bear, 40 cm',
    build: (kit) => teddy('#b07a45', '#3f6f78', kit),
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(books(kit, ['#c98b5a', '#6d8f8a', '#d6b85c']), { at: [24, 0, -4] }),
        repeat(3, (at) =>
          place(group(block('cube', at * 2, kit)), {
            at: [19 + at * 5 - (at === 2 ? 8 : 0), at === 2 ? 4 : 0, 12],
            turn: [0, at * 25, 0],
          }),
        ),
      ),
    view: { yaw: -16, pitch: 6 },
    detail: { at: [0.5, 0.75, 0.9], zoom: 2.2 },
    other: { yaw: 110, pitch: 8 },
  },
  {
    name: 'Tumble Town Wooden Blocks, 100 Pieces',
    build: blockCastle,
    view: { yaw: -20, pitch: 12 },
    inUse: (product, kit) =>
      group(product, place(teddy('#b07a45', '#c8643f', kit), { at: [-34, 0, -6], turn: [0, 24, 0], scale: 0.9 })),
    inUseView: { yaw: -8, pitch: 12, fill: 0.94 },
    detail: { at: [0.5, 0.7, 0.6], zoom: 2.1 },
  },
  {
    name: 'Clickety Express Wooden Train Set',
    build: trainSet,
    view: { yaw: -14, pitch: 32 },
    detail: { at: [0.3, 0.5, 0.85], zoom: 2.2, pitch: 20 },
  },
  {
    name: 'Robo Buddy Coding Robot',
    build: codingRobot,
    view: { yaw: -22, pitch: 12 },
    inUse: (product, kit) =>
      group(
        product,
        repeat(4, (at) =>
          place(group(block('cube', at, kit)), {
            at: [16 + (at % 2) * 5.4, at > 1 ? 4 : 0, 2 - (at % 2) * 3],
            turn: [0, at * 17, 0],
          }),
        ),
        place(books(kit, ['#c98b5a', '#6d8f8a', '#d6b85c']), { at: [-20, 0, -10], turn: [0, 16, 0] }),
      ),
    inUseView: { yaw: -14, pitch: 14, fill: 0.94 },
    detail: { at: [0.5, 0.75, 0.8], zoom: 2 },
    other: { yaw: 40, pitch: 20 },
  },
  {
    name: 'Skydancer Kite with Tail',
    build: (kit) => kite(['#d9573f', '#e6b13f', '#2f6f86', '#e8e0cf'], kit),
    stand: 'air',
    view: { yaw: -14, pitch: -4 },
    detail: { at: [0.5, 0.7, 0.8], zoom: 2.2 },
  },
  {
    name: 'Thousand Harbours Jigsaw Puzzle, 1,000 Pieces',
    build: jigsaw,
    view: { yaw: -20, pitch: 20 },
    inUse: (product, kit) =>
      group(
        product,
        place(mug(kit, '#c9876a'), { at: [30, 0, -8], scale: 1.15 }),
        place(books(kit, ['#6d8f8a', '#d6b85c'], { width: 20, depth: 26 }), { at: [-34, 0, -12], turn: [0, 14, 0] }),
      ),
    inUseView: { yaw: -14, pitch: 26, fill: 0.96 },
    detail: { at: [0.5, 0.1, 0.9], zoom: 2.1, pitch: 36 },
    other: { yaw: 14, pitch: 48 },
  },
  {
    name: 'Rainbow Workshop Art Case',
    build: artCase,
    view: { yaw: -22, pitch: 34 },
    detail: { at: [0.4, 0.2, 0.7], zoom: 2.2, pitch: 40 },
  },
  {
    name: 'Spin Class Wooden Yo-Yo',
    build: (kit) => yoyo('#b9402f', kit),
    view: { yaw: -34, pitch: 18 },
    inUse: (product, kit) =>
      group(
        place(product, { at: [0, 0, 6] }),
        place(yoyo('#2f6f86', kit), { at: [-7, 0, -7], turn: [0, 34, 0] }),
        place(books(kit, ['#c98b5a', '#6d8f8a']), { at: [8, 0, -14], turn: [0, -14, 0], scale: 0.9 }),
      ),
    inUseView: { yaw: -28, pitch: 18, fill: 0.92 },
    detail: { at: [0.2, 0.5, 0.6], zoom: 2.2 },
  },
  {
    name: 'Dino Dig Excavation Kit',
    build: dinoDig,
    view: { yaw: -14, pitch: 48 },
    detail: { at: [0.5, 0.9, 0.4], zoom: 2, pitch: 50 },
  },
  {
    name: 'Moonshot Foam Rocket Launcher',
    build: rocketLauncher,
    view: { yaw: -24, pitch: 16 },
    inUse: (product, kit) =>
      group(
        product,
        box(76, 2, 56, kit.foam('#6f8457'), { radius: 1, at: [5, -2, -2] }),
        place(football(kit), { at: [27, 0, -14], scale: 0.8 }),
      ),
    inUseView: { yaw: -24, pitch: 16, fill: 0.94 },
    detail: { at: [0.25, 0.7, 0.4], zoom: 2 },
  },
  {
    name: 'Kickabout Football, Size 5',
    build: (kit) => football(kit),
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        plate(roundedRect(62, 44, 1), 1, kit.foam('#6f8457'), { turn: [-90, 0, 0], at: [8, -1, 0] }),
        place(
          group(
            cylinder(14, 1, kit.plastic('#e0702a'), { bevel: 0.5 }),
            cylinder(9, 22, kit.plastic('#e0702a'), { top: 2, bevel: 0.5 }),
            cylinder(6.9, 4.5, kit.plastic('#f4efe4'), { top: 5.6, at: [0, 7.6, 0] }),
          ),
          { at: [25, 0, -8], scale: 0.8 },
        ),
        box(62, 0.1, 4, kit.paper('#f4f1ea'), { at: [8, 0, 15], radius: 0.02 }),
      ),
    view: { yaw: -20, pitch: 8 },
    detail: { at: [0.5, 0.6, 1], zoom: 2 },
  },
]
