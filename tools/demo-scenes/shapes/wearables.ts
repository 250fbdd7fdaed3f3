import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  box,
  cloth,
  cylinder,
  group,
  hole,
  mirrorX,
  outline,
  panel,
  place,
  plate,
  ring,
  roundedRect,
  tube,
} from '../kit/solids.ts'
import type { Draw } from '../kit/textures.ts'
import { lettering } from './drawings.ts'

type Material = Parameters<typeof box>[3]

/** Returns a strap in a loop around x, open where a face in front of it belongs. */
function strap(width: number, material: Material, radius: number): Object3D {
  const gap = 0.5
  return cloth(
    10,
    width,
    (u, v) => {
      const angle = gap + u * (Math.PI * 2 - 2 * gap)
      const taper = width * (0.82 + 0.18 * Math.abs(1 - 2 * u))
      return [(v - 0.5) * taper, Math.sin(angle) * radius * 0.96, Math.cos(angle) * radius]
    },
    material,
    { segments: 60 },
  )
}

/** Returns a watch that stands on its strap and leans back; the face looks to +z with its middle at the origin. */
export function watch(kit: Kit, face: Object3D, band: Material, width = 2.2): Object3D {
  const buckle = box(width + 0.3, 0.9, 0.25, kit.metal('#a9adb2', 0.3), { radius: 0.1, at: [0, -0.45, -3.15] })
  const whole = group(strap(width, band, 2.88), strap(width, band, 3.1), buckle, place(face, { at: [0, 0, 2.2] }))
  return place(group(whole), { turn: [-16, 0, 0], at: [0, 3.05, 0] })
}

const drawWatchFace: Draw = (context, w, h) => {
  context.fillStyle = '#08090b'
  context.fillRect(0, 0, w, h)
  const rings = [
    ['#e0755f', 0.42, 0.82],
    ['#e6b13f', 0.35, 0.6],
    ['#7fb2a5', 0.28, 0.72],
  ] as const
  context.lineWidth = w * 0.05
  context.lineCap = 'round'
  for (const [color, radius, share] of rings) {
    context.strokeStyle = `${color}33`
    context.beginPath()
    context.arc(w / 2, h / 2, w * radius, 0, 7)
    context.stroke()
    context.strokeStyle = color
    context.beginPath()
    context.arc(w / 2, h / 2, w * radius, -Math.PI / 2, -Math.PI / 2 + Math.PI * 2 * share)
    context.stroke()
  }
  context.fillStyle = '#fff'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.font = `600 ${w * 0.17}px "Open Sans", sans-serif`
  context.fillText('10:09', w / 2, h / 2)
}

/** Returns a smartwatch. */
export function smartwatch(kit: Kit): Object3D {
  const face = group(
    plate(roundedRect(4, 4.6, 1.2), 1, kit.metal('#b9bcc0', 0.3), { bevel: 0.32, steps: 6 }),
    panel(3.7, 4.3, kit.gloss('#07080a'), { corner: 1.1, at: [0, 0, 1.005] }),
    panel(3.3, 3.8, kit.screen(500, 576, drawWatchFace, 'watch face'), { corner: 0.9, at: [0, 0, 1.02] }),
    place(cylinder(0.38, 0.5, kit.metal('#8e9196', 0.3), { bevel: 0.1 }), { turn: [0, 0, -90], at: [1.9, 0.6, 0.5] }),
  )
  return watch(kit, face, kit.rubber('#3f5560'))
}

/** Returns a narrow fitness band. */
export function fitnessBand(kit: Kit): Object3D {
  const display = lettering('#07080a', [
    { text: '10:09', y: 0.28, size: 0.16, color: '#fff' },
    { text: '7,412', y: 0.58, size: 0.13, color: '#7fd8b5' },
    { text: 'steps', y: 0.74, size: 0.09, color: '#9aa3ab', weight: 400 },
  ])
  const face = group(
    plate(roundedRect(1.9, 4.6, 0.9), 0.9, kit.plastic('#17181b'), { bevel: 0.35, steps: 6 }),
    panel(1.5, 3.9, kit.screen(260, 676, display, 'band face'), { corner: 0.7, at: [0, 0, 0.91] }),
  )
  return watch(kit, face, kit.rubber('#d98a5f'), 1.7)
}

