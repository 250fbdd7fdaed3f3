import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import { box, cylinder, group, lathe, outline, place, plate, repeat, roundedRect, tube } from '../kit/solids.ts'
import { fitUv } from '../kit/uv.ts'
import { blend, mix, noise, path2, smooth, stack, tint } from './forms.ts'

/** Returns an oval mirror in a frame, 50 by 80 cm, its back at z = 0. */
export function ovalMirror(kit: Kit): Object3D {
  const oval2 = (w: number, h: number) =>
    outline(
      Array.from(
        { length: 64 },
        (_, at) => [Math.cos((at / 64) * Math.PI * 2) * w, Math.sin((at / 64) * Math.PI * 2) * h + 42] as const,
      ),
    )
  const frame = kit.metal('#c39a4e', 0.28)
  const edge = tube(
    Array.from(
      { length: 64 },
      (_, at) =>
        [Math.cos((at / 64) * Math.PI * 2) * 24.6, Math.sin((at / 64) * Math.PI * 2) * 39.6 + 42, 2.2] as const,
    ),
    1.15,
    frame,
    { closed: true, steps: 256 },
  )
  const glass = kit.picture(512, 832, drawReflection, { key: 'reflection', roughness: 0.08, metalness: 0.35 })
  const face = plate(oval2(24, 39), 0.5, glass, { bevel: 0.12, at: [0, 0, 1.9] })
  face.geometry.translate(0, -42, 0)
  fitUv(face.geometry, 48, 78)
  face.geometry.translate(0, 42, 0)
  return group(plate(oval2(25, 40), 2, kit.wood('walnut'), { bevel: 0.2 }), face, edge)
}

/** Draws a bright room out of focus: a window, a wall and a floor. */
function drawReflection(context: CanvasRenderingContext2D, w: number, h: number): void {
  const wall = context.createLinearGradient(0, 0, w, h)
  for (const [at, color] of [
    [0, '#eef0ee'],
    [0.5, '#d5dad9'],
    [1, '#b4b7b3'],
  ] as const)
    wall.addColorStop(at, color)
  context.fillStyle = wall
  context.fillRect(0, 0, w, h)
  context.filter = `blur(${w * 0.035}px)`
  context.fillStyle = '#a58f74'
  context.fillRect(-w, h * 0.8, w * 3, h * 0.3)
  context.fillStyle = '#ffffff'
  context.fillRect(w * 0.12, h * 0.2, w * 0.4, h * 0.4)
  context.fillStyle = '#cfd8da'
  for (const x of [0.3, 0.32]) context.fillRect(w * x, h * 0.2, w * 0.012, h * 0.4)
  context.fillRect(w * 0.12, h * 0.39, w * 0.4, h * 0.012)
  context.fillStyle = '#5d7355'
  context.beginPath()
  context.ellipse(w * 0.76, h * 0.64, w * 0.1, h * 0.12, 0, 0, Math.PI * 2)
  context.fill()
  context.fillStyle = '#a8674a'
  context.fillRect(w * 0.7, h * 0.72, w * 0.12, h * 0.1)
  context.filter = 'none'
}

/** Returns a monstera in a clay pot with a saucer. */
export function monstera(kit: Kit): Object3D {
  const clay = kit.ceramic('#b4663f', { clearcoat: 0, roughness: 0.85 })
  const stalk = kit.food('#5f8a3e', { roughness: 0.6 })
  const leaves = repeat(11, (at) => {
    const turn = at * 137.5 + 20
    const angle = (turn * Math.PI) / 180
    const lift = mix(0.25, 1, ((at * 4) % 11) / 10)
    const reach = mix(19, 8, lift)
    const height = mix(33, 56, lift)
    const tip = [Math.cos(angle) * reach, height, Math.sin(angle) * reach] as const
    const stem = tube(
      [
        [Math.cos(angle) * 1.2, 18, Math.sin(angle) * 1.2],
        [tip[0] * 0.45, 18 + (height - 18) * 0.7, tip[2] * 0.45],
        tip,
      ],
      0.42,
      stalk,
    )
    return group(
      stem,
      place(
        group(
          place(group(monsteraLeaf(mix(17, 23, noise(at * 4.1) * 0.5 + 0.5), kit)), {
            turn: [mix(104, 52, lift), 0, noise(at * 2.2) * 24],
          }),
        ),
        { at: tip, turn: [0, 90 - turn, 0] },
      ),
    )
  })
  return group(
    lathe(path2('0,0 12.6,0 13.2,0.4 13.4,2.2 13,2.2 12.6,1 0,1'), clay),
    lathe(
      path2('0,1 7.6,1 8.2,1.4 10.2,15.6 10.4,16 11.2,16.1 11.4,16.6 11.5,20 11.2,20.6 10.6,20.5 10.3,18.8 0,18.4'),
      clay,
      { smooth: false },
    ),
    cylinder(10.2, 0.6, kit.foam('#3d2c20'), { at: [0, 18.2, 0] }),
    leaves,
  )
}

