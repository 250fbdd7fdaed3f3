import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import {
  box,
  circle,
  cylinder,
  group,
  hole,
  lathe,
  outline,
  panel,
  pipe,
  place,
  plate,
  repeat,
  ring,
  roundedRect,
  tube,
} from '../kit/solids.ts'
import { loft, mix, oval, path2, path3, smooth, stack } from './forms.ts'

/** Returns a claw hammer that lies on its side: head to the right. */
export function hammer(kit: Kit): Object3D {
  const steel = kit.metal('#7d8288', 0.42)
  const polished = kit.metal('#c6c9cc', 0.22)
  const wood = kit.wood('oak')
  const handle = stack(
    path3('0,1.5,1.1 1,1.75,1.3 6,1.55,1.15 14,1.3,0.95 24,1.2,0.9 30,1.35,0.85 33.6,1.25,0.8'),
    wood,
    { square: 2.6 },
  )
  const claw = (side: number) => {
    const rings = Array.from({ length: 19 }, (_, step) => {
      const share = step / 18
      const [x, y] = [-1.6 - share * 6.6, 31.4 + 0.9 - share * share * 3.6]
      const half = mix(0.85, 0.3, smooth(0, 1, share))
      return oval(half, mix(1, 0.22, share), { count: 24, square: 3 }).map(
        ([a, , b]) => [x + b * 0.25, y + b, side * mix(0.55, 1.05, smooth(0, 0.5, share)) + a * 0.62] as const,
      )
    })
    return loft(rings, steel, { caps: true })
  }
  const head = group(
    box(4.6, 3.1, 2.7, steel, { radius: 0.6, at: [0, 29.9, 0] }),
    place(
      group(
        cylinder(1.25, 2.6, steel, { at: [0, 0, 0], bevel: 0.1 }),
        cylinder(1.62, 1.9, steel, { at: [0, 2.2, 0], bevel: 0.25 }),
        cylinder(1.6, 0.25, polished, { at: [0, 4, 0], bevel: 0.2 }),
      ),
      { at: [1.9, 31.4, 0], turn: [0, 0, -90] },
    ),
    claw(1),
    claw(-1),
    box(1.5, 0.3, 0.4, polished, { at: [0, 33.55, 0], radius: 0.05 }),
  )
  const grip = stack(path3('0.02,1.53,1.13 1,1.79,1.34 3.4,1.7,1.26'), kit.gloss('#9c3b2e'), { square: 2.6 })
  return group(
    handle,
    grip,
    head,
    panel(
      1.5,
      5,
      kit.picture(150, 500, drawBurnedName('IRONBARK'), { key: 'hammer name', transparent: true, roughness: 0.8 }),
      { at: [0, 19, 1.06] },
    ),
  )
}

function drawBurnedName(name: string) {
  return (context: CanvasRenderingContext2D, w: number, h: number) => {
    context.translate(w / 2, h / 2)
    context.rotate(-Math.PI / 2)
    context.fillStyle = '#4a2a12'
    context.font = `700 ${w * 0.5}px "DejaVu Sans"`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(name, 0, 0, h * 0.96)
  }
}

/** Returns an adjustable wrench, upright, 26 cm long. */
export function adjustableWrench(kit: Kit): Object3D {
  const steel = kit.metal('#b9bdc2', 0.25)
  const dipped = kit.rubber('#a8382c')
  const body = outline(
    path2(
      '-1.1,10 1.1,10 1.25,18 2.6,20 3.1,21.2 3,22.2 0.9,22.6 0.3,23.2 -0.1,27 -1.3,27.6 -2.7,26.4 -3.3,23.6 -2.9,20.8 -1.25,18',
    ),
  )
  const jaw = outline(path2('0.9,22.5 3.2,22.1 3.3,23.4 2.6,26.6 1.9,27 1.75,23.9 0.95,23.7'))
  const grip = stack(path3('0,1,0.55 0.5,1.5,0.75 4,1.45,0.72 9,1.2,0.64 13,1.15,0.6 13.4,1.05,0.5'), dipped, {
    square: 3.2,
  })
  return group(
    plate(body, 1, steel, { bevel: 0.18, at: [0, 0, -0.5] }),
    plate(jaw, 1.3, steel, { bevel: 0.15, at: [0, 0, -0.65] }),
    grip,
    place(
      group(
        repeat(9, (at) => cylinder(0.62, 0.16, kit.metal('#8f9398', 0.35), { at: [0, at * 0.2, 0], bevel: 0.04 })),
        cylinder(0.5, 1.9, steel),
      ),
      { at: [0.35, 20.9, 0.1], turn: [0, 0, -82] },
    ),
    plate(hole(roundedRect(2, 2, 1), circle(0.001)), 0.05, steel, { bevel: 0.01, at: [0, 2, -0.7] }),
    repeat(12, (at) =>
      box(at % 3 ? 0.05 : 0.07, at % 3 ? 0.5 : 0.8, 0.06, kit.plastic('#26282b'), {
        radius: 0.01,
        at: [-1.9 + at * 0.16, 23.4 - at * 0.04, 0.5],
      }),
    ),
    panel(1.1, 5, kit.picture(110, 500, drawBurnedName('IRONBARK'), { key: 'wrench name', transparent: true }), {
      at: [0, 15.6, 0.52],
    }),
  )
}

