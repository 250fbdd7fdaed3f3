import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  ball,
  box,
  cloth,
  cylinder,
  group,
  lathe,
  outline,
  panel,
  pipe,
  place,
  plate,
  repeat,
  ring,
  tube,
} from '../kit/solids.ts'
import { mix, noise, path2, path3, pillow, stack } from './forms.ts'
import { drawName } from './hand-tools.ts'
import { label } from './labels.ts'

/** Returns printed words on a transparent ground; its height is a fifth of its width. */
function words(text: string, color: string, width: number, kit: Kit) {
  return kit.picture(700, 140, drawName(text, color), {
    key: `words ${text} ${color}`,
    transparent: true,
    roughness: width > 0 ? 0.5 : 0.6,
  })
}

/** Returns a battery pack with a handle, and two clamps on their cables. */
export function jumpStarter(kit: Kit): Object3D {
  const shell = kit.plastic('#2b2f34')
  const clamp = (color: string) => {
    const jaw = (side: number) =>
      plate(
        outline(path2('0,-0.4 3.4,-0.9 5.2,-0.5 6.6,0.5 6.4,1.1 4.8,0.9 2.6,1.2 -2.6,2.6 -6,3 -6.4,2 -2,0.8'), {
          smooth: true,
        }),
        1.9,
        kit.plastic(color),
        { bevel: 0.5, at: [0, 0.3 * side, -0.95], turn: [side < 0 ? 180 : 0, 0, 0] },
      )
    return group(
      jaw(1),
      place(group(jaw(1)), { turn: [180, 0, 0] }),
      place(cylinder(0.9, 2.4, kit.metal('#b5b9be'), {}), { turn: [90, 0, 0], at: [-1, 0, -1.2] }),
      ...[0.3, -0.7].map((y) => box(3, 0.5, 1.6, kit.copper(), { at: [5.2, y, 0], radius: 0.1 })),
    )
  }
  const lying = (color: string, x: number, turn: number) =>
    place(group(place(group(clamp(color)), { turn: [90, 0, 0], at: [0, 1, 0] })), {
      at: [x, 0, 12],
      turn: [0, turn, 0],
    })
  return group(
    box(22, 15, 8.4, shell, { radius: 2.2 }),
    box(22.4, 3, 8.8, kit.rubber('#c8502e'), { radius: 1.4, at: [0, 0.6, 0] }),
    box(22.4, 2.4, 8.8, kit.rubber('#c8502e'), { radius: 1.2, at: [0, 11.4, 0] }),
    tube(path3('-7,14.4,0 -6.4,18,0 0,18.6,0 6.4,18,0 7,14.4,0'), 1.1, kit.rubber('#2b2f34')),
    box(9, 5.6, 0.4, kit.gloss('#0d0f12'), { at: [-4.4, 4.8, 4.1], radius: 0.2 }),
    panel(8.2, 4.8, kit.screen(512, 300, drawCharge, 'charge'), { at: [-4.4, 7.6, 4.52] }),
    panel(7.5, 1.5, words('2000 A', '#f3efe6', 7, kit), { at: [5.2, 9, 4.24] }),
    place(cylinder(1.4, 0.5, kit.glow('#ffffff', 0.5), { bevel: 0.2 }), { turn: [90, 0, 0], at: [5.2, 6, 4] }),
    lying('#b8322a', 9, -154),
    lying('#232529', -8, -30),
    tube(path3('8,6,3.6 10,4.4,6 17,1.2,7 17.6,0.9,10.4 15,1,13.4'), 0.62, kit.rubber('#b8322a')),
    tube(path3('-9.6,4,3.8 -15,2.6,5 -17.6,0.8,8 -15,0.9,9'), 0.62, kit.rubber('#1b1d20')),
  )
}

function drawCharge(context: CanvasRenderingContext2D, w: number, h: number): void {
  context.fillStyle = '#0b0e10'
  context.fillRect(0, 0, w, h)
  context.fillStyle = '#7de29a'
  for (let bar = 0; bar < 4; bar++) context.fillRect(w * (0.08 + bar * 0.1), h * 0.3, w * 0.075, h * 0.4)
  context.fillStyle = '#f4f6f4'
  context.font = `700 ${h * 0.34}px "DejaVu Sans"`
  context.fillText('98 %', w * 0.52, h * 0.63)
}