/** Returns a watch with hands, on a strap of canvas. */
export function fieldWatch(kit: Kit): Object3D {
  const dial: Draw = (context, w) => {
    const m = w / 2
    context.fillStyle = '#f0ead9'
    context.fillRect(0, 0, w, w)
    context.fillStyle = '#2a2d2f'
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.font = `600 ${w * 0.11}px "Open Sans", sans-serif`
    for (let index = 1; index <= 12; index++) {
      const angle = (index / 12) * Math.PI * 2 - Math.PI / 2
      context.fillText(String(index), m + Math.cos(angle) * m * 0.68, m + Math.sin(angle) * m * 0.68)
    }
    for (let index = 0; index < 60; index++) {
      context.save()
      context.translate(m, m)
      context.rotate((index / 60) * Math.PI * 2)
      context.fillRect(-w * 0.004, -m * 0.92, w * 0.008, index % 5 ? m * 0.05 : m * 0.09)
      context.restore()
    }
    context.font = `400 ${w * 0.05}px "Open Sans", sans-serif`
    context.fillText('HARRIER', m, m * 0.66)
    for (const [turn, long, wide, color] of [
      [-58, 0.42, 0.035, '#2a2d2f'],
      [58, 0.62, 0.025, '#2a2d2f'],
      [190, 0.66, 0.008, '#b4583e'],
    ] as const) {
      context.save()
      context.translate(m, m)
      context.rotate((turn * Math.PI) / 180)
      context.fillStyle = color
      context.fillRect((-w * wide) / 2, -m * long, w * wide, m * (long + 0.1))
      context.restore()
    }
  }
  const face = place(
    group(
      cylinder(2, 1, kit.brushed('#c4c7cc'), { bevel: 0.25 }),
      ring(1.78, 0.3, kit.chrome(), { at: [0, 0.86, 0] }),
      place(panel(3.4, 3.4, kit.picture(700, 700, dial, { key: 'field dial', roughness: 0.4 }), { corner: 1.7 }), {
        turn: [-90, 0, 0],
        at: [0, 1.01, 0],
      }),
      place(cylinder(0.36, 0.6, kit.chrome()), { turn: [0, 0, -90], at: [1.9, 0.5, 0] }),
      ...[-1, 1].flatMap((x) =>
        [-1, 1].map((z) => box(0.45, 0.7, 0.9, kit.brushed('#c4c7cc'), { radius: 0.18, at: [x * 1.05, 0, z * 1.95] })),
      ),
    ),
    { turn: [90, 0, 0] },
  )
  return watch(kit, face, kit.fabric('#66705a'), 2)
}

/** Returns sunglasses with thick arms. */
export function audioGlasses(kit: Kit, frame = '#2b2522', tint = '#3d4a45'): Object3D {
  const gloss = kit.gloss(frame)
  const shape = (grow: number) =>
    outline(
      [
        [-2.6 - grow, 1.6 + grow],
        [2.4 + grow, 1.9 + grow],
        [2.7 + grow, 0.4],
        [1.8 + grow * 0.7, -1.9 - grow],
        [-1.6 - grow * 0.7, -2 - grow],
        [-2.7 - grow, -0.3],
      ],
      { smooth: true },
    )
  const side = group(
    plate(hole(shape(0.42), shape(0)), 0.5, gloss, { bevel: 0.14, at: [3.5, 0, 0] }),
    plate(shape(0.05), 0.12, kit.gloss(tint, { opacity: 0.86, transparent: true, roughness: 0.05 }), {
      bevel: 0,
      at: [3.5, 0, 0.16],
    }),
    tube(
      [
        [6.2, 1.5, 0],
        [7, 1.5, -0.6],
        [7.1, 1.4, -6],
        [6.9, 1, -10],
        [6.5, -1.6, -13.4],
      ],
      0.44,
      gloss,
    ),
    box(0.5, 0.9, 5.5, gloss, { radius: 0.2, at: [7.05, 1, -4.6] }),
    box(0.2, 0.3, 0.9, kit.metal('#c9a052', 0.3), { radius: 0.08, at: [7.3, 1.4, -2] }),
  )
  return place(
    group(
      mirrorX(side),
      tube(
        [
          [-1, 0.7, 0.2],
          [0, 1, 0.4],
          [1, 0.7, 0.2],
        ],
        0.32,
        gloss,
      ),
    ),
    { at: [0, 2.5, 4] },
  )
}

/** Returns a colorful watch for children. */
export function childrensWatch(kit: Kit): Object3D {
  const display: Draw = (context, w, h) => {
    context.fillStyle = '#bfe3ef'
    context.fillRect(0, 0, w, h)
    context.fillStyle = '#8fc07f'
    context.beginPath()
    context.ellipse(w * 0.5, h * 1.05, w * 0.8, h * 0.4, 0, 0, 7)
    context.fill()
    context.fillStyle = '#e0755f'
    context.beginPath()
    context.arc(w * 0.5, h * 0.56, w * 0.12, Math.PI, 0)
    context.lineTo(w * 0.5, h * 0.86)
    context.fill()
    context.fillStyle = '#23323a'
    context.textAlign = 'center'
    context.font = `700 ${w * 0.24}px "Open Sans", sans-serif`
    context.fillText('8:15', w / 2, h * 0.34)
  }
  const face = group(
    plate(roundedRect(4.2, 4.4, 1.3), 1.3, kit.gloss('#f0b24a'), { bevel: 0.45, steps: 6 }),
    panel(3.1, 3.1, kit.screen(420, 420, display, 'child watch'), { corner: 0.6, at: [0, 0, 1.31] }),
    place(cylinder(0.5, 0.5, kit.gloss('#d24f3f')), { turn: [0, 0, -90], at: [2, 0.8, 0.65] }),
  )
  return watch(kit, face, kit.rubber('#4a86a8'), 2.2)
}