/** A heart-shaped leaf with slits that grows along +y from the origin and faces +z. */
function monsteraLeaf(size: number, kit: Kit): Object3D {
  const slit = (share: number) => {
    const wave = Math.abs(((share * 5.2) % 1) - 0.5) * 2
    return 1 - smooth(0.72, 0.98, wave) * 0.5 * smooth(0.1, 0.2, share) * smooth(0.95, 0.82, share)
  }
  const width = (share: number) => Math.sin(Math.min(1, share * 1.04) ** 0.62 * Math.PI) ** 0.75 * 0.47
  const side = (sign: number) =>
    Array.from({ length: 81 }, (_, step) => {
      const share = step / 80
      return [sign * width(share) * slit(share) * size, (share - 0.12) * size] as const
    })
  const shape = outline([...side(1), ...side(-1).reverse()])
  const green = kit.food('#ffffff', { vertexColors: true, roughness: 0.42, clearcoat: 0.35, side: 2 })
  const leaf = plate(shape, 0.25, green, { bevel: 0.06, steps: 1 })
  const positions = leaf.geometry.getAttribute('position')
  for (let at = 0; at < positions.count; at++) {
    const [x, y] = [positions.getX(at), positions.getY(at)]
    positions.setZ(
      at,
      positions.getZ(at) + (y / size) ** 2 * size * 0.3 - Math.abs(x) * 0.22 + (x / size) ** 2 * size * 0.7,
    )
  }
  leaf.geometry.computeVertexNormals()
  tint(leaf, (x, y) =>
    blend(
      ['#2f5b2c', '#42753a', '#57904a'],
      0.45 + noise(x * 0.2, y * 0.2, size) * 0.25 + (Math.abs(x) < 0.35 ? 0.5 : 0),
    ),
  )
  return leaf
}

/** Returns a block of wood with five knives in it. */
export function knifeBlock(kit: Kit): Object3D {
  const walnut = kit.wood('walnut')
  const block = plate(outline(path2('-6,0 9,0 9,7 -1.8,24 -11.5,18')), 13, walnut, { bevel: 0.5, at: [0, 0, -6.5] })
  const knives = repeat(5, (at) => {
    const [row, place2] = [at < 3 ? 0 : 1, at < 3 ? at - 1 : at - 3.5]
    const long = [11.5, 12.5, 11, 10, 9][at] ?? 10
    return place(group(knifeHandle(long, kit)), {
      at: [-8.6 + row * 5, 19.9 + row * 3.1, place2 * 4],
      turn: [0, 0, 32],
    })
  })
  const name = plate(roundedRect(4, 1.5, 0.3), 0.12, kit.brass(), { bevel: 0.04, at: [1, 4, 6.5] })
  return group(block, knives, name)
}

function knifeHandle(length: number, kit: Kit): Object3D {
  const dark = kit.plastic('#232120', { roughness: 0.4 })
  return group(
    box(2.6, 1.7, 0.5, kit.metal('#d4d7da', 0.18), { at: [0, -0.6, 0], radius: 0.1 }),
    box(2.8, 1.5, 1.5, kit.metal('#d4d7da', 0.18), { at: [0, 0.6, 0], radius: 0.35 }),
    stack(
      [
        [2, 1.3, 0.8],
        [3.4, 1.15, 0.85],
        [length * 0.6, 1.2, 0.95],
        [length - 0.6, 1.5, 0.95],
        [length, 1.1, 0.6],
      ],
      dark,
      { square: 3 },
    ),
    box(0.35, length - 2.2, 2, kit.metal('#d4d7da', 0.2), { at: [-1.25, 2, 0], radius: 0.1, turn: [0, 90, 0] }),
    repeat(3, (at) =>
      cylinder(0.26, 2, kit.metal('#d8dadd', 0.2), { turn: [90, 0, 0], at: [0.1, 3.4 + at * (length - 5) * 0.42, -1] }),
    ),
  )
}

/** Returns a chef's knife that lies on its side, tip to the left. */
export function chefKnife(kit: Kit): Object3D {
  const blade = outline(path2('0,0 0,4.6 -4,4.7 -12,4.3 -18,3.1 -21,1.6 -21.4,1.1 -18,0.3 -10,-0.2'))
  return group(
    plate(blade, 0.22, kit.metal('#d6d9dc', 0.16), { bevel: 0.09, turn: [-90, 0, 0], at: [0, 0.6, 0] }),
    place(group(knifeHandle(12, kit)), { turn: [90, 0, -90], at: [-0.6, 0.9, -3] }),
  )
}

/** Returns a stack of three bowls of different blues and one beside it. */
export function bowlSet(_kit: Kit, bowl: (color: string) => Object3D): Object3D {
  const colors = ['#2f4f63', '#54788a', '#86a5ae', '#c3d2d2']
  return group(
    repeat(3, (at) =>
      place(group(bowl(colors[at] ?? '#2f4f63')), { at: [-5 + noise(at) * 0.4, at * 2.5, -3], turn: [0, at * 40, 0] }),
    ),
    place(group(bowl(colors[3] ?? '#c3d2d2')), { at: [7.5, 0, 8.5] }),
  )
}
