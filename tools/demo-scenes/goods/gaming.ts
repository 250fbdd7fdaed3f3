import type { Goods } from '../kit/kit.ts'
import { group, place } from '../kit/solids.ts'
import { laptop, mechanicalKeyboard, plainMouse } from '../shapes/computers.ts'
import { DUSK } from '../shapes/drawings.ts'
import { sideboard } from '../shapes/furnishings.ts'
import { arcadeStick, controller, gameConsole, gamingChair, handheld, vrHeadset } from '../shapes/gaming.ts'
import { boardGame, chessSet, dartboard, deskMat, tabletopPool } from '../shapes/parlor-games.ts'
import { mug, plant } from '../shapes/props.ts'
import { television } from '../shapes/televisions.ts'

export const gaming: readonly Goods[] = [
  {
    name: 'Orbit One Game Console 1 TB',
    build: (kit) => group(gameConsole(kit), place(controller(kit, '#eceae5'), { at: [15, 0, 8], turn: [0, -14, 0] })),
    view: { yaw: -30, pitch: 10, fill: 0.82 },
    inUse: (product, kit) =>
      group(
        place(product, { at: [44, 46, 6] }),
        place(television(kit, { inches: 43, key: 'coast' }), { at: [-22, 46, -8] }),
        sideboard(kit, { w: 150, h: 46, d: 44 }),
      ),
    inUseView: { yaw: -20, pitch: 8, fill: 0.96 },
  },
  {
    name: 'Orbit Wireless Controller, Coral',
    build: (kit) => controller(kit),
    view: { yaw: -16, pitch: 26, fill: 0.8 },
    inUse: (product, kit) =>
      group(
        product,
        place(mug(kit, '#51666b'), { at: [-15, 0, -10], turn: [0, 180, 0] }),
        place(gameConsole(kit), { at: [8, 0, -22], turn: [0, 8, 0] }),
      ),
    inUseView: { yaw: -18, pitch: 14, fill: 0.92 },
    detail: { at: [0.75, 0.8, 0.5], yaw: 16, pitch: 30, zoom: 2 },
  },
  {
    name: 'Retro Stick Arcade Joystick',
    build: (kit) => arcadeStick(kit),
    view: { yaw: -26, pitch: 28, fill: 0.88 },
    detail: { at: [0.25, 0.7, 0.5], yaw: -34, pitch: 20, zoom: 2.2 },
  },
  {
    name: 'Pocket Quest Handheld Console',
    build: (kit) => handheld(kit),
    view: { yaw: -22, pitch: 12, fill: 0.86 },
    detail: { at: [0.85, 0.5, 0.8], yaw: 16, pitch: 14, zoom: 2.4 },
  },
  {
    name: 'Farsight VR Headset',
    build: (kit) => vrHeadset(kit),
    view: { yaw: -34, pitch: 12, fill: 0.8 },
    detail: { at: [0.5, 0.4, 1], yaw: 20, pitch: 8, zoom: 1.9 },
  },
  {
    name: 'Throne Five Gaming Chair',
    build: (kit) => gamingChair(kit),
    view: { yaw: -32, pitch: 10, fill: 0.88 },
    detail: { at: [0.6, 0.7, 0.5], yaw: 16, pitch: 8, zoom: 2.2 },
    other: { yaw: 148, pitch: 12, fill: 0.88 },
  },
  {
    name: 'Dice Harbor Strategy Board Game',
    build: (kit) => boardGame(kit),
    view: { yaw: -22, pitch: 30, fill: 0.88 },
    detail: { at: [0.6, 0.1, 0.75], yaw: -30, pitch: 28, zoom: 2.6 },
  },
  {
    name: 'Kingsway Walnut Chess Set',
    build: (kit) => chessSet(kit),
    view: { yaw: -34, pitch: 28, fill: 0.92 },
    detail: { at: [0.6, 0.5, 0.85], yaw: -18, pitch: 12, zoom: 2.8 },
  },
  {
    name: 'Bullseye Electronic Dartboard',
    build: (kit) => dartboard(kit),
    stand: 'wall',
    view: { yaw: -22, pitch: 2, fill: 0.78 },
    detail: { at: [0.5, 0.6, 1], yaw: -40, pitch: 6, zoom: 2.2 },
  },
  {
    name: 'Cue Corner Tabletop Pool',
    build: (kit) => tabletopPool(kit),
    view: { yaw: -36, pitch: 30, fill: 0.92 },
    detail: { at: [0.7, 0.8, 0.5], yaw: -40, pitch: 20, zoom: 2.6 },
  },
  {
    name: 'Longnight Desk Mat XL, Galaxy',
    build: (kit) => deskMat(kit),
    view: { yaw: -36, pitch: 40, fill: 0.94 },
    inUse: (product, kit) =>
      group(
        product,
        place(mechanicalKeyboard(kit), { at: [-4, 0.4, 4] }),
        place(plainMouse(kit, '#e9e5db'), { at: [26, 0.4, 4] }),
        place(laptop(kit, { w: 36, d: 25, color: '#53565b', picture: DUSK, key: 'laptop dusk' }), { at: [-2, 0, -34] }),
        place(plant(kit, { radius: 6 }), { at: [36, 0, -30] }),
      ),
    inUseView: { yaw: -24, pitch: 28, fill: 0.98 },
  },
]
