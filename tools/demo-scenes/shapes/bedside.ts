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
  tube,
} from '../kit/solids.ts'
import { mix, path2, path3 } from './forms.ts'

/** Returns a night light in the form of a small lighthouse. */
export function lighthouse(kit: Kit): Object3D {
  const white = kit.plastic('#f4efe6', { roughness: 0.75 })
  const red = kit.plastic('#cf5a47', { roughness: 0.75 })
  const width = (y: number) => mix(4.6, 3.1, y / 13)
  const bands = repeat(5, (at) => {
    const [from, to] = [at * 2.6, at * 2.6 + 2.6]
    return cylinder(width(from), 2.62, at % 2 ? white : red, { top: width(to), at: [0, 1.2 + from, 0], bevel: 0.12 })
  })
  return group(
    cylinder(6.4, 1.5, kit.plastic('#7f9a9c', { roughness: 0.8 }), { bevel: 0.7 }),
    bands,
    cylinder(4.1, 0.9, white, { at: [0, 14.1, 0], bevel: 0.4 }),
    repeat(10, (at) =>
      cylinder(0.16, 1.5, white, { at: [Math.cos(at * 0.628) * 3.7, 14.9, Math.sin(at * 0.628) * 3.7] }),
    ),
    ring(3.7, 0.34, white, { at: [0, 16.2, 0] }),
    cylinder(2.6, 3.6, kit.glow('#ffdf96', 1.7), { at: [0, 15, 0], bevel: 0.3 }),
    lathe(path2('3.4,18.4 3.3,18.9 2.2,20.4 0.7,21.3 0,21.5'), red),
    ball(0.5, white, { at: [0, 21.2, 0] }),
    plate(outline(path2('-0.9,0 0.9,0 0.9,1.7 0.5,2.4 0,2.6 -0.5,2.4 -0.9,1.7'), {}), 0.4, kit.plastic('#4a6d78'), {
      at: [0, 1.4, 4.25],
      turn: [-7, 0, 0],
    }),
    ...[-0.9, 0.9].map((x) => ball(0.3, kit.plastic('#2b2b2b'), { at: [x, 8, 3.45], scale: [1, 1.1, 0.5] })),
    tube(path3('-0.6,7.2,3.85 0,6.9,3.9 0.6,7.2,3.85'), 0.12, kit.plastic('#2b2b2b')),
    ...[-1.7, 1.7].map((x) => ball(0.42, kit.plastic('#f0a58f'), { at: [x, 7, 3.3], scale: [1, 0.8, 0.4] })),
  )
}

/** Returns an alarm clock: a round glowing disc on a foot, with the time. */
export function sunriseClock(kit: Kit): Object3D {
  const shell = kit.plastic('#eae5da')
  const lit = kit.screen(1024, 1024, drawDawn, 'sunrise lit')
  return group(
    plate(circle(10.5, [0, 10.6]), 5, shell, { bevel: 1.4, at: [0, 0, -3], steps: 8 }),
    panel(18.6, 18.6, lit, { corner: 9.3, at: [0, 10.6, 2.02] }),
    plate(hole(circle(9.9, [0, 10.6]), circle(9.25, [0, 10.6])), 0.5, kit.metal('#d2ccbe', 0.35), {
      bevel: 0.15,
      at: [0, 0, 1.75],
    }),
    box(13, 2.2, 9, kit.wood('oak'), { radius: 1, at: [0, 0, -0.6] }),
    repeat(3, (at) =>
      place(cylinder(0.7, 0.5, kit.plastic('#cfc8ba'), {}), {
        at: [(at - 1) * 2.4, 20.8 - Math.abs(at - 1) * 0.3, -0.6],
      }),
    ),
  )
}

function drawDawn(context: CanvasRenderingContext2D, w: number, h: number): void {
  const glow = context.createRadialGradient(w / 2, h * 0.95, w * 0.05, w / 2, h * 0.8, w * 0.85)
  for (const [at, color] of [
    [0, '#fff3cf'],
    [0.3, '#ffcf87'],
    [0.6, '#f19a5c'],
    [1, '#b65a52'],
  ] as const)
    glow.addColorStop(at, color)
  context.fillStyle = glow
  context.fillRect(0, 0, w, h)
  context.fillStyle = '#fffdf6'
  context.textAlign = 'center'
  context.font = `300 ${h * 0.22}px "DejaVu Sans Light", "DejaVu Sans"`
  context.fillText('6:45', w / 2, h * 0.53)
  context.font = `400 ${h * 0.05}px "DejaVu Sans"`
  context.fillText('alarm 7:00', w / 2, h * 0.64)
}
