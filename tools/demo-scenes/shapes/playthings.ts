import {
  type BufferGeometry,
  Float32BufferAttribute,
  IcosahedronGeometry,
  Mesh,
  type MeshPhysicalMaterial,
  type Object3D,
  SphereGeometry,
  Vector3,
} from 'three'
import { mergeVertices } from 'three/examples/jsm/utils/BufferGeometryUtils.js'
import type { Kit } from '../kit/kit.ts'
import {
  ball,
  box,
  circle,
  cylinder,
  group,
  hole,
  lathe,
  mirrorX,
  outline,
  panel,
  place,
  plate,
  repeat,
  ring,
  tube,
} from '../kit/solids.ts'
import { blend, noise, path2, path3, smooth } from './forms.ts'

/** Returns a sitting teddy bear with a bow. */
export function teddy(color: string, bow: string, kit: Kit): Object3D {
  const plush = kit.knit(color, { bumpScale: 0.7 })
  const pale = kit.knit('#e6cfa6', { bumpScale: 0.6 })
  const dark = kit.gloss('#2a1d15')
  const fluffy = (r: number, material = plush, scale: readonly [number, number, number] = [1, 1, 1]) =>
    fuzzyBall(r, material, scale)
  const at = (
    object: Object3D,
    where: readonly [number, number, number],
    turn: readonly [number, number, number] = [0, 0, 0],
  ) => place(group(object), { at: where, turn })
  const head = group(
    at(fluffy(7.4, plush, [1.06, 0.96, 0.98]), [0, 0, 0]),
    at(fluffy(3.3, pale, [1.15, 0.85, 0.95]), [0, -2, 6]),
    at(fluffy(0.95, dark, [1.3, 0.9, 0.8]), [0, -0.6, 9.1]),
    tube(path3('0,-1.2,9.2 0,-2.6,9.1'), 0.14, dark),
    tube(path3('-1.5,-2.6,8.6 -0.8,-3.2,8.8 0,-2.6,9.1 0.8,-3.2,8.8 1.5,-2.6,8.6'), 0.14, dark),
    mirrorX(
      group(
        at(fluffy(2.7, plush, [1, 1, 0.55]), [5.7, 5.6, 0]),
        at(fluffy(1.7, pale, [1, 1, 0.4]), [5.8, 5.6, 1.1]),
        at(fluffy(0.72, dark, [1, 1, 0.7]), [2.5, 1.3, 6.75]),
      ),
    ),
  )
  const arm = at(fluffy(2.7, plush, [1, 2.1, 1]), [8.6, 12.4, 1.6], [-26, 0, 38])
  const leg = group(
    at(fluffy(3.3, plush, [1, 1, 1.9]), [6, 3.3, 7], [4, 24, 0]),
    at(fluffy(3.1, plush, [1, 1.15, 0.7]), [8, 4, 12.8], [-12, 24, 0]),
    at(fluffy(2.1, pale, [1, 1.15, 0.3]), [8.6, 4, 14.4], [-12, 24, 0]),
  )
  const ribbon = kit.fabric(bow)
  return group(
    at(fluffy(7.6, plush, [1, 1.16, 0.92]), [0, 8.6, 0]),
    at(fluffy(5.2, pale, [0.9, 1, 0.5]), [0, 7.4, 5.3], [-4, 0, 0]),
    at(head, [0, 22.6, 1], [6, -6, 3]),
    mirrorX(arm),
    mirrorX(leg),
    place(ring(4.9, 1.1, ribbon), { at: [0, 15.7, 1.2], turn: [10, 0, 0], scale: [1, 1.4, 1] }),
    mirrorX(place(group(fuzzyBall(1.9, ribbon, [1.25, 0.8, 0.4])), { at: [2.4, 15.4, 6.6], turn: [0, -18, 16] })),
    at(fluffy(0.8, ribbon, [1, 1, 0.8]), [0, 15.4, 6.8]),
  )
}