/** Returns a screwdriver, upright with its tip down at y = 0. */
export function screwdriver(color: string, kit: Kit, length = 20): Object3D {
  return group(
    cylinder(0.3, length * 0.55, kit.metal('#c9ccd1', 0.2), { sides: 24 }),
    stack(
      [
        [length * 0.52, 0.7, 0.7],
        [length * 0.56, 1.1, 1.1],
        [length * 0.64, 0.9, 0.9],
        [length * 0.8, 1.45, 1.45],
        [length * 0.95, 1.4, 1.4],
        [length, 0.7, 0.7],
      ],
      kit.gloss(color),
      { swell: (angle) => Math.cos(angle * 6) * 0.1 },
    ),
  )
}

/** Returns a cordless drill that stands on its battery and points to the left. */
export function cordlessDrill(color: string, kit: Kit): Object3D {
  const shell = kit.plastic(color)
  const dark = kit.rubber('#26282b')
  const barrel = place(
    stack(path3('-7,2.4,2.6 -6.6,3.2,3.4 -2,3.5,3.8 4,3.4,3.6 8,3,3.1 9.4,2.7,2.7'), shell, { square: 2.6 }),
    { at: [0, 20, 0], turn: [0, 0, 90] },
  )
  const chuck = place(
    group(
      cylinder(2.5, 1.6, dark, { bevel: 0.2 }),
      stack(path3('1.6,2.6,2.6 2.4,2.75,2.75 6,2.5,2.5 7.4,1.6,1.6'), kit.plastic('#1d1f22'), {
        swell: (angle) => Math.cos(angle * 18) * 0.06,
      }),
      cylinder(1.5, 0.7, kit.metal('#8c9096'), { at: [0, 7.2, 0] }),
      cylinder(0.5, 5, kit.metal('#b4b8bd'), { at: [0, 7.8, 0], sides: 6 }),
      cylinder(0.35, 2.6, kit.metal('#8a6d3a', 0.3), { at: [0, 12.4, 0], top: 0.16 }),
    ),
    { at: [-9.2, 20, 0], turn: [0, 0, 90] },
  )
  const handle = loft(
    Array.from({ length: 21 }, (_, step) => {
      const share = step / 20
      return oval(mix(2.9, 2.5, smooth(0, 1, share)) + Math.sin(share * 9) * 0.12, 2, {
        at: [mix(4.6, 2.2, share), mix(6.5, 18, share), 0],
        square: 2.6,
      })
    }),
    dark,
    { caps: true },
  )
  const battery = group(
    box(11.5, 3.2, 7.4, shell, { radius: 1, at: [3, 3.8, 0] }),
    box(12.4, 4.2, 7.8, kit.plastic('#2b2e32'), { radius: 0.9, at: [2.8, 0, 0] }),
    box(5, 0.9, 0.1, kit.plastic('#e8e3d6'), { at: [2.4, 1.6, 3.9], radius: 0.04 }),
    repeat(3, (at) => box(0.7, 0.4, 0.1, kit.glow('#7be08a', 1), { at: [6.4 + at * 0.95, 1.9, 3.9], radius: 0.05 })),
  )
  return group(
    barrel,
    chuck,
    handle,
    battery,
    box(1.3, 3.2, 1.8, kit.plastic('#c23b2c'), { radius: 0.5, at: [-1, 13.4, 0], turn: [0, 0, 8] }),
    repeat(5, (at) => box(0.35, 3, 7.05, dark, { radius: 0.1, at: [2.6 + at * 0.8, 18.6, 0] })),
    place(ring(3.15, 0.5, dark, {}), { at: [-7.2, 20, 0], turn: [0, 0, 90] }),
    panel(6, 1.6, kit.picture(600, 160, drawName('TORQUE LANE', '#ffffff'), { key: 'drill name', transparent: true }), {
      at: [-2.2, 20.4, 3.82],
    }),
    panel(2.6, 1.2, kit.picture(260, 120, drawName('18 V', '#24262a'), { key: 'drill volts', transparent: true }), {
      at: [2.4, 2.05, 4.02],
    }),
    repeat(4, (at) =>
      cylinder(0.32, 0.2, kit.metal('#777b80'), {
        turn: [90, 0, 0],
        at: [[-4.4, 5.6, 3.2, 4.6][at] ?? 0, [17.4, 22, 15, 9.4][at] ?? 0, [3.3, 3.2, 2, 1.95][at] ?? 2],
      }),
    ),
  )
}

