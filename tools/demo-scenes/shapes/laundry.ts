import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import { box, cylinder, group, pipe, place, repeat, ring, tube } from '../kit/solids.ts'
import { loft, mix, oval, path3, stack } from './forms.ts'

const cane = (tone: number, kit: Kit) =>
  kit.food(['#a9773f', '#b98850', '#9c6b38', '#c19862'][tone % 4] ?? '#a9773f', { roughness: 0.7, clearcoat: 0.1 })

/** A braid of three canes around a basket. */
function braid(y: number, r: number, kit: Kit): Object3D {
  return group(
    ...[0, 1, 2].map((strand) =>
      tube(
        Array.from({ length: 90 }, (_, at) => {
          const angle = (at / 90) * Math.PI * 2
          const turn = angle * 22 + (strand * Math.PI * 2) / 3
          return [
            Math.cos(angle) * (r + Math.cos(turn) * 0.8),
            y + Math.sin(turn) * 0.8,
            Math.sin(angle) * (r + Math.cos(turn) * 0.8),
          ] as const
        }),
        0.62,
        cane(strand, kit),
        { closed: true, steps: 720 },
      ),
    ),
  )
}

/** Returns a round basket of woven willow with a lid and leather hinges. */
export function willowBasket(kit: Kit): Object3D {
  const radius = (share: number) => 16.4 + Math.sin(share * Math.PI * 0.9) * 3
  const [rows, posts] = [30, 34]
  const row = (y: number, r: number, phase: number) =>
    tube(
      Array.from({ length: posts * 2 }, (_, at) => {
        const angle = (at / (posts * 2)) * Math.PI * 2
        const out = r + (Math.floor(at / 2 + phase) % 2 ? 0.62 : -0.62) * 0.8
        return [Math.cos(angle) * out, y, Math.sin(angle) * out] as const
      }),
      0.78,
      cane(Math.round(y * 3.3), kit),
      { closed: true, steps: posts * 8 },
    )
  const uprights = repeat(posts, (at) => {
    const angle = ((at + 0.25) / posts) * Math.PI * 2
    return tube(
      [0, 0.25, 0.5, 0.75, 1].map(
        (share) => [Math.cos(angle) * radius(share), share * 46, Math.sin(angle) * radius(share)] as const,
      ),
      0.42,
      cane(2, kit),
    )
  })
  const lid = place(
    group(
      repeat(13, (at) => row(0, 1.6 + at * 1.32, at)),
      braid(0, 18.6, kit),
      tube(path3('-4,1,0 -3,3.2,0 0,4,0 3,3.2,0 4,1,0'), 0.8, kit.leather('#6f4426')),
    ),
    { at: [0, 49.4, 0], scale: [1, 1, 1] },
  )
  return group(
    repeat(rows, (at) => row(0.8 + at * 1.52, radius((at * 1.52) / 46), at)),
    uprights,
    braid(46.6, 17.6, kit),
    lid,
    ...[-6, 6].map((x) =>
      box(3, 6, 0.7, kit.leather('#6f4426'), { at: [x, 44.4, 17.6], radius: 0.3, turn: [-4, x * 2.4, 0] }),
    ),
    ...[-1, 1].map((side) =>
      tube(
        [
          [side * 19.4, 36, -4],
          [side * 22, 34, -2.6],
          [side * 22.6, 33.4, 0],
          [side * 22, 34, 2.6],
          [side * 19.4, 36, 4],
        ],
        0.75,
        kit.leather('#6f4426'),
      ),
    ),
  )
}

/** Returns a handheld garment steamer that stands on its back, with brush head and cord. */
export function garmentSteamer(kit: Kit): Object3D {
  const shell = kit.gloss('#ece7de', { roughness: 0.45 })
  const dark = kit.plastic('#3d4a4c')
  const tank = stack(path3('0,4,4.4 1,4.9,5.4 9,4.8,5.2 12,4.3,4.6'), kit.glass('#bcd6dc', 0.42), { square: 3 })
  const water = stack(path3('0.4,3.9,4.2 1,4.7,5.1 6.4,4.6,5 6.5,4.6,5'), kit.glass('#8fbac6', 0.5), { square: 3 })
  const handle = tube(path3('0,11,-1 0,16,-3.4 0,22,-3.2 0,27,-0.4'), 2.1, shell)
  const head = place(
    group(
      stack(path3('-4,3.2,2.6 -2.5,4,3.6 3,5,4.4 5.2,6.4,5 6,6.6,5.2'), shell, { square: 2.8 }),
      stack(path3('5.9,6.3,4.9 6.8,6.3,4.9'), kit.metal('#b9bdc1', 0.25), { square: 2.8 }),
      repeat(26, (at) => {
        const angle = (at / 26) * Math.PI * 2
        return repeat(3, (line) =>
          cylinder(0.16, 1.7, dark, {
            at: [Math.cos(angle) * (5.9 - line * 0.3), 6.6, Math.sin(angle) * (4.5 - line * 0.3)],
            top: 0.1,
            sides: 16,
          }),
        )
      }),
      repeat(9, (at) =>
        cylinder(0.35, 0.2, dark, { at: [((at % 3) - 1) * 2.4, 6.75, (Math.floor(at / 3) - 1) * 1.7], sides: 16 }),
      ),
    ),
    { at: [0, 29, 1], turn: [72, 0, 0] },
  )
  return group(
    tank,
    water,
    stack(path3('11.6,4.4,4.7 12.4,4.6,4.9 14,3.6,3.8'), shell, { square: 3 }),
    handle,
    head,
    box(1.6, 3.4, 0.8, kit.plastic('#c8643f'), { at: [0, 20, -0.9], radius: 0.4, turn: [-8, 0, 0] }),
    ring(4.5, 0.4, dark, { at: [0, 11.8, 0] }),
    tube(path3('0,12.6,-4 0,10,-9 3,1,-13 10,0.5,-12 14,0.5,-5 20,0.5,-4'), 0.45, kit.rubber('#2c3032')),
    tube(path3('-2.2,23,-4.6 -3.6,25,-5.4 -2.4,27.4,-3'), 0.25, dark),
  )
}

/** Returns a clothes rail's hanger: wood with a steel hook, its neck at y = 0. */
export function hanger(kit: Kit, width = 42): Object3D {
  const wood = kit.wood('birch')
  const arms = Array.from({ length: 31 }, (_, at) => {
    const x = (at / 30 - 0.5) * width
    return oval(mix(1.5, 1.1, Math.abs(x) / (width / 2)), 0.75, { square: 2.6, count: 28 }).map(
      ([a, , b]) => [x, -0.6 - (Math.abs(x) / (width / 2)) ** 1.6 * 7.5 + a, b + (x / (width / 2)) ** 2 * 1.6] as const,
    )
  })
  return group(
    loft(arms, wood, { caps: true }),
    pipe(path3('0,0,0 0,3,0'), 0.2, kit.chrome()),
    tube(path3('0,3,0 0.6,4.4,0 2.2,5.4,0 2.4,7.2,0 0.6,8.6,0 -1.6,8,0 -2.3,6.4,0'), 0.2, kit.chrome()),
  )
}
