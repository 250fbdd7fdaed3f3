import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import { box, cylinder, group, panel, place, repeat, tube } from '../kit/solids.ts'
import type { Draw } from '../kit/textures.ts'

const drawRecord: Draw = (context, width) => {
  const middle = width / 2
  context.fillStyle = '#131315'
  context.fillRect(0, 0, width, width)
  for (let radius = middle * 0.36; radius < middle; radius += 2.2) {
    context.strokeStyle = `rgba(255,255,255,${0.03 + 0.06 * Math.abs(Math.sin(radius * 0.35))})`
    context.lineWidth = 1
    context.beginPath()
    context.arc(middle, middle, radius, 0, Math.PI * 2)
    context.stroke()
  }
  const label = [
    ['#c8673f', 0.34],
    ['#efe2c8', 0.28],
    ['#c8673f', 0.13],
    ['#131315', 0.02],
  ] as const
  for (const [color, share] of label) {
    context.fillStyle = color
    context.beginPath()
    context.arc(middle, middle, middle * share, 0, Math.PI * 2)
    context.fill()
  }
  context.fillStyle = '#5b3a28'
  context.font = `600 ${width * 0.028}px "Open Sans", sans-serif`
  context.textAlign = 'center'
  context.fillText('GROOVEHOUSE', middle, middle - width * 0.085)
  context.fillText('SIDE A', middle, middle + width * 0.11)
}

/** Returns a record player with a record on it. */
export function turntable(kit: Kit): Object3D {
  const record = kit.picture(1024, 1024, drawRecord, { key: 'record', roughness: 0.34 })
  const arm = group(
    cylinder(2.6, 1.6, kit.metal('#2b2d30', 0.4), { bevel: 0.3 }),
    cylinder(1.1, 4.4, kit.metal('#c9ccd1', 0.3), { at: [0, 1.5, 0] }),
    tube(
      [
        [0, 5, -5],
        [0, 5.2, 0],
        [-0.6, 5.2, 9],
        [-3.4, 4.9, 17],
        [-5.6, 4.5, 20.5],
      ],
      0.42,
      kit.metal('#d5d7da', 0.2),
    ),
    place(cylinder(1.5, 3, kit.metal('#3a3c40', 0.4), { bevel: 0.3 }), { turn: [90, 0, 0], at: [0, 5, -7.5] }),
    box(1.6, 1, 3.2, kit.plastic('#17181a'), { radius: 0.2, at: [-6, 3.7, 21.5], turn: [0, 34, 0] }),
  )
  return group(
    box(44, 6.4, 35, kit.wood('walnut'), { radius: 0.8, at: [0, 1.8, 0] }),
    cylinder(14.8, 1.6, kit.metal('#b8bbc0', 0.35), { at: [-5, 8.2, 0], bevel: 0.3 }),
    cylinder(14.9, 0.3, kit.rubber('#151618'), { at: [-5, 9.8, 0] }),
    panel(29.2, 29.2, record, { corner: 14.6, at: [-5, 10.12, 0], turn: [-90, 0, 0] }),
    cylinder(0.35, 1.8, kit.chrome(), { at: [-5, 10, 0] }),
    place(arm, { at: [16, 8.2, -10] }),
    cylinder(1.7, 1.1, kit.metal('#c9ccd1', 0.3), { at: [17, 8.2, 13], bevel: 0.2 }),
    cylinder(1, 0.8, kit.metal('#c9ccd1', 0.3), { at: [12.6, 8.2, 14], bevel: 0.2 }),
    repeat(4, (index) =>
      cylinder(2.4, 1.9, kit.rubber('#1b1c1e'), { at: [((index % 2) - 0.5) * 35, 0, (index < 2 ? 1 : -1) * 13] }),
    ),
  )
}

/** Returns a record in its sleeve; stands upright. */
export function sleeve(kit: Kit, key: string, draw: Draw): Object3D {
  return group(
    box(31, 31, 0.5, kit.paper('#d8cdb8'), { radius: 0.1 }),
    panel(31, 31, kit.picture(512, 512, draw, { key }), { at: [0, 15.5, 0.26] }),
  )
}

/** Returns a coiled cable with a plug at both ends. */
export function audioCable(kit: Kit, color = '#b4583e'): Object3D {
  const braid = kit.fabric(color, { bumpScale: 1.6 })
  const points: [number, number, number][] = []
  for (let step = 0; step <= 64; step++) {
    const turn = (step / 16) * Math.PI * 2 + 0.6
    const wide = 6 + Math.sin(step * 0.9) * 0.28
    points.push([
      Math.cos(turn) * wide,
      0.35 + (step % 16 === 0 ? 0.1 : 0) + step * 0.022,
      Math.sin(turn) * wide * 0.94,
    ])
  }
  const [first, last] = [points[0], points.at(-1)] as [[number, number, number], [number, number, number]]
  const plug = group(
    cylinder(0.5, 2.4, kit.metal('#3a3c40', 0.35), { bevel: 0.15 }),
    cylinder(0.18, 1.5, kit.brass({ roughness: 0.18 }), { at: [0, 2.3, 0], bevel: 0.06 }),
    cylinder(0.33, 0.9, kit.rubber('#1d1e20'), { at: [0, -0.8, 0] }),
  )
  const lead = (from: [number, number, number], to: [number, number, number]) =>
    tube([from, [(from[0] + to[0]) / 2 + 1, from[1], (from[2] + to[2]) / 2], to], 0.32, braid)
  return group(
    tube(points, 0.32, braid, { steps: 320 }),
    lead(first, [8.5, 0.5, 8]),
    lead(last, [10.5, 0.5, 4.5]),
    place(plug.clone(), { turn: [90, 0, -0], at: [8.5, 0.5, 8.5] }),
    place(plug, { turn: [90, 0, -30], at: [10.7, 0.5, 5] }),
    place(box(1.6, 1.5, 2.6, kit.leather('#8a5a35'), { radius: 0.3 }), { at: [-6, 0.2, 0] }),
  )
}