/** Returns a ball around the origin with the slight unevenness of plush. */
function fuzzyBall(
  radius: number,
  material: ReturnType<Kit['knit']>,
  [sx, sy, sz]: readonly [number, number, number],
): Mesh {
  const geometry = new SphereGeometry(radius, 72, 54)
  const positions = geometry.getAttribute('position')
  const uv = geometry.getAttribute('uv')
  for (let at = 0; at < positions.count; at++) {
    const point = new Vector3().fromBufferAttribute(positions, at)
    const out =
      1 +
      noise(point.x * 3, point.y * 3, point.z * 3) * 0.012 +
      noise(point.x * 0.7, point.y * 0.7, point.z * 0.7) * 0.02
    positions.setXYZ(at, point.x * out * sx, point.y * out * sy, point.z * out * sz)
    uv.setXY(at, uv.getX(at) * radius * 6.3, uv.getY(at) * radius * 3.1)
  }
  geometry.computeVertexNormals()
  return new Mesh(geometry, material)
}

const BLOCK_COLORS = ['#c8553d', '#e0a53a', '#3f7f86', '#7d9b5a', '#e8d5b0', '#5a6f9c']

/** Returns a wooden block: a cube, plank, pillar, arch or roof. */
export function block(kind: 'cube' | 'plank' | 'pillar' | 'arch' | 'roof', color: number, kit: Kit): Object3D {
  const paint =
    color < 0
      ? kit.wood('birch')
      : kit.gloss(BLOCK_COLORS[color % BLOCK_COLORS.length] ?? '#ffffff', { roughness: 0.55, clearcoat: 0.25 })
  if (kind === 'cube') return box(4, 4, 4, paint, { radius: 0.35 })
  if (kind === 'plank') return box(12, 2, 4, paint, { radius: 0.35 })
  if (kind === 'pillar') return cylinder(1.9, 8, paint, { bevel: 0.35 })
  const arc = Array.from(
    { length: 17 },
    (_, at) => [Math.cos(Math.PI - (at / 16) * Math.PI) * 2.4, Math.sin((at / 16) * Math.PI) * 2.4] as const,
  )
  if (kind === 'arch')
    return plate(outline([[-6, 0], ...arc, [6, 0], [6, 5], [-6, 5]]), 4, paint, { bevel: 0.3, at: [0, 0, -2] })
  return plate(outline(path2('-4.2,0 4.2,0 0,4')), 4, paint, { bevel: 0.35, at: [0, 0, -2] })
}

/** Returns a castle of blocks. */
export function blockCastle(kit: Kit): Object3D {
  const put = (kind: Parameters<typeof block>[0], color: number, at: readonly [number, number, number], turn = 0) =>
    place(group(block(kind, color, kit)), { at, turn: [0, turn, 0] })
  return group(
    put('arch', 0, [0, 0, 0]),
    put('cube', 2, [-8, 0, 0], 3),
    put('cube', 1, [8, 0, 0], -4),
    put('cube', 4, [-8, 4, 0], -5),
    put('cube', 3, [8, 4, 0], 6),
    put('plank', -1, [0, 5, 0], 1),
    put('pillar', 2, [-3.4, 7, 0]),
    put('pillar', 3, [3.4, 7, 0]),
    put('plank', 1, [0, 15, 0], -2),
    put('roof', 0, [0, 17, 0], 2),
    put('roof', 5, [-8, 8, 0], 4),
    put('roof', 5, [8, 8, 0], -6),
    put('cube', -1, [-6, 0, 8], 24),
    put('roof', 3, [1, 0, 9], -30),
    put('pillar', 0, [9.4, 0, 8]),
    put('cube', 5, [14, 0, 3.6], 14),
    put('cube', -1, [9.4, 8, 8], 33),
    place(put('pillar', 1, [0, 0, 0]), { at: [-13, 1.9, 8], turn: [90, 0, 40] }),
  )
}

/** Returns a wheel of a toy, standing, with its axle along z. */
const wheel = (radius: number, color: string, kit: Kit) =>
  place(
    group(
      cylinder(radius, 1, kit.gloss(color, { roughness: 0.5 }), { bevel: 0.25 }),
      cylinder(radius * 0.35, 1.25, kit.wood('birch'), { bevel: 0.15 }),
    ),
    { turn: [90, 0, 0] },
  )