/** Returns a tyre that stands on its tread, its axle along x; `rim` puts a wheel into it. */
export function tyre(kit: Kit, { rim = false } = {}): Object3D {
  const rubber = kit.rubber('#2a2b2d')
  const r = 31.6
  const profile = path2(
    '20.4,-8.6 21.6,-9.6 25,-10.6 28.6,-10.4 30.6,-9.2 31,-7 31.1,0 31,7 30.6,9.2 28.6,10.4 25,10.6 21.6,9.6 20.4,8.6 20.6,6 24,0 20.6,-6 20.4,-8.6',
  )
  const rows = [-8.1, -4.1, 0, 4.1, 8.1]
  const tread = rows.flatMap((y, row) =>
    Array.from({ length: 54 }, (_, at) => {
      const angle = ((at + (row % 2) * 0.5) / 54) * Math.PI * 2
      const size = row === 0 || row === 4 ? ([1.5, 3.7, 3] as const) : ([1.1, 3.2, 2.9] as const)
      const one = box(size[0], size[1], size[2], rubber, { radius: 0.22, at: [0, -size[1] / 2, 0] })
      return place(group(place(group(one), { turn: [0, 0, 0] })), {
        at: [
          Math.cos(angle) * (row === 0 || row === 4 ? r - 0.7 : r - 0.3),
          y,
          Math.sin(angle) * (row === 0 || row === 4 ? r - 0.7 : r - 0.3),
        ],
        turn: [0, (-angle * 180) / Math.PI, row === 0 ? 24 : row === 4 ? -24 : 0],
      })
    }),
  )
  const text = (turn: number) =>
    cloth(
      1,
      1,
      (u, v) => {
        const angle = ((turn + (u - 0.5) * 74) * Math.PI) / 180
        const radius = mix(28.4, 25, v)
        return [Math.sin(angle) * radius, 11.1 - Math.abs(v - 0.5) * 0.2, -Math.cos(angle) * radius]
      },
      kit.picture(1000, 110, drawName(turn ? '205/55 R16' : 'GRIPPA', '#c9c9c4'), {
        key: `tyre ${turn}`,
        transparent: true,
      }),
      { fit: true },
    )
  const wheel =
    rim &&
    group(
      ring(19.8, 1.5, kit.metal('#c9ccd0', 0.2), { at: [0, 7.6, 0] }),
      lathe(path2('20.8,-8 20,-7 19,0 20,7.6 20.9,8.6 20.2,8.8 19,7'), kit.metal('#b9bdc2', 0.25)),
      cylinder(4.4, 1.4, kit.metal('#a9adb2', 0.25), { at: [0, 6.6, 0], bevel: 0.5 }),
      repeat(5, (at) =>
        place(
          group(
            ...[-1, 1].map((side) =>
              box(15.6, 2, 2.6, kit.metal('#c3c7cb', 0.22), {
                at: [11.4, 6, side * 2.3],
                radius: 0.8,
                turn: [0, side * 6, 0],
              }),
            ),
          ),
          { turn: [0, at * 72, 0] },
        ),
      ),
      repeat(5, (at) =>
        cylinder(0.7, 0.8, kit.metal('#6d7176'), {
          at: [Math.cos(at * 1.257) * 2.8, 7.6, Math.sin(at * 1.257) * 2.8],
          sides: 16,
        }),
      ),
    )
  return place(
    group(place(group(lathe(profile, rubber), ...tread, text(0), text(180), wheel), { turn: [0, 0, -90] })),
    { at: [0, 32.6, 0] },
  )
}

