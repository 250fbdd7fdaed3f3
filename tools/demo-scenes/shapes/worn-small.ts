import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  ball,
  box,
  cylinder,
  group,
  lathe,
  panel,
  place,
  plate,
  repeat,
  ring,
  roundedRect,
  tube,
} from '../kit/solids.ts'
import type { Draw } from '../kit/textures.ts'
import { band, path2, path3 } from './forms.ts'
import { watch } from './wearables.ts'

/** A finger ring that lies on y = 0. */
function fingerRing(kit: Kit, color: string): Object3D {
  return group(
    lathe(
      path2('0.94,0.02 1.06,0 1.13,0.08 1.16,0.4 1.13,0.72 1.06,0.8 0.94,0.78 0.92,0.7 0.92,0.1 0.94,0.02'),
      kit.metal(color, 0.16),
      { smooth: false, sides: 160 },
    ),
    lathe(path2('0.915,0.1 0.915,0.7'), kit.gloss('#17181b', { side: 2 }), { smooth: false, sides: 160 }),
  )
}

/** Returns a ring on its round charger, and another one that leans beside it. */
export function smartRing(kit: Kit): Object3D {
  const white = kit.ceramic('#f1eee7')
  return group(
    lathe(path2('0,0 2.3,0 2.5,0.12 2.55,0.4 2.45,0.62 2.1,0.72 1.3,0.76 0,0.76'), white, { smooth: true, sides: 128 }),
    lathe(path2('0.84,0.7 0.84,1.9 0.78,2.02 0.6,2.08 0,2.08'), white, { smooth: false, sides: 96 }),
    place(fingerRing(kit, '#9a9ca1'), { at: [0, 0.76, 0] }),
    box(0.5, 0.06, 0.1, kit.glow('#7fd8b5', 1.6), { radius: 0.03, at: [0, 0.42, 2.5] }),
    place(fingerRing(kit, '#c9a15e'), { at: [2.9, 0, 2.3] }),
  )
}

/** Returns two flat hand warmers: one lies, one leans upon it. */
export function handWarmers(kit: Kit): Object3D {
  const one = (color: string) =>
    group(
      plate(roundedRect(6.2, 9.6, 3), 2.7, kit.plastic(color, { roughness: 0.36 }), { bevel: 1.25, steps: 10 }),
      place(ring(0.62, 0.12, kit.chrome()), { turn: [90, 0, 0], at: [0, 2.7, 2.74] }),
      place(cylinder(0.55, 0.12, kit.plastic('#efece4'), { bevel: 0.05 }), { turn: [90, 0, 0], at: [0, 2.7, 2.68] }),
      repeat(3, (at) => ball(0.13, kit.glow('#ff8a4a', 1.7), { at: [(at - 1) * 0.7, 0.9, 2.6] })),
      tube(path3('-1,-4.6,1.3 -1.4,-6.4,1.2 0,-7.6,1.1 1.4,-6.4,1.2 1,-4.6,1.3'), 0.2, kit.fabric('#3a3c40')),
    )
  return group(
    place(one('#5f7f70'), { turn: [-90, 16, 0], at: [-4, 0, 1.6] }),
    place(one('#d9c9a8'), { turn: [-90, -28, 0], at: [4.2, 0, -1.6] }),
  )
}

/** Returns four bands with a reflecting stripe and a light, as worn on arms and legs. */
export function lightBands(kit: Kit): Object3D {
  const loop = (rx: number, rz: number, grow: number) =>
    Array.from({ length: 24 }, (_, at) => {
      const angle = (at / 24) * Math.PI * 2
      return [Math.cos(angle) * (rx + grow), 0, Math.sin(angle) * (rz + grow)] as const
    })
  const one = (color: string) => {
    const up = { across: [0, 1, 0] as const, closed: true }
    return group(
      band(loop(4.4, 3.7, 0), [4, 0.35], kit.fabric(color, { emissive: color, emissiveIntensity: 0.12 }), up),
      band(loop(4.4, 3.7, 0.2), [1, 0.1], kit.metal('#dfe3e6', 0.3), up),
      box(3.6, 2.4, 0.9, kit.plastic('#26282c'), { radius: 0.4, at: [0, -1.2, 3.5] }),
      box(2.8, 0.7, 0.3, kit.glow('#ff4a34', 1.8), { radius: 0.15, at: [0, -0.35, 4.32] }),
    )
  }
  return group(
    place(one('#d6ee3f'), { at: [-4.8, 2, 2] }),
    place(one('#ff7f35'), { at: [4.8, 2, 1], turn: [0, -14, 0] }),
    place(one('#ff7f35'), { at: [-4.2, 2, -7], turn: [0, 10, 0] }),
    place(one('#d6ee3f'), { at: [4.4, 6.1, 0.4], turn: [0, -24, 0] }),
  )
}