/** Returns a wooden railway engine with two wagons on a curved track. */
export function trainSet(kit: Kit): Object3D {
  const birch = kit.wood('birch')
  const red = kit.gloss('#b9402f', { roughness: 0.5, clearcoat: 0.4 })
  const blue = kit.gloss('#2f5d78', { roughness: 0.5, clearcoat: 0.4 })
  const dark = kit.gloss('#2c2f33', { roughness: 0.5 })
  const wheels = (xs: readonly number[], radius: number, color: string) =>
    repeat(xs.length * 2, (at) =>
      place(group(wheel(radius, color, kit)), { at: [xs[at >> 1] ?? 0, radius, at % 2 ? 2.2 : -3.2] }),
    )
  const engine = group(
    box(11, 1.4, 4.6, birch, { at: [0, 1.4, 0], radius: 0.4 }),
    place(cylinder(2.1, 6.4, blue, { bevel: 0.4 }), { turn: [0, 0, 90], at: [1.4, 4.8, 0] }),
    place(cylinder(1.7, 0.5, kit.brass(), { bevel: 0.2 }), { turn: [0, 0, 90], at: [-4.7, 4.8, 0] }),
    box(4.2, 5.2, 4.6, red, { at: [3.2, 2.6, 0], radius: 0.5 }),
    box(5.4, 0.9, 5.6, dark, { at: [3.2, 7.7, 0], radius: 0.4 }),
    box(2, 1.8, 4.8, kit.plastic('#f3e6c4'), { at: [3.2, 5.1, 0], radius: 0.3 }),
    lathe(path2('0,6 0.75,6 0.8,8 1.25,8.8 1.2,9.3 0,9.2'), dark, { at: [-3, 0, 0] }),
    ball(0.85, kit.brass(), { at: [-0.4, 6.4, 0] }),
    wheels([-3.4, 3.4], 1.9, '#b9402f'),
    wheels([0.2], 1.5, '#b9402f'),
  )
  const wagon = (color: string, load: Object3D) =>
    group(
      box(9, 1.4, 4.4, birch, { at: [0, 1.4, 0], radius: 0.4 }),
      box(8.6, 1.6, 4.4, kit.gloss(color, { roughness: 0.5 }), { at: [0, 2.7, 0], radius: 0.4 }),
      wheels([-2.6, 2.6], 1.5, '#e0a53a'),
      load,
    )
  const logs = repeat(5, (at) =>
    place(cylinder(1, 7.6, kit.wood(at % 2 ? 'oak' : 'cherry'), { bevel: 0.15 }), {
      turn: [0, 0, 90],
      at: [3.8, at > 2 ? 6.1 : 4.9, (at > 2 ? at - 3.5 : at - 1) * 1.7],
    }),
  )
  const cubes = repeat(3, (at) =>
    box(2.4, 2.4, 2.6, kit.gloss(BLOCK_COLORS[at + 1] ?? '#ffffff', { roughness: 0.5 }), {
      at: [(at - 1) * 2.7, 4.1, 0],
      radius: 0.3,
    }),
  )
  const onTrack = (object: Object3D, degrees: number) => {
    const angle = (degrees * Math.PI) / 180
    return place(group(object), { at: [Math.sin(angle) * 24, 1.6, Math.cos(angle) * 24 - 8], turn: [0, degrees, 0] })
  }
  return group(
    track(kit),
    onTrack(engine, -36),
    onTrack(wagon('#7d9b5a', logs), -4),
    onTrack(wagon('#c8553d', cubes), 26),
    trackTrees(kit),
  )
}

function track(kit: Kit): Object3D {
  const birch = kit.wood('pine')
  const arc = (radius: number) => circle(radius)
  const rings = (
    [
      [27.2, 20.8, 1.1, 0],
      [27.2, 26, 1.6, 0],
      [24.9, 23.1, 1.6, 0],
      [22, 20.8, 1.6, 0],
    ] as const
  ).map(([outer, inner, height]) =>
    plate(hole(arc(outer), arc(inner)), height, birch, { bevel: 0.2, turn: [-90, 0, 0], at: [0, 0, -8] }),
  )
  const gaps = repeat(8, (at) =>
    place(group(box(0.16, 1.66, 6.5, kit.plastic('#7d5a33'), { at: [24, 0, 0], radius: 0.02 })), {
      at: [0, 0, -8],
      turn: [0, at * 45 + 12, 0],
    }),
  )
  gaps.traverse((part) => {
    if (part instanceof Mesh) part.rotation.y = Math.PI / 2
  })
  return group(...rings, gaps)
}

