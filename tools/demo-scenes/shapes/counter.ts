import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import { ball, box, cylinder, group, lathe, panel, place, repeat, ring, tube, wrap } from '../kit/solids.ts'
import { lens } from './cameras.ts'
import { lettering } from './drawings.ts'
import { band, path2, path3 } from './forms.ts'
import { label } from './labels.ts'
import { lyingPhone } from './props.ts'

/** Ribs around a ring of a lens. */
function ribbed(kit: Kit, radius: number, height: number, y: number): Object3D {
  return group(
    cylinder(radius, height, kit.rubber('#1b1c1e'), { at: [0, y, 0], bevel: 0.08 }),
    repeat(60, (index) => {
      const angle = (index / 60) * Math.PI * 2
      return box(0.2, height - 0.3, 0.14, kit.rubber('#121314'), {
        radius: 0.05,
        at: [Math.cos(angle) * radius, y + 0.15, Math.sin(angle) * radius],
        turn: [0, (-angle * 180) / Math.PI + 90, 0],
      })
    }),
  )
}

/** Returns a lens that stands on its mount, and its cap. */
export function portraitLens(kit: Kit): Object3D {
  const barrel = kit.metal('#2a2c2f', 0.42)
  const engraved = (text: string, key: string) =>
    kit.picture(900, 110, lettering('#26282b', [{ text, y: 0.5, size: 0.5, color: '#f1efe8' }]), {
      key,
      roughness: 0.5,
    })
  const glass = kit.gloss('#0d1018', { roughness: 0.02, envMapIntensity: 1.8, iridescence: 0.8, iridescenceIOR: 1.7 })
  const cap = group(
    cylinder(3.9, 0.8, kit.plastic('#1d1e20'), { bevel: 0.2 }),
    place(
      panel(
        4.6,
        0.9,
        kit.picture(460, 90, lettering('#1d1e20', [{ text: 'APERTO', y: 0.5, size: 0.7, color: '#c9c9c6' }]), {
          key: 'cap aperto',
        }),
      ),
      { turn: [-90, 0, 0], at: [0, 0.81, 0] },
    ),
  )
  return group(
    cylinder(3.1, 0.5, kit.chrome(), { bevel: 0.05 }),
    cylinder(3.5, 1.6, barrel, { at: [0, 0.5, 0], bevel: 0.15 }),
    ribbed(kit, 3.6, 1.3, 2.1),
    cylinder(3.6, 0.9, barrel, { at: [0, 3.4, 0], bevel: 0.05 }),
    wrap(3.62, 0.8, 150, engraved('16   11   8   5.6   4   2.8   1.8', 'lens scale'), { at: [0, 3.45, 0] }),
    ribbed(kit, 3.9, 3, 4.3),
    cylinder(4.1, 2.2, barrel, { at: [0, 7.3, 0], bevel: 0.2 }),
    wrap(4.12, 0.9, 130, engraved('APERTO   85 mm   1:1.8', 'lens name'), { at: [0, 7.7, 0] }),
    ring(4.08, 0.14, kit.metal('#c23b2c', 0.35), { at: [0, 9, 0] }),
    ring(3.75, 0.3, kit.metal('#17181a', 0.4), { at: [0, 9.4, 0] }),
    lathe(path2('3.7,9.5 3.4,9.1 3.1,8.9'), kit.plastic('#0d0e0f'), { smooth: false }),
    place(ball(3.15, glass), { scale: [1, 0.3, 1], at: [0, 8.05, 0] }),
    place(cap, { at: [6.4, 0, 5.2], turn: [0, 24, 0] }),
  )
}