/** Returns a drawing of a name over the whole transparent canvas. */
export function drawName(name: string, color: string, font = '"DejaVu Sans"') {
  return (context: CanvasRenderingContext2D, w: number, h: number) => {
    context.fillStyle = color
    context.font = `italic 700 ${h * 0.72}px ${font}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(name, w / 2, h / 2, w * 0.96)
  }
}

/** Returns an open folding saw, upright, blade above. */
export function foldingSaw(kit: Kit): Object3D {
  const steel = kit.metal('#c3c7ca', 0.3)
  const teeth = Array.from({ length: 45 }, (_, at) => [at % 2 ? 2.5 : 2.05, 17 + at * 0.51] as const)
  const blade = outline([[-1.6, 17], ...teeth, [1.4, 41], [0.1, 41.6], [-0.8, 40]])
  const handle = outline(
    path2('-1.5,0.4 0.8,0 2.3,1.6 1.7,5 2.1,9 1.6,13 2.3,17.6 0.8,20 -1.9,19.6 -2.3,15 -1.7,9 -2.3,3.5'),
    { smooth: true },
  )
  return group(
    plate(blade, 0.16, steel, { bevel: 0.04, at: [0, 0, -0.08] }),
    plate(handle, 2.4, kit.plastic('#d0582b'), { bevel: 0.5, at: [0, 0, -1.2] }),
    plate(outline(path2('-1,3 1,2.6 1,13.4 -1,13.6'), { smooth: true }), 2.7, kit.rubber('#23262a'), {
      bevel: 0.4,
      at: [0, 0, -1.35],
    }),
    repeat(6, (at) => box(1.6, 0.35, 2.85, kit.rubber('#2f3337'), { radius: 0.15, at: [0, 4 + at * 1.5, 0] })),
    cylinder(0.95, 2.9, kit.metal('#8f9499'), { turn: [90, 0, 0], at: [0, 17.6, -1.45], bevel: 0.2 }),
    box(0.9, 0.2, 3, kit.metal('#55595e'), { at: [0, 17.5, 0], radius: 0.05 }),
  )
}

/** Returns secateurs with open blades, lying along y. */
export function secateurs(kit: Kit): Object3D {
  const steel = kit.metal('#b9bec2', 0.25)
  const red = kit.rubber('#b03a2c')
  const arm = (side: number) =>
    tube(
      [
        [0, 9.4, 0],
        [side * 1.2, 7.4, 0],
        [side * 2.2, 4, 0],
        [side * 2.5, 0.5, 0],
        [side * 2.1, -4, 0],
      ],
      0.72,
      red,
      {},
    )
  return group(
    plate(outline(path2('-0.8,9 0.9,9 1.5,12 0.9,15.4 -0.6,17 -1.4,13'), { smooth: true }), 0.35, steel, {
      bevel: 0.12,
      turn: [0, 0, 12],
    }),
    plate(
      outline(path2('-1,9 0.6,9 1.3,12 2.5,14.4 3.1,14 2.1,10.4 1.2,8.6'), { smooth: true }),
      0.5,
      kit.metal('#6e7378', 0.4),
      { bevel: 0.12, at: [0, 0, -0.5] },
    ),
    arm(1),
    arm(-1),
    cylinder(0.75, 1.3, kit.metal('#d8b25a', 0.3), { turn: [90, 0, 0], at: [0, 9.4, -0.65] }),
    pipe(path3('-1.1,7.4,0 1.1,6.9,0 -1.3,6.4,0 1.4,5.9,0'), 0.13, steel),
  )
}

/** Returns a garden trowel or fork, upright with its blade down. */
export function gardenTool(kind: 'trowel' | 'fork', kit: Kit): Object3D {
  const steel = kit.brushed('#c2c5c8')
  const wood = kit.wood('cherry')
  const grip = lathe(path2('0,17 0.9,17.1 1.1,19 1.35,23 1.5,26 1.3,28 0,28.4'), wood)
  const neck = tube(path3('0,12,0.3 0,14,-0.9 0,17.6,0'), 0.5, steel)
  const rings = Array.from({ length: 21 }, (_, step) => {
    const share = step / 20
    const half = mix(0.2, 3.4, Math.min(1, share * 2.2) ** 0.6) * (1 - smooth(0.85, 1, share) * 0.55)
    return Array.from({ length: 25 }, (_, at) => {
      const across = at / 12 - 1
      return [across * half, share * 13, across * across * half * 0.42 - 0.3] as const
    })
  })
  const tine = (x: number) =>
    tube(
      [
        [x * 0.5, 12.6, 0],
        [x, 10, -0.3],
        [x, 5, -0.3],
        [x, 0, 0.6],
      ],
      0.38,
      steel,
    )
  return group(
    grip,
    neck,
    cylinder(1, 1, kit.brass(), { at: [0, 16.8, 0] }),
    kind === 'trowel'
      ? loft(rings, twoSided(kit), { open: true })
      : group(tine(-2.4), tine(0), tine(2.4), box(5.6, 1, 0.8, steel, { at: [0, 11.4, -0.2] })),
  )
}

const twoSided = (kit: Kit) => kit.metal('#c2c5c8', 0.3, { side: 2 })
