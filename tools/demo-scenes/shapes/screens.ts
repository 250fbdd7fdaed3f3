import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  ball,
  box,
  cylinder,
  group,
  panel,
  pipe,
  place,
  plate,
  repeat,
  ring,
  roundedRect,
  tube,
} from '../kit/solids.ts'
import { lens } from './cameras.ts'
import { DUSK, lettering } from './drawings.ts'
import { television } from './televisions.ts'

/** Returns a small cube that projects, with a handle of leather. */
export function projector(kit: Kit): Object3D {
  return group(
    box(13, 14, 13, kit.plastic('#e6e3dc'), { radius: 2.4, at: [0, 0.6, 0] }),
    place(cylinder(4.6, 0.6, kit.plastic('#23252a'), { bevel: 0.2 }), { turn: [90, 0, 0], at: [0, 8, 6.3] }),
    place(lens(kit, 3.2, 1.6), { at: [0, 8, 6.5] }),
    box(8, 0.9, 0.3, kit.fabric('#7d7a73'), { radius: 0.2, at: [0, 2.2, 6.5] }),
    tube(
      [
        [-6, 11, 0],
        [-7.6, 16, 0],
        [-4, 19, 0],
        [4, 19, 0],
        [7.6, 16, 0],
        [6, 11, 0],
      ],
      0.7,
      kit.leather('#8a5f3c'),
    ),
    ...[-6.6, 6.6].map((x) => place(cylinder(1, 0.6, kit.brass()), { turn: [0, 0, 90], at: [x + 0.3, 11, 0] })),
    cylinder(5.4, 0.7, kit.rubber('#2a2c30')),
    repeat(3, (index) => cylinder(0.6, 0.2, kit.rubber('#8d8a83'), { at: [(index - 1) * 2.4, 14.55, 2.6] })),
  )
}

/** Returns a projection screen on a stand, pulled out of its case. */
export function projectionScreen(kit: Kit): Object3D {
  const picture = kit.picture(1280, 720, DUSK, {
    key: 'projection',
    roughness: 1,
    emissive: '#ffffff',
    emissiveIntensity: 0.06,
  })
  return group(
    box(236, 9, 10, kit.metal('#2b2d31', 0.5), { radius: 3, at: [0, 12, 0] }),
    box(228, 142, 0.6, kit.plastic('#141517'), { radius: 0.2, at: [0, 18, -1] }),
    panel(220, 124, picture, { at: [0, 92, -0.65] }),
    box(230, 4, 4, kit.metal('#2b2d31', 0.5), { radius: 1.6, at: [0, 159, -1] }),
    pipe(
      [
        [0, 12, -5],
        [0, 160, -5],
      ],
      1.6,
      kit.metal('#8e9196', 0.35),
    ),
    ...[-80, 80].map((x) => box(6, 12, 60, kit.metal('#2b2d31', 0.5), { radius: 2.4, at: [x, 0, 0] })),
  )
}

/** Returns a small stick with its remote control. */
export function tvStick(kit: Kit): Object3D {
  return group(
    place(
      group(
        place(plate(roundedRect(3, 9, 0.9), 1.3, kit.plastic('#26282c'), { bevel: 0.4, steps: 6 }), {
          turn: [-90, 0, 0],
        }),
        box(1.5, 0.6, 1.6, kit.chrome(), { radius: 0.1, at: [0, 0.35, -5.2] }),
        panel(
          2,
          0.5,
          kit.picture(200, 50, lettering('#26282c', [{ text: 'streamling', y: 0.5, size: 0.75, color: '#b9c3cc' }]), {
            key: 'streamling',
          }),
          { turn: [-90, 0, 90], at: [0, 1.31, 0.6] },
        ),
      ),
      { at: [-4, 0, 0], turn: [0, 24, 0] },
    ),
    place(smallRemote(kit), { at: [3.4, 0, 1], turn: [0, -14, 0] }),
  )
}

function smallRemote(kit: Kit): Object3D {
  const button = (x: number, z: number, radius: number, color = '#3a3d42') =>
    cylinder(radius, 0.3, kit.rubber(color), { at: [x, 1.35, z], bevel: 0.1 })
  return group(
    place(plate(roundedRect(3.6, 14.4, 1.7), 1.5, kit.plastic('#202226'), { bevel: 0.55, steps: 8 }), {
      turn: [-90, 0, 0],
    }),
    ring(1.15, 0.24, kit.metal('#7c8087', 0.35), { at: [0, 1.36, -2.8] }),
    button(0, -2.8, 0.6, '#4a4e55'),
    button(0, -5.6, 0.45, '#b4583e'),
    ...[-0.9, 0.9].flatMap((x) => [0, 1.5, 3].map((z) => button(x, z, 0.42))),
    box(2.4, 0.3, 0.9, kit.rubber('#7fb2a5'), { radius: 0.14, at: [0, 1.3, 4.7] }),
  )
}