/** Returns a camera with two lenses, one above the other, and an open hood to look down into. */
export function twinLens(kit: Kit): Object3D {
  const [skin, steel, black] = [
    kit.leather('#202123', { bumpScale: 0.9 }),
    kit.metal('#b9bab8', 0.36),
    kit.metal('#26272a', 0.45),
  ]
  const name = kit.picture(520, 90, lettering('#26272a', [{ text: 'DUOLENS', y: 0.5, size: 0.66, color: '#e9e6dc' }]), {
    key: 'duolens',
    roughness: 0.4,
  })
  const wall = (w: number, h: number, at: readonly [number, number, number], turn: readonly [number, number, number]) =>
    place(box(w, h, 0.18, black, { radius: 0.06 }), { at, turn })
  const knob = (y: number, z: number, radius: number) =>
    place(
      group(cylinder(radius, 1.1, steel, { bevel: 0.15 }), cylinder(radius * 0.75, 0.1, skin, { at: [0, 1.08, 0] })),
      {
        turn: [0, 0, -90],
        at: [4, y, z],
      },
    )
  const crank = group(
    box(3.4, 0.8, 0.35, steel, { radius: 0.15, at: [1.2, 0, 0] }),
    place(cylinder(0.36, 1, kit.plastic('#1b1c1e')), { turn: [90, 0, 0], at: [2.6, 0.4, 0.3] }),
  )
  return group(
    box(8, 10.6, 7.4, skin, { radius: 0.35, at: [0, 0.5, 0] }),
    box(8.1, 0.6, 7.5, steel, { radius: 0.15, at: [0, 0.3, 0] }),
    box(8.1, 0.7, 7.5, steel, { radius: 0.15, at: [0, 10.9, 0] }),
    box(6.6, 9.8, 1.2, black, { radius: 0.4, at: [0, 0.9, 3.9] }),
    box(6, 9.4, 0.3, steel, { radius: 0.12, at: [0, 1.1, 4.45] }),
    place(lens(kit, 2, 1.9), { at: [0, 3.5, 4.7] }),
    place(lens(kit, 1.8, 1.5, '#3a3b3e'), { at: [0, 8, 4.7] }),
    repeat(2, (at) =>
      place(cylinder(0.55, 0.6, steel, { bevel: 0.12 }), { turn: [90, 0, 0], at: [at ? 2.4 : -2.4, 5.75, 4.7] }),
    ),
    panel(3.4, 0.62, name, { at: [0, 10.3, 4.62] }),
    wall(6.4, 4, [0, 11.5, 3.1], [7, 0, 0]),
    wall(6.4, 4.6, [0, 11.5, -3.1], [-7, 0, 0]),
    wall(6.2, 3.8, [3.2, 11.5, 0], [0, 90, -6]),
    wall(6.2, 3.8, [-3.2, 11.5, 0], [0, 90, 6]),
    place(panel(5.8, 5.6, kit.gloss('#8fa39a')), { turn: [-90, 0, 0], at: [0, 11.65, 0] }),
    knob(4.2, 1.4, 1.5),
    knob(9, -1.6, 0.9),
    place(crank, { turn: [0, 90, 0], at: [5.2, 8.6, -1.4] }),
    repeat(2, (at) => place(ring(0.5, 0.14, kit.chrome()), { turn: [0, 0, 90], at: [at ? 4.3 : -4.3, 9.6, 2.6] })),
    repeat(4, (at) => cylinder(0.6, 0.4, kit.rubber('#111'), { at: [at % 2 ? 3 : -3, 0, at < 2 ? 2.6 : -2.6] })),
  )
}

/** Returns an enameled casserole with its lid on. */
export function casserole(kit: Kit): Object3D {
  const enamel = kit.ceramic('#b5452c', { roughness: 0.26 })
  const ears = repeat(2, (at) =>
    place(
      group(
        band(path3('-3.4,0,0 -3,0.2,1.6 -1.4,0.3,2.7 1.4,0.3,2.7 3,0.2,1.6 3.4,0,0'), [1.3, 1.1], enamel, {
          across: [0, 1, 0],
        }),
      ),
      {
        turn: [0, at ? -90 : 90, 0],
        at: [at ? -11.6 : 11.6, 8.4, 0],
      },
    ),
  )
  const pot = lathe(path2('0,0 8.6,0 10.2,0.5 11.4,2.2 11.9,5 12,9.8 12.3,10.3 12,10.7 11.3,10.6 11.2,9'), enamel, {
    smooth: true,
    sides: 96,
  })
  const lid = group(
    lathe(
      path2('12.2,10.7 12.3,11.3 11.6,11.7 9.4,12.5 9,12.9 8.4,12.8 6.4,13.3 6,13.7 5.4,13.6 2.6,14 1.4,14.1 0,14.1'),
      enamel,
      { smooth: true, sides: 96 },
    ),
    lathe(path2('0,14 1.1,14 0.8,14.8 1.4,15.5 2.1,16 2,16.7 1.2,17.1 0,17.2'), kit.brushed('#d3d4d4')),
  )
  return group(
    pot,
    ears,
    lid,
    lathe(path2('12.05,10.45 12.05,10.75'), kit.rubber('#20120c'), { smooth: false, sides: 96 }),
  )
}

