import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import { ball, box, cylinder, group, lathe, panel, place, repeat, ring } from '../kit/solids.ts'
import { lettering } from './drawings.ts'
import { path2 } from './forms.ts'

/** Returns a trackball: a large ball in a ring between four buttons, and a rest for the hand. */
export function trackball(kit: Kit): Object3D {
  const [shell, key] = [kit.plastic('#2f3338'), kit.plastic('#454a51')]
  const buttons = repeat(4, (at) =>
    box(4.9, 1, at < 2 ? 5 : 5.6, key, { radius: 0.42, at: [at % 2 ? 3.05 : -3.05, 2.7, at < 2 ? 3.1 : -2.6] }),
  )
  const body = group(
    box(12, 3.2, 12.4, shell, { radius: 1.3 }),
    buttons,
    cylinder(3.7, 1.2, shell, { at: [0, 2.6, 0.2], bevel: 0.3, sides: 96 }),
    ring(3.25, 0.56, kit.metal('#8e9399', 0.28), { at: [0, 3.5, 0.2] }),
    place(ball(2.85, kit.gloss('#a8231c', { roughness: 0.1 })), { at: [0, 1.1, 0.2] }),
    ball(0.16, kit.glow('#7fd8b5', 1.6), { at: [0, 2.9, -5.2] }),
  )
  const rest = box(12, 1.7, 6.6, kit.leather('#26282b'), { radius: 0.8, at: [0, 0, 9.6] })
  return group(place(group(body), { turn: [5, 0, 0], at: [0, 0.4, 0] }), rest)
}

/** Returns a flat router with four antennas. */
export function antennaRouter(kit: Kit): Object3D {
  const [white, grey] = [kit.plastic('#efece5'), kit.plastic('#3b4046')]
  const antenna = (x: number, lean: number) =>
    place(
      group(
        place(cylinder(0.9, 1.6, grey, { bevel: 0.2 }), { turn: [0, 0, 90], at: [0.8, 0.9, 0] }),
        box(1.5, 15, 0.9, grey, { radius: 0.42, at: [0, 0.6, 0] }),
      ),
      { at: [x, 2.2, -7.4], turn: [-8, 0, lean] },
    )
  const slats = repeat(9, (at) =>
    box(9, 0.14, 0.35, kit.plastic('#c9c5bb'), { radius: 0.06, at: [0, 3.55, -3.6 + at * 0.9] }),
  )
  const lamps = repeat(6, (at) =>
    box(0.5, 0.16, 0.1, kit.glow(at === 4 ? '#5fb8e8' : '#7fd8b5', 1.7), {
      radius: 0.05,
      at: [-7.6 + at * 1.1, 1.3, 7.32],
    }),
  )
  const name = kit.picture(500, 90, lettering('#efece5', [{ text: 'FATHOM', y: 0.5, size: 0.72, color: '#6b7077' }]), {
    key: 'fathom',
  })
  return group(
    box(24, 2.8, 14.6, white, { radius: 1, at: [0, 0.7, 0] }),
    box(23, 0.8, 13.6, grey, { radius: 0.3, at: [0, 0.3, 0] }),
    slats,
    lamps,
    place(panel(4.4, 0.8, name), { turn: [-90, 0, 0], at: [7.6, 3.52, 5] }),
    antenna(-10.4, 12),
    antenna(-3.6, 4),
    antenna(3.6, -4),
    antenna(10.4, -12),
    repeat(4, (at) => cylinder(0.9, 0.5, kit.rubber('#111'), { at: [at % 2 ? 9.6 : -9.6, 0, at < 2 ? 5 : -5] })),
  )
}

/** Returns a player with its tray out and a disc in it. */
export function discPlayer(kit: Kit): Object3D {
  const [metal, dark] = [kit.brushed('#3c3f44'), kit.gloss('#101215')]
  const display = kit.screen(
    420,
    130,
    lettering('#0b1114', [{ text: '1:07:32', y: 0.52, size: 0.62, color: '#7fd4e8' }]),
    'disc player time',
  )
  const disc = group(
    cylinder(5.7, 0.1, kit.metal('#dfe4ea', 0.1, { iridescence: 1, iridescenceIOR: 1.6 }), { bevel: 0.02, sides: 128 }),
    cylinder(2.1, 0.04, kit.metal('#b9bec5', 0.25), { at: [0, 0.1, 0], bevel: 0.01 }),
    cylinder(0.75, 0.06, kit.plastic('#1a1b1d'), { at: [0, 0.12, 0], bevel: 0.01 }),
  )
  const tray = group(
    box(13.4, 0.9, 13, kit.plastic('#23262a'), { radius: 0.25 }),
    cylinder(6.1, 0.1, kit.plastic('#16181a'), { at: [0, 0.86, 0.4], bevel: 0.02, sides: 96 }),
    place(disc, { at: [0, 0.93, 0.4] }),
  )
  return group(
    box(36, 5, 22, metal, { radius: 0.5, at: [0, 0.8, 0] }),
    box(35.4, 4.4, 0.5, dark, { radius: 0.2, at: [0, 1.1, 11] }),
    place(tray, { at: [-7, 2.6, 15.4] }),
    panel(6.4, 2, display, { at: [8, 3.3, 11.27] }),
    repeat(3, (at) =>
      place(cylinder(0.55, 0.4, kit.chrome(), { bevel: 0.12 }), { turn: [90, 0, 0], at: [13 + at * 1.6, 3.3, 11.2] }),
    ),
    repeat(4, (at) => cylinder(1.3, 0.8, kit.rubber('#131415'), { at: [at % 2 ? 14 : -14, 0, at < 2 ? 8 : -8] })),
  )
}

/** Returns a round column of cloth between a foot and a lid of oak. */
export function columnSpeaker(kit: Kit): Object3D {
  const oak = kit.wood('oak')
  return group(
    cylinder(8, 1.4, oak, { bevel: 0.35, sides: 96 }),
    cylinder(7.7, 21, kit.fabric('#3f4850', { bumpScale: 0.8 }), { at: [0, 1.4, 0], bevel: 0.3, sides: 96 }),
    cylinder(8, 1.6, oak, { at: [0, 22.4, 0], bevel: 0.4, sides: 96 }),
    lathe(path2('5.2,24 5.2,24.06 5,24.08 0,24.08'), kit.gloss('#141619'), { smooth: false, sides: 96 }),
    ring(4.6, 0.14, kit.glow('#f3efe4', 1.6), { at: [0, 24.02, 0] }),
    box(3.6, 1, 0.16, kit.brass(), { radius: 0.08, at: [0, 4, 7.68] }),
  )
}
