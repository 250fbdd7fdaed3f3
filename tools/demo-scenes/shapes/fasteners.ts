import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  ball,
  box,
  circle,
  cylinder,
  group,
  hole,
  lathe,
  outline,
  panel,
  place,
  plate,
  repeat,
  ring,
  roundedRect,
  tube,
} from '../kit/solids.ts'
import { noise, path2, path3 } from './forms.ts'
import { drawName } from './hand-tools.ts'

/** Returns an open case with compartments full of screws and plugs. */
export function screwCase(kit: Kit): Object3D {
  const [w, d, columns, rows] = [34, 25, 5, 4]
  const shell = kit.plastic('#3b4a52')
  const walls = group(
    repeat(columns - 1, (at) =>
      box(0.3, 3.6, d - 1.6, shell, { radius: 0.1, at: [((at + 1) / columns - 0.5) * (w - 1), 0.4, 0] }),
    ),
    repeat(rows - 1, (at) =>
      box(w - 1.6, 3.6, 0.3, shell, { radius: 0.1, at: [0, 0.4, ((at + 1) / rows - 0.5) * (d - 1)] }),
    ),
  )
  const heap = (cell: number) => {
    const [x, z] = [((cell % columns) + 0.5) / columns - 0.5, (Math.floor(cell / columns) + 0.5) / rows - 0.5]
    const kind = cell % 7
    return place(
      repeat(20, (at) =>
        place(
          group(
            kind === 3
              ? wallPlug(['#b8483a', '#8d9298', '#4a6f9c'][cell % 3] ?? '#888888', kit)
              : screw(1.6 + (cell % 4) * 0.7, kind % 2 ? '#d3b15a' : '#c3c7cc', kit),
          ),
          {
            at: [noise(at * 3.1, cell) * 1.9, 1 + at * 0.1, noise(at * 2.3, cell + 5) * 1.7],
            turn: [noise(at, cell) * 30, at * 67 + cell * 20, 90 + noise(at, 4) * 16],
          },
        ),
      ),
      { at: [x * (w - 1), 0, z * (d - 1)] },
    )
  }
  const rim = plate(hole(roundedRect(w, d, 1.4), roundedRect(w - 1.4, d - 1.4, 0.8)), 4.2, shell, {
    bevel: 0.2,
    turn: [-90, 0, 0],
  })
  const lid = place(
    group(
      plate(roundedRect(w, d, 1.4), 0.4, kit.glass('#e6eef2', 0.3), { bevel: 0.1 }),
      plate(hole(roundedRect(w, d, 1.4), roundedRect(w - 1.8, d - 1.8, 0.8)), 1.2, shell, { bevel: 0.2 }),
      panel(15, 4, kit.picture(750, 200, drawName('BOLTWORKS', '#26343c'), { key: 'bolt name', transparent: true }), {
        at: [0, 8, 0.7],
      }),
    ),
    { at: [0, 4.2 + d / 2 - 0.4, -d / 2 - 3.4], turn: [-14, 0, 0] },
  )
  return group(
    box(w - 0.6, 0.8, d - 0.6, kit.plastic('#2d3940'), { radius: 0.2 }),
    rim,
    walls,
    lid,
    repeat(columns * rows, heap),
    repeat(2, (at) => box(3, 2, 0.7, kit.plastic('#d88a2c'), { radius: 0.3, at: [at ? 9 : -9, 1.4, d / 2 + 0.1] })),
  )
}

/** Returns a screw with its head at y = 0, upside down. */
export function screw(length: number, color: string, kit: Kit): Object3D {
  const steel = kit.metal(color, 0.28)
  return group(
    lathe(path2('0,0.1 0.42,0.05 0.45,0.12 0.18,0.42'), steel, { smooth: false, sides: 20 }),
    cylinder(0.17, length * 0.5, steel, { at: [0, 0.35, 0], sides: 12 }),
    repeat(Math.round(length * 4), (at) =>
      cylinder(0.24, 0.09, steel, { at: [0, 0.35 + length * 0.3 + at * 0.17, 0], top: 0.15, sides: 12 }),
    ),
    cylinder(0.18, 0.5, steel, { at: [0, 0.35 + length * 0.95, 0], top: 0.02, sides: 12 }),
  )
}

const wallPlug = (color: string, kit: Kit) =>
  group(
    cylinder(0.36, 2.8, kit.plastic(color), { top: 0.28, sides: 18 }),
    cylinder(0.45, 0.25, kit.plastic(color), { sides: 18 }),
    repeat(4, (at) => ring(0.34, 0.16, kit.plastic(color), { at: [0, 0.7 + at * 0.45, 0] })),
  )

/** Returns a padlock of riveted steel plates and its keys. */
export function padlock(kit: Kit): Object3D {
  const steel = kit.metal('#aeb3b8', 0.3)
  const layers = repeat(11, (at) =>
    box(5.2, 0.37, 2.7, kit.metal(at % 2 ? '#b9bdc1' : '#9ea3a8', 0.28), { radius: 0.09, at: [0, 0.5 + at * 0.38, 0] }),
  )
  const shackle = tube(
    path3('-1.6,4.4,0 -1.6,7,0 -1.25,8.4,0 0,9.1,0 1.25,8.4,0 1.6,7,0 1.6,4.4,0'),
    0.42,
    kit.chrome(),
  )
  const rivets = repeat(8, (at) =>
    ball(0.22, steel, { at: [(at % 4) * 1.4 - 2.1, at < 4 ? 4.6 : 0.22, at % 2 ? 0.9 : -0.9], scale: [1, 0.6, 1] }),
  )
  const key = (turn: number) =>
    place(
      group(
        plate(hole(roundedRect(2.3, 2.5, 0.9), circle(0.35, [0, 0.75])), 0.2, kit.brass(), { bevel: 0.05 }),
        plate(
          outline(path2('-0.35,-1.1 -0.35,-4 0,-4.3 0.35,-3.9 0.15,-3.5 0.4,-3.1 0.15,-2.7 0.4,-2.2 0.4,-1.1')),
          0.18,
          kit.brass(),
          { bevel: 0.04 },
        ),
      ),
      { at: [0, 0, 0], turn: [0, 0, turn] },
    )
  const keys = place(
    group(
      place(key(12), { at: [0, -1.2, 0] }),
      place(key(-24), { at: [-0.5, -1.1, 0.35] }),
      place(ring(1, 0.14, kit.chrome()), { turn: [90, 0, 0], at: [0, 0.4, 0.1] }),
    ),
    { turn: [-90, 0, 30], at: [6.6, 0.15, 2.4] },
  )
  return group(
    box(5.4, 0.55, 2.9, kit.metal('#c2c6ca', 0.22), { radius: 0.15 }),
    layers,
    box(5.4, 0.5, 2.9, kit.metal('#c2c6ca', 0.22), { radius: 0.15, at: [0, 4.6, 0] }),
    shackle,
    rivets,
    panel(3.4, 0.9, kit.picture(340, 90, drawName('PADWELL', '#2b2e31'), { key: 'padlock name', transparent: true }), {
      at: [0, 2.9, 1.37],
    }),
    keys,
  )
}