/** Returns a spark plug, upright on its terminal side up. */
export function sparkPlug(kit: Kit): Object3D {
  const steel = kit.metal('#c3c6c9', 0.25)
  const white = kit.ceramic('#f2efe9')
  return group(
    pipe(path3('0.75,0.9,0 0.75,0.05,0 0.05,0.05,0'), 0.16, steel),
    cylinder(0.2, 1.2, white, { at: [0, 0.4, 0], top: 0.4 }),
    cylinder(0.07, 0.4, kit.metal('#e5e2da', 0.15), { at: [0, 0.15, 0] }),
    cylinder(0.8, 2.4, steel, { at: [0, 0.7, 0] }),
    repeat(11, (at) => ring(0.82, 0.17, steel, { at: [0, 0.82 + at * 0.2, 0] })),
    ring(1, 0.32, kit.copper(), { at: [0, 3.1, 0] }),
    cylinder(1.2, 0.5, steel, { at: [0, 3.4, 0] }),
    cylinder(1.3, 1.3, kit.metal('#cfd2d5', 0.2), { at: [0, 3.9, 0], sides: 6 }),
    lathe(path2('1,5.2 1.02,5.6 0.8,5.9 0,5.9'), steel),
    lathe(path2('0.72,5.8 0.72,6.4 0.62,6.5 0.62,6.8 0.7,6.9 0.6,7.2 0.66,7.5 0.55,7.8 0.6,8.2 0.48,8.8 0,8.9'), white),
    cylinder(0.3, 1, steel, { at: [0, 8.8, 0], bevel: 0.15 }),
    ring(0.26, 0.14, steel, { at: [0, 9.2, 0] }),
  )
}

function waxTin(kit: Kit): Object3D {
  return group(
    cylinder(4.4, 3, kit.metal('#c9ccd0', 0.3), { bevel: 0.2 }),
    cylinder(4.6, 1.4, kit.gloss('#c8502e'), { at: [0, 2.6, 0], bevel: 0.3 }),
    panel(
      6,
      6,
      kit.picture(
        400,
        400,
        (context, w, h) => {
          context.fillStyle = '#c8502e'
          context.fillRect(0, 0, w, h)
          drawName('WAX', '#ffffff')(context, w, h * 1)
        },
        { key: 'wax lid' },
      ),
      { at: [0, 4.06, 0], turn: [-90, 0, 0], corner: 3 },
    ),
  )
}

function washMitt(kit: Kit): Object3D {
  const fiber = kit.knit('#d8b13c', { bumpScale: 2 })
  return group(
    pillow([15, 6, 20], fiber, { square: 3, puff: 0.4, wrinkle: 0.5 }),
    repeat(230, (at) => {
      const [angle, reach] = [at * 2.39996, Math.sqrt((at + 0.5) / 230)]
      const [x, z] = [Math.cos(angle) * reach * 6.9, Math.sin(angle) * reach * 9.2]
      return place(stack(path3('0,0.6,0.6 0.5,0.72,0.72 1,0.6,0.6 1.25,0.05,0.05'), fiber, { steps: 7, count: 10 }), {
        at: [x, 5.5 - reach ** 3.2 * 2.7, z],
        turn: [(z / 9.2) * 70 * reach, 0, (-x / 6.9) * 70 * reach],
      })
    }),
  )
}

/** A bucket of foam. */
function foamBucket(kit: Kit): Object3D {
  return group(
    lathe(path2('0,0 10.6,0 11,0.4 13.4,25 14.2,25.2 14.2,26.4 13,26.4 12.6,25 10.4,1.2 0,1'), kit.plastic('#33383d'), {
      smooth: false,
    }),
    tube(
      Array.from(
        { length: 17 },
        (_, at) =>
          [
            Math.cos((at / 16) * Math.PI) * 14,
            24.4 - Math.sin((at / 16) * Math.PI) * 9,
            3 + Math.sin((at / 16) * Math.PI) * 12,
          ] as const,
      ),
      0.35,
      kit.metal(),
    ),
    repeat(110, (at) =>
      ball(0.6 + (noise(at * 1.7) + 1) * 0.75, kit.foam('#f7fafb', { roughness: 0.5 }), {
        at: [
          Math.cos(at * 2.4) * Math.sqrt(at / 110) * 11.6,
          24 + (1 - at / 110) * 1.8 + noise(at, 3) * 0.5,
          Math.sin(at * 2.4) * Math.sqrt(at / 110) * 11.6,
        ],
      }),
    ),
  )
}