const trackTrees = (kit: Kit) =>
  repeat(3, (at) =>
    place(
      group(
        cylinder(0.7, 4, kit.wood('walnut')),
        cylinder(3.4, 6, kit.gloss('#5f8552', { roughness: 0.6 }), { top: 0.6, at: [0, 3, 0] }),
        cylinder(2.6, 5, kit.gloss('#6d9560', { roughness: 0.6 }), { top: 0.3, at: [0, 6.4, 0] }),
      ),
      { at: [[-5, 4, 0][at] ?? 0, 0, [-8, -12, -3][at] ?? 0], scale: 0.9 + at * 0.15 },
    ),
  )

/** Returns a small robot with a round face and cards to program it. */
export function codingRobot(kit: Kit): Object3D {
  const white = kit.gloss('#f0ede6', { roughness: 0.4 })
  const teal = kit.gloss('#3f8f94', { roughness: 0.4 })
  const dark = kit.rubber('#2a2d31')
  const face = kit.screen(640, 420, drawFace, 'robot face')
  return group(
    mirrorX(
      group(
        place(cylinder(4.2, 3, dark, { bevel: 0.6 }), { turn: [0, 0, -90], at: [6, 4.2, 0] }),
        place(cylinder(2.4, 3.3, teal, { bevel: 0.3 }), { turn: [0, 0, -90], at: [6, 4.2, 0] }),
        tube(path3('6.4,13.6,0 9,12.4,1 9.4,9.4,2.4'), 1, dark),
        ball(1.6, teal, { at: [9.4, 7, 2.8] }),
        place(group(cylinder(1.6, 1.2, teal, { bevel: 0.3 })), { turn: [0, 0, -90], at: [6.8, 21, 0] }),
      ),
    ),
    box(13, 12, 10.4, white, { radius: 3, at: [0, 4.4, 0] }),
    box(7.6, 4.4, 0.5, teal, { radius: 0.6, at: [0, 8, 5] }),
    repeat(3, (at) =>
      place(cylinder(0.8, 0.5, kit.gloss(['#d9573f', '#e6b13f', '#f3efe6'][at] ?? '#ffffff'), { bevel: 0.15 }), {
        turn: [90, 0, 0],
        at: [(at - 1) * 2.2, 10.2, 5.4],
      }),
    ),
    cylinder(2.2, 1.4, dark, { at: [0, 16, 0] }),
    box(14.4, 10.6, 10.6, white, { radius: 3.4, at: [0, 16.8, 0] }),
    box(11.6, 7.6, 0.8, kit.gloss('#14171b'), { radius: 0.4, at: [0, 18.4, 4.8] }),
    panel(10.8, 6.9, face, { at: [0, 22.2, 5.64], corner: 1.6 }),
    cylinder(0.35, 3.4, kit.metal(), { at: [0, 27.2, 0] }),
    ball(1, kit.glow('#f2a33a', 1.2), { at: [0, 30.2, 0] }),
    repeat(4, (at) =>
      place(
        box(
          5,
          0.25,
          5,
          kit.picture(256, 256, (context, w, h) => drawCard(context, w, h, at), { key: `robot card ${at}` }),
          { radius: 0.1 },
        ),
        { at: [-9 + at * 5.7, 0, 11 + (at % 2) * 0.7], turn: [0, at * 7 - 9, 0] },
      ),
    ),
  )
}

function drawFace(context: CanvasRenderingContext2D, w: number, h: number): void {
  context.fillStyle = '#0d1114'
  context.fillRect(0, 0, w, h)
  context.fillStyle = '#6fe0d8'
  for (const x of [0.3, 0.7]) {
    context.beginPath()
    context.ellipse(w * x, h * 0.42, w * 0.075, h * 0.17, 0, 0, Math.PI * 2)
    context.fill()
  }
  context.strokeStyle = '#6fe0d8'
  context.lineWidth = h * 0.05
  context.lineCap = 'round'
  context.beginPath()
  context.arc(w / 2, h * 0.6, w * 0.11, 0.35, Math.PI - 0.35)
  context.stroke()
}

