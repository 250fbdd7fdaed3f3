import type { Object3D } from 'three'
import type { Goods, Kit } from '../kit/kit.ts'
import { box, cylinder, group, place, repeat, setting } from '../kit/solids.ts'
import { padlock, screw, screwCase } from '../shapes/fasteners.ts'
import { adjustableWrench, cordlessDrill, foldingSaw, gardenTool, hammer, secateurs } from '../shapes/hand-tools.ts'
import { plant } from '../shapes/props.ts'
import { paintKit, stepLadder, tapeAndSquare, toolChest } from '../shapes/workshop.ts'

/** Returns a tool laid on its back, its top away from the viewer and turned by so many degrees. */
function lying(tool: Object3D, turn: number, height = 1.2): Object3D {
  return place(group(place(group(tool), { turn: [-90, 0, 0], at: [0, height, 0] })), { turn: [0, turn, 0] })
}

function plank(kit: Kit, [w, h, d]: readonly [number, number, number], y = 0): Object3D {
  return box(w, h, d, kit.wood('pine'), { radius: 0.25, at: [0, y, 0] })
}

const nails = (count: number, kit: Kit, [x, y, z]: readonly [number, number, number]) =>
  repeat(count, (at) =>
    place(
      group(
        cylinder(0.14, 5, kit.metal('#8f949a', 0.3), { sides: 12 }),
        cylinder(0.38, 0.16, kit.metal('#8f949a', 0.3), { at: [0, 4.9, 0] }),
      ),
      { at: [x + at * 1.7, y, z + (at % 2) * 1.6], turn: [90, at * 55, 0] },
    ),
  )

function gardenSet(kit: Kit): Object3D {
  return group(
    lying(gardenTool('trowel', kit), -10, 1.4),
    place(lying(gardenTool('fork', kit), -2, 1.4), { at: [10, 0, 1] }),
    place(lying(secateurs(kit), 8, 1), { at: [-11, 0, -8] }),
  )
}

const fromAbove = { yaw: -12, pitch: 58 }

export const hardware: readonly Goods[] = [
  {
    name: 'Ironbark Claw Hammer, 20 oz',
    build: (kit) => lying(hammer(kit), -32, 1.9),
    inUse: (product, kit) =>
      setting(
        kit,
        place(group(product), { at: [0, 2.4, 0] }),
        place(plank(kit, [12, 2.4, 36]), { at: [-2, 0, 2], turn: [0, 62, 0] }),
        nails(5, kit, [-9, 2.6, 5]),
      ),
    view: { yaw: -14, pitch: 44 },
    detail: { at: [0.3, 0.8, 0.2], zoom: 2.3, pitch: 40 },
  },
  {
    name: 'Ironbark Tool Chest, 108 Pieces',
    build: (kit) => toolChest('#a3352b', kit),
    view: { yaw: -24, pitch: 32 },
    detail: { at: [0.3, 0.35, 0.8], zoom: 2.2, pitch: 38 },
  },
  {
    name: 'Ironbark Adjustable Wrench, 10 Inches',
    build: (kit) => lying(adjustableWrench(kit), -28, 1),
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        repeat(3, (at) =>
          cylinder(1.3, 1, kit.metal('#b4b8bd', 0.3), { sides: 6, at: [2 + (at % 2) * 3.6, 0, -1 + at * 3] }),
        ),
      ),
    view: { yaw: -10, pitch: 52 },
    detail: { at: [0.4, 0.9, 0.15], zoom: 2.4, pitch: 48 },
  },
  {
    name: 'Torque Lane 18 V Cordless Drill',
    build: (kit) => cordlessDrill('#2e6a78', kit),
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(plank(kit, [8, 3.4, 34]), { at: [-24, 0, 4], turn: [0, 30, 0] }),
        repeat(5, (at) =>
          place(group(screw(4, '#c9a85a', kit)), {
            at: [-10 + at * 2.2, 0.4, 12 + (at % 2) * 1.6],
            turn: [80, at * 50, 0],
          }),
        ),
      ),
    view: { yaw: 24, pitch: 10 },
    detail: { at: [0.25, 0.85, 0.9], zoom: 2.3, yaw: 20 },
    other: { yaw: 160, pitch: 14 },
  },
  {
    name: 'Torque Lane Folding Hand Saw',
    build: (kit) => lying(foldingSaw(kit), -34, 1.4),
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(cylinder(2.6, 30, kit.wood('walnut'), { bevel: 0.4 }), { turn: [90, 12, 0], at: [8, 2.6, -6] }),
        place(cylinder(2.6, 9, kit.wood('walnut'), { bevel: 0.4 }), { turn: [90, 40, 0], at: [-9, 2.6, -6] }),
      ),
    view: { yaw: -10, pitch: 50 },
    detail: { at: [0.6, 0.9, 0.3], zoom: 2.3, pitch: 44 },
  },
  {
    name: 'Climb Right Aluminium Step Ladder, Five Steps',
    build: (kit) => stepLadder(5, kit),
    inUse: (product, kit) =>
      setting(
        kit,
        product,
        place(cylinder(12, 22, kit.metal('#d2d5d8', 0.35), { bevel: 0.6 }), { at: [48, 0, 16] }),
        place(cylinder(11, 0.6, kit.gloss('#7f9a8c'), {}), { at: [48, 21.6, 16] }),
      ),
    view: { yaw: -32, pitch: 8 },
    detail: { at: [0.5, 0.75, 0.6], zoom: 2.4 },
  },
  {
    name: 'Measure Twice Tape and Square Set',
    build: tapeAndSquare,
    inUse: (product, kit) =>
      setting(
        kit,
        place(group(product), { at: [0, 1.8, 0] }),
        place(plank(kit, [30, 1.8, 14]), { at: [4, 0, 4], turn: [0, 14, 0] }),
      ),
    view: { yaw: -14, pitch: 40 },
    detail: { at: [0.3, 0.5, 0.7], zoom: 2.2, pitch: 34 },
  },
  {
    name: 'Boltworks Assorted Screws and Plugs, 800 Pieces',
    build: screwCase,
    view: { yaw: -20, pitch: 44 },
    detail: { at: [0.5, 0.3, 0.7], zoom: 2.6, pitch: 46 },
  },
  {
    name: 'Padwell Laminated Steel Padlock, 50 mm',
    build: padlock,
    view: { yaw: -24, pitch: 16 },
    detail: { at: [0.3, 0.4, 0.8], zoom: 2.4 },
  },
  {
    name: 'Brightside Paint Roller Kit',
    build: (kit) => paintKit('#8fb0a4', kit),
    view: { yaw: -30, pitch: 36 },
    detail: { at: [0.4, 0.8, 0.6], zoom: 2.1, pitch: 34 },
  },
  {
    name: 'Greenhand Pruning and Planting Set',
    build: gardenSet,
    inUse: (product, kit) => setting(kit, product, place(plant(kit), { at: [-4, 0, -36] })),
    view: fromAbove,
    inUseView: { yaw: -12, pitch: 38 },
    detail: { at: [0.2, 0.8, 0.3], zoom: 2.2, pitch: 50 },
  },
]