/** Returns a roof antenna with many rods on a mast. */
export function antenna(kit: Kit): Object3D {
  const alu = kit.metal('#c3c7cc', 0.32)
  const rod = (x: number, long: number) =>
    place(cylinder(0.5, long, alu, { bevel: 0.15 }), { turn: [90, 0, 0], at: [x, 62, -long / 2] })
  return group(
    cylinder(8, 3, kit.metal('#3a3d42', 0.5), { bevel: 0.6 }),
    cylinder(1.5, 66, alu, { at: [0, 2, 0] }),
    box(86, 2, 2, alu, { radius: 0.3, at: [0, 61, 0] }),
    ...Array.from({ length: 11 }, (_, index) => rod(-40 + index * 7, 26 + index * 1.4)),
    repeat(5, (index) => place(cylinder(0.6, 44, alu), { turn: [90, 0, 0], at: [42, 54 + index * 4, -22] })),
    box(7, 5, 5, kit.plastic('#2b2d31'), { radius: 0.8, at: [22, 58, 0] }),
    box(8, 12, 5, kit.plastic('#e6e3dc'), { radius: 1, at: [0, 30, 3.4] }),
    tube(
      [
        [22, 58, 2],
        [16, 50, 4],
        [6, 46, 4],
        [2, 42, 4],
      ],
      0.45,
      kit.rubber('#17181a'),
    ),
  )
}

/** Returns a remote control with few large keys. */
export function bigRemote(kit: Kit): Object3D {
  const key = (text: string, x: number, y: number, w: number, h: number, color: string, ink = '#23262a') =>
    group(
      plate(roundedRect(w, h, 0.7), 0.5, kit.rubber(color), { bevel: 0.16, at: [x, y, 1.7] }),
      panel(
        w * 0.8,
        h * 0.6,
        kit.picture(
          160,
          Math.round((160 * h * 0.6) / (w * 0.8)),
          lettering(color, [{ text, y: 0.54, size: 0.9, color: ink, weight: 700 }]),
          { key: `key ${text} ${color}`, roughness: 0.8 },
        ),
        { at: [x, y, 2.21] },
      ),
    )
  const whole = group(
    plate(roundedRect(7.4, 20, 2.6), 2, kit.plastic('#efece5'), { bevel: 0.8, steps: 8 }),
    key('I/O', 0, 8, 3, 1.7, '#b4483a', '#fff'),
    ...['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((text, index) =>
      key(text, ((index % 3) - 1) * 2.1, 5.2 - Math.floor(index / 3) * 2.1, 1.75, 1.75, '#2f3a45', '#fff'),
    ),
    key('+', -1.9, -2, 2.6, 2.4, '#e3b06a'),
    key('–', -1.9, -4.8, 2.6, 2.4, '#e3b06a'),
    key('▲', 1.9, -2, 2.6, 2.4, '#7fa59a'),
    key('▼', 1.9, -4.8, 2.6, 2.4, '#7fa59a'),
    key('OK', 0, -7.7, 3.6, 1.8, '#2f3a45', '#fff'),
  )
  return place(whole, { turn: [-62, 0, 0], at: [0, 9, 0] })
}

/** Returns a television whose wall shines from a strip behind it. */
export function backlitTelevision(kit: Kit): Object3D {
  return group(television(kit, { inches: 43, key: 'dusk' }), glowFrame(kit, 43))
}

function glowFrame(kit: Kit, inches: number): Object3D {
  const [w, h] = [inches * 2.214, inches * 1.245]
  const at = 6.5
  const light = (color: string) => kit.glow(color, 1.6)
  return group(
    box(w + 1, 1.4, 1.2, light('#c77bd8'), { radius: 0.5, at: [0, at + h - 0.6, -1.4] }),
    box(w + 1, 1.4, 1.2, light('#6f8ff0'), { radius: 0.5, at: [0, at - 0.9, -1.4] }),
    box(1.4, h, 1.2, light('#f0a06f'), { radius: 0.5, at: [w / 2, at, -1.4] }),
    box(1.4, h, 1.2, light('#8f7bf0'), { radius: 0.5, at: [-w / 2, at, -1.4] }),
  )
}

/** Returns a coiled strip of lights with its remote control. */
export function lightStrip(kit: Kit): Object3D {
  const colors = ['#f06f6f', '#f0a06f', '#f0dc6f', '#7fd88f', '#6fc7f0', '#6f8ff0', '#c77bd8']
  const turn = (index: number) => (index / 26) * Math.PI * 2
  const radius = (index: number) => 4 + index * 0.062
  const tape: [number, number, number][] = Array.from({ length: 84 }, (_, index) => [
    Math.cos(turn(index)) * radius(index),
    0.6,
    Math.sin(turn(index)) * radius(index),
  ])
  return group(
    place(tube(tape, 0.16, kit.plastic('#f3f1ec'), { steps: 420 }), { scale: [1, 4, 1], at: [0, -1.2, 0] }),
    repeat(84, (index) =>
      place(ball(0.24, kit.glow(colors[Math.floor(index / 4) % colors.length] as string, 1.7)), {
        at: [Math.cos(turn(index)) * (radius(index) + 0.16), 1, Math.sin(turn(index)) * (radius(index) + 0.16)],
      }),
    ),
    tube(
      [
        [tape[83]?.[0] ?? 0, 0.6, tape[83]?.[2] ?? 0],
        [11, 0.6, 5],
        [13, 0.6, 8],
      ],
      0.2,
      kit.rubber('#f3f1ec'),
    ),
    box(3, 1.2, 5, kit.plastic('#f3f1ec'), { radius: 0.4, at: [13.4, 0, 10] }),
    place(smallRemote(kit), { at: [-12, 0, 4], turn: [0, 16, 0] }),
  )
}