const ROMAN = ['XII', 'I', 'II', 'III', 'IIII', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI']

const drawEnamelDial: Draw = (context, w) => {
  const m = w / 2
  context.fillStyle = '#f7f2e6'
  context.fillRect(0, 0, w, w)
  context.translate(m, m)
  context.fillStyle = '#23211f'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.font = `600 ${w * 0.095}px "DejaVu Serif", serif`
  for (const [hour, text] of ROMAN.entries()) {
    context.save()
    context.rotate((hour / 12) * Math.PI * 2)
    context.fillText(text, 0, -m * 0.68)
    context.restore()
  }
  for (let minute = 0; minute < 60; minute++) {
    context.save()
    context.rotate((minute / 60) * Math.PI * 2)
    context.fillRect(-w * 0.003, -m * 0.92, w * 0.006, m * (minute % 5 ? 0.05 : 0.1))
    context.restore()
  }
  context.font = `400 ${w * 0.045}px "DejaVu Serif", serif`
  context.fillText('BELLWEATHER', 0, m * 0.34)
  for (const [turn, long, wide] of [
    [-55, 0.44, 0.034],
    [55, 0.68, 0.022],
  ] as const) {
    context.save()
    context.rotate((turn * Math.PI) / 180)
    context.fillStyle = '#23345a'
    context.fillRect((-w * wide) / 2, -m * long, w * wide, m * (long + 0.12))
    context.restore()
  }
}

/** Returns a pocket watch that hangs on a stand, its chain around the foot. */
export function pocketWatch(kit: Kit): Object3D {
  const [brass, walnut] = [kit.brass(), kit.wood('walnut')]
  const dial = kit.picture(800, 800, drawEnamelDial, { key: 'enamel dial', roughness: 0.3, clearcoat: 1 })
  const face = place(
    group(
      lathe(path2('0,0 1.9,0.02 2.3,0.14 2.55,0.4 2.6,0.6 2.55,0.85 2.3,1.06 2.16,1.1'), brass, { sides: 128 }),
      ring(2.2, 0.22, brass, { at: [0, 0.98, 0] }),
      place(panel(4.3, 4.3, dial, { corner: 2.14 }), { turn: [-90, 0, 0], at: [0, 1.02, 0] }),
    ),
    { turn: [90, 0, 0] },
  )
  const crown = group(
    cylinder(0.3, 0.5, brass, { at: [0, 2.55, 0.55] }),
    cylinder(0.46, 0.5, brass, { at: [0, 3, 0.55], bevel: 0.16 }),
    place(ring(0.75, 0.16, brass), { turn: [90, 0, 0], at: [0, 3.9, 0.55] }),
  )
  const chain = repeat(46, (at) => {
    const angle = -0.4 + at * 0.108
    const reach = 4.7 + Math.sin(at * 0.5) * 0.25
    return place(place(ring(0.24, 0.1, brass), { turn: [at % 2 ? 90 : 12, 0, 0], scale: [1.25, 1, 1] }), {
      at: [Math.cos(angle) * reach, at % 2 ? 0.3 : 0.08, Math.sin(angle) * reach],
      turn: [0, (-angle * 180) / Math.PI + 90, 0],
    })
  })
  return group(
    cylinder(3.7, 0.9, walnut, { bevel: 0.3, sides: 96 }),
    tube(path3('0,0.9,-2.4 0,5,-2.6 0,9.4,-2.2 0,11,-0.8 0,10.9,0.4 0,10.2,0.5'), 0.2, brass, { steps: 90 }),
    place(group(face, crown), { at: [0, 6.3, 0] }),
    chain,
  )
}

const drawCompass: Draw = (context, w) => {
  const m = w / 2
  context.fillStyle = '#f1efe6'
  context.fillRect(0, 0, w, w)
  context.translate(m, m)
  context.fillStyle = '#23282b'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (let at = 0; at < 72; at++) {
    context.save()
    context.rotate((at / 72) * Math.PI * 2)
    context.fillRect(-w * 0.003, -m * 0.94, w * 0.006, m * (at % 6 ? 0.06 : 0.12))
    context.restore()
  }
  for (const [at, text] of ['N', 'E', 'S', 'W'].entries()) {
    context.save()
    context.rotate(at * (Math.PI / 2))
    context.font = `700 ${w * 0.13}px "Open Sans", sans-serif`
    context.fillStyle = at ? '#23282b' : '#c23b2c'
    context.fillText(text, 0, -m * 0.66)
    context.restore()
  }
  for (const [turn, color] of [
    [24, '#c23b2c'],
    [204, '#3a4247'],
  ] as const) {
    context.save()
    context.rotate((turn * Math.PI) / 180)
    context.fillStyle = color
    context.beginPath()
    context.moveTo(-w * 0.04, 0)
    context.lineTo(0, -m * 0.5)
    context.lineTo(w * 0.04, 0)
    context.fill()
    context.restore()
  }
  context.fillStyle = '#8d9296'
  context.beginPath()
  context.arc(0, 0, w * 0.03, 0, 7)
  context.fill()
}

/** Returns a compass with a turning bezel on a wrist strap. */
export function wristCompass(kit: Kit): Object3D {
  const dial = kit.picture(700, 700, drawCompass, { key: 'compass dial', roughness: 0.35, clearcoat: 1 })
  const notches = repeat(36, (at) => {
    const angle = (at / 36) * Math.PI * 2
    return box(0.16, 0.5, 0.2, kit.metal('#54585c', 0.4), {
      radius: 0.04,
      at: [Math.cos(angle) * 2.32, 0.7, Math.sin(angle) * 2.32],
      turn: [0, (-angle * 180) / Math.PI + 90, 0],
    })
  })
  const face = place(
    group(
      cylinder(2.1, 0.9, kit.plastic('#2a2d30'), { bevel: 0.2 }),
      cylinder(2.3, 0.5, kit.metal('#54585c', 0.36), { at: [0, 0.7, 0], bevel: 0.1 }),
      notches,
      ring(2, 0.24, kit.metal('#c9ccd0', 0.25), { at: [0, 1.1, 0] }),
      place(panel(3.8, 3.8, dial, { corner: 1.89 }), { turn: [-90, 0, 0], at: [0, 1.215, 0] }),
      box(1.9, 0.7, 5, kit.plastic('#2a2d30'), { radius: 0.3 }),
    ),
    { turn: [90, 0, 0] },
  )
  return watch(kit, face, kit.rubber('#66705a'), 2.1)
}