function drawCard(context: CanvasRenderingContext2D, w: number, h: number, kind: number): void {
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, w, h)
  context.fillStyle = ['#d9573f', '#3f8f94', '#e6b13f', '#7d9b5a'][kind] ?? '#333333'
  context.fillRect(w * 0.06, h * 0.06, w * 0.88, h * 0.88)
  context.translate(w / 2, h / 2)
  context.rotate((kind * Math.PI) / 2)
  context.fillStyle = '#ffffff'
  context.beginPath()
  for (const [x, y] of path2('0,-0.3 0.26,0 0.09,0 0.09,0.3 -0.09,0.3 -0.09,0 -0.26,0')) context.lineTo(x * w, y * h)
  context.fill()
}

/** Returns a football of 32 stitched panels around its middle, standing on y = 0. */
export function football(kit: Kit, radius = 11): Object3D {
  const geometry = new IcosahedronGeometry(radius, 48)
  const leather = kit.gloss('#ffffff', { vertexColors: true, roughness: 0.42, clearcoat: 0.5 })
  const pentagons = pentagonCenters()
  const hexagons = hexagonCenters(pentagons)
  const positions = geometry.getAttribute('position')
  const colors: number[] = []
  for (let at = 0; at < positions.count; at++) {
    const point = new Vector3().fromBufferAttribute(positions, at).normalize()
    const five = Math.max(...pentagons.map((center) => center.dot(point)))
    const six = hexagons.map((center) => center.dot(point)).sort((one, two) => two - one)
    const [fiveAngle, first, second] = [
      Math.acos(Math.min(1, five)) * 1.163,
      Math.acos(Math.min(1, six[0] ?? 0)),
      Math.acos(Math.min(1, six[1] ?? 0)),
    ]
    const inFive = fiveAngle < first
    const edge = inFive ? first - fiveAngle : Math.min(fiveAngle - first, second - first)
    const seam = 1 - smooth(0.004, 0.05, edge)
    const out = radius * (1 - seam * 0.018)
    positions.setXYZ(at, point.x * out, point.y * out, point.z * out)
    const color = blend(inFive ? ['#22303a', '#141b20'] : ['#f4f1ea', '#9f9b92'], smooth(0.55, 1, seam))
    colors.push(color.r, color.g, color.b)
  }
  return place(group(smoothMesh(geometry, colors, leather)), { at: [0, radius, 0], turn: [18, 24, 8] })
}

function smoothMesh(geometry: BufferGeometry, colors: number[], material: MeshPhysicalMaterial): Mesh {
  geometry.setAttribute('color', new Float32BufferAttribute(colors, 3))
  geometry.deleteAttribute('normal')
  geometry.deleteAttribute('uv')
  const merged = mergeVertices(geometry, 1e-3)
  merged.computeVertexNormals()
  const points = merged.getAttribute('position')
  const uv = Array.from({ length: points.count }, (_, at) => [points.getX(at), points.getY(at)]).flat()
  merged.setAttribute('uv', new Float32BufferAttribute(uv, 2))
  return new Mesh(merged, material)
}

function pentagonCenters(): Vector3[] {
  const golden = (1 + Math.sqrt(5)) / 2
  const signs = [-1, 1]
  return signs
    .flatMap((a) =>
      signs.flatMap((b) => [
        new Vector3(0, a, b * golden),
        new Vector3(a, b * golden, 0),
        new Vector3(b * golden, 0, a),
      ]),
    )
    .map((center) => center.normalize())
}

/** The 20 centers of triangles of neighboring pentagons. */
function hexagonCenters(pentagons: readonly Vector3[]): Vector3[] {
  const near = (one: Vector3, two: Vector3) => one.dot(two) > 0.4 && one.dot(two) < 0.5
  return pentagons.flatMap((a, i) =>
    pentagons.slice(i + 1).flatMap((b, j) =>
      pentagons
        .slice(i + j + 2)
        .filter((c) => near(a, b) && near(b, c) && near(a, c))
        .map((c) => a.clone().add(b).add(c).normalize()),
    ),
  )
}