/** Returns shampoo, wax, a mitt and cloths before a bucket. */
export function carWash(kit: Kit): Object3D {
  const blue = kit.gloss('#2f6f9a', { roughness: 0.3 })
  const bottle = group(
    stack(path3('0,4.4,2.9 0.6,4.9,3.3 9,4.9,3.3 14,4.5,3 17.6,2.4,2 18.6,1.5,1.5'), blue, { square: 3 }),
    cylinder(1.7, 1.6, kit.plastic('#f1eee6'), { at: [0, 18.4, 0] }),
    lathe(path2('1.2,19.8 1,21.4 0.5,22.6 0,22.8'), kit.plastic('#f1eee6')),
    panel(
      7.4,
      9,
      label(
        kit,
        [7.4, 9],
        { brand: 'Silkshine', title: 'Car\nShampoo', note: 'pH-neutral', foot: '1 l' },
        { ground: '#f7f4ec', accent: '#2f6f9a', serif: false, strip: 0.06 },
      ),
      { at: [0, 7.4, 3.5], bow: 0.5 },
    ),
  )
  const cloths = repeat(3, (at) =>
    box(15 - at * 0.4, 1.5, 12, kit.knit(['#4f7f8a', '#e3ddd0', '#c8643f'][at] ?? '#ffffff', { bumpScale: 0.7 }), {
      radius: 0.7,
      at: [0, at * 1.4, 0],
      turn: [0, at * 5 - 4, 0],
    }),
  )
  return group(
    place(foamBucket(kit), { at: [-2, 0, -11] }),
    place(bottle, { at: [-13, 0, 7], turn: [0, 14, 0] }),
    place(group(washMitt(kit)), { at: [13, 0, 5], turn: [0, -28, 0] }),
    place(waxTin(kit), { at: [-1.5, 0, 12] }),
    place(cloths, { at: [20, 0, -9], turn: [0, -12, 0] }),
  )
}

/** Returns a dash cam that hangs below its suction foot. */
export function dashCam(kit: Kit): Object3D {
  const dark = kit.plastic('#26282c')
  return group(
    box(9.6, 5, 3, dark, { radius: 1.1 }),
    place(
      group(
        cylinder(2.2, 1.4, kit.metal('#4a4d52', 0.3), { bevel: 0.3 }),
        cylinder(1.8, 0.5, kit.gloss('#0c0d10'), { at: [0, 1.1, 0], bevel: 0.2 }),
        ring(1.35, 0.2, kit.metal('#7a7d82'), { at: [0, 1.5, 0] }),
        ball(1.15, kit.gloss('#1a2340', { roughness: 0.03 }), { at: [0, 0.9, 0], scale: [1, 0.4, 1] }),
      ),
      { turn: [90, 0, 0], at: [-2, 2.5, 1.2] },
    ),
    panel(3.4, 0.68, words('ROADVIEW', '#d9d9d6', 3, kit), { at: [2.4, 3.6, 1.53] }),
    repeat(5, (at) => box(2.4, 0.12, 0.12, kit.plastic('#101114'), { at: [2.5, 1.1 + at * 0.35, 1.48], radius: 0.03 })),
    ball(0.2, kit.glow('#e0402f', 2), { at: [3.9, 0.55, 1.35] }),
    cylinder(0.7, 1.6, dark, { at: [0, 4.7, -0.2] }),
    ball(0.95, kit.metal('#6b6f74'), { at: [0, 5.7, -0.2] }),
    tube(path3('0,6.8,-0.2 0,8,-0.6 0,9,-1.8'), 0.62, dark),
    place(group(cylinder(3, 0.7, kit.rubber('#1d1f22'), { bevel: 0.3 }), cylinder(2.2, 1, dark, { bevel: 0.4 })), {
      at: [0, 9.6, -2.2],
      turn: [128, 0, 0],
    }),
    tube(path3('4.7,3,-0.8 6.4,3.6,-1.4 7.4,7,-2 9,9,-2.4'), 0.2, kit.rubber('#1d1f22')),
  )
}