/** Returns a small whole cheese in black wax, with a paper label around and one on top. */
export function cheeseTruckle(kit: Kit): Object3D {
  const wax = kit.food('#2b2320', { roughness: 0.34, clearcoat: 0.5 })
  const texts = { brand: 'Old Mill', title: 'Aged\nCheddar', note: 'eighteen months', foot: '400 g' }
  const around = { brand: 'Old Mill', title: 'Aged Cheddar' }
  const look = { ground: '#efe4cb', accent: '#7a3f22', framed: true }
  return group(
    lathe(path2('0,0 3.9,0 4.5,0.3 4.8,1 4.85,3 4.8,4.9 4.5,5.5 3.9,5.85 2,5.9 0,5.9'), wax, {
      smooth: true,
      sides: 96,
    }),
    place(panel(6, 6, label(kit, [6, 6], texts, look), { corner: 2.99 }), {
      turn: [-90, 0, 0],
      at: [0, 5.92, 0],
    }),
    wrap(4.9, 2.6, 120, label(kit, [10, 2.6], around, look), { at: [0, 1.7, 0] }),
  )
}

/** Returns a round pad that charges phones, with its cable. */
export function chargingPad(kit: Kit): Object3D {
  const cord = kit.fabric('#d5d2ca')
  return group(
    lathe(path2('0,0 4.9,0 5.2,0.15 5.3,0.5 5.2,0.85 4.9,1 0,1'), kit.brushed('#c9cbcf'), { smooth: false, sides: 96 }),
    cylinder(4.75, 0.16, kit.fabric('#4b5158', { bumpScale: 0.35 }), { at: [0, 0.95, 0], bevel: 0.06, sides: 96 }),
    place(ring(1.5, 0.05, kit.paper('#e9e6dd')), { at: [0, 1.09, 0] }),
    box(0.5, 0.1, 0.16, kit.glow('#f4f2ea', 1.6), { radius: 0.04, at: [0, 0.45, 5.26] }),
    box(1.2, 0.55, 1.4, kit.plastic('#d5d2ca'), { radius: 0.2, at: [0, 0.2, -5.6] }),
    tube(path3('0,0.45,-6 0.6,0.3,-9 4,0.2,-11.4 9,0.2,-9.6 10.6,0.2,-5 8.6,0.2,-0.6'), 0.2, cord, { steps: 90 }),
    place(
      group(
        box(0.9, 0.5, 1.9, kit.plastic('#d5d2ca'), { radius: 0.18 }),
        box(0.66, 0.26, 0.8, kit.chrome(), { radius: 0.1, at: [0, 0.12, 1.2] }),
      ),
      {
        at: [8.2, 0, 0.6],
        turn: [0, -20, 0],
      },
    ),
  )
}

/** Returns a phone that shows how full it is, for a charging pad below it. */
export function chargedPhone(kit: Kit): Object3D {
  const draw = lettering('#10161b', [
    { text: '86 %', y: 0.4, size: 0.1, color: '#eaf3ee' },
    { text: 'Charging', y: 0.5, size: 0.036, color: '#9fb8ab', weight: 400 },
  ])
  return place(lyingPhone(kit, kit.screen(420, 860, draw, 'charging phone')), { at: [0, 1.1, 0] })
}
