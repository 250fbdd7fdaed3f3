import {
  BufferGeometry,
  CatmullRomCurve3,
  Color,
  Float32BufferAttribute,
  type Material,
  Mesh,
  type Object3D,
  Vector3,
} from 'three'
import { mergeVertices } from 'three/examples/jsm/utils/BufferGeometryUtils.js'
import type { FlatPoint, Point } from '../kit/solids.ts'

/** A number between `from` and `to`. */
export const mix = (from: number, to: number, share: number) => from + (to - from) * share

/** Returns 0 below `from`, 1 above `to`, and a smooth curve between. */
export function smooth(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

/** Returns smooth noise from -1 to 1. */
export function noise(x: number, y = 0, z = 0): number {
  const floor = [Math.floor(x), Math.floor(y), Math.floor(z)] as const
  const [u, v, w] = [x - floor[0], y - floor[1], z - floor[2]].map((rest) => rest * rest * (3 - 2 * rest)) as [
    number,
    number,
    number,
  ]
  const corner = (i: number, j: number, k: number) => lattice(floor[0] + i, floor[1] + j, floor[2] + k)
  const edge = (j: number, k: number) => mix(corner(0, j, k), corner(1, j, k), u)
  return mix(mix(edge(0, 0), edge(1, 0), v), mix(edge(0, 1), edge(1, 1), v), w) * 2 - 1
}

function lattice(x: number, y: number, z: number): number {
  const mixed = Math.sin(x * 127.1 + y * 311.7 + z * 74.7) * 43758.5453
  return mixed - Math.floor(mixed)
}

/** Returns the value at `share` (0 to 1) of a smooth line through evenly spaced values. */
export function along(values: readonly number[], share: number): number {
  const place = Math.min(0.99999, Math.max(0, share)) * (values.length - 1)
  const index = Math.floor(place)
  const [a, b, c, d] = [index - 1, index, index + 1, index + 2].map(
    (at) => values[Math.min(values.length - 1, Math.max(0, at))] ?? 0,
  ) as [number, number, number, number]
  const t = place - index
  return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)
}

interface LoftOptions {
  /** The rings are closed (default), or strips. */
  open?: boolean
  /** Closes the first and the last ring with a flat face. */
  caps?: boolean
}

/** Returns a skin over rings of equally many points; closed ones face outwards, whichever way the rings go round. */
export function loft(rings: readonly (readonly Point[])[], material: Material, options: LoftOptions = {}): Mesh {
  const { open = false, caps = false } = options
  const width = rings[0]?.length ?? 0
  const columns = open ? width : width + 1
  const [positions, uvs, index]: [number[], number[], number[]] = [[], [], []]
  let travelled = 0
  for (const [row, ring] of rings.entries()) {
    const before = rings[row - 1]?.[0]
    if (before && ring[0]) travelled += distance(before, ring[0])
    let around = 0
    for (let column = 0; column < columns; column++) {
      const point = ring[column % width] ?? [0, 0, 0]
      const last = ring[(column + width - 1) % width]
      if (column > 0 && last) around += distance(last, point)
      positions.push(...point)
      uvs.push(around, travelled)
      if (row === 0 || column === 0) continue
      const [here, under] = [row * columns + column, (row - 1) * columns + column]
      index.push(under - 1, under, here, under - 1, here, here - 1)
    }
  }
  if (caps) for (const end of [0, rings.length - 1]) addCap(rings[end] ?? [], end === 0, { positions, uvs, index })
  if (!open && facesInwards(positions, index)) index.reverse()
  return new Mesh(geometryOf(positions, uvs, index, columns, open ? 0 : rings.length), material)
}

/** Whether the volume inside the triangles is negative, measured from their center. */
function facesInwards(positions: readonly number[], index: readonly number[]): boolean {
  const point = (at: number) => new Vector3(positions[at * 3], positions[at * 3 + 1], positions[at * 3 + 2])
  const center = new Vector3()
  const count = positions.length / 3
  for (let at = 0; at < count; at++) center.addScaledVector(point(at), 1 / count)
  let volume = 0
  for (let at = 0; at < index.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => point(index[at + corner] ?? 0).sub(center)) as [
      Vector3,
      Vector3,
      Vector3,
    ]
    volume += a.dot(b.cross(c))
  }
  return volume < 0
}

function addCap(
  ring: readonly Point[],
  reversed: boolean,
  { positions, uvs, index }: { positions: number[]; uvs: number[]; index: number[] },
): void {
  const first = positions.length / 3
  const center = [0, 1, 2].map((axis) => ring.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / ring.length)
  for (const point of [center, ...ring]) {
    positions.push(point[0] ?? 0, point[1] ?? 0, point[2] ?? 0)
    uvs.push(point[0] ?? 0, (point[1] ?? 0) + (point[2] ?? 0))
  }
  for (let at = 0; at < ring.length; at++) {
    const [one, two] = [first + 1 + at, first + 1 + ((at + 1) % ring.length)]
    index.push(...(reversed ? [first, two, one] : [first, one, two]))
  }
}

/** Normals of the seam, where the texture begins anew, are averaged. */
function geometryOf(positions: number[], uvs: number[], index: number[], columns: number, rows: number) {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3))
  geometry.setAttribute('uv', new Float32BufferAttribute(uvs, 2))
  geometry.setIndex(index)
  geometry.computeVertexNormals()
  const normals = geometry.getAttribute('normal')
  for (let row = 0; row < rows; row++) {
    const [first, last] = [row * columns, row * columns + columns - 1]
    const sum = new Vector3(normals.getX(first), normals.getY(first), normals.getZ(first))
    sum.add(new Vector3(normals.getX(last), normals.getY(last), normals.getZ(last))).normalize()
    for (const at of [first, last]) normals.setXYZ(at, sum.x, sum.y, sum.z)
  }
  return geometry
}

function distance(one: Point, two: Point): number {
  return Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2])
}

interface OvalOptions {
  /** 2 is an ellipse; larger numbers come closer to a rectangle. */
  square?: number
  count?: number
  at?: Point
  /** Moves each point outwards by that many centimeters; the angle is in radians. */
  swell?: (angle: number) => number
}

/** Returns a level ring of half-widths `x` and `z`, for `loft` from below to above. */
export function oval(x: number, z: number, options: OvalOptions = {}): Point[] {
  const { square = 2, count = 64, at = [0, 0, 0], swell = () => 0 } = options
  return Array.from({ length: count }, (_, place): Point => {
    const angle = (-place / count) * Math.PI * 2
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const reach = (Math.abs(cos) ** square + Math.abs(sin) ** square) ** (-1 / square)
    const out = 1 + swell(angle) / Math.max(0.1, Math.hypot(x * cos, z * sin))
    return [at[0] + x * reach * cos * out, at[1], at[2] + z * reach * sin * out]
  })
}

/** Returns a form of level ovals: `sections` are `[height, half-width, half-depth]`, rounded between by a spline. */
export function stack(
  sections: readonly (readonly [y: number, x: number, z: number])[],
  material: Material,
  options: Omit<OvalOptions, 'at' | 'swell'> & {
    steps?: number
    caps?: boolean
    bend?: (share: number) => readonly [x: number, z: number]
    swell?: (angle: number, share: number) => number
  } = {},
): Mesh {
  const { steps = 48, caps = true, bend = () => [0, 0], swell, ...oneOval } = options
  const column = (axis: 0 | 1 | 2) => sections.map((section) => section[axis])
  const rings = Array.from({ length: steps + 1 }, (_, step) => {
    const share = step / steps
    const [x, z] = bend(share)
    return oval(Math.max(0.01, along(column(1), share)), Math.max(0.01, along(column(2), share)), {
      ...oneOval,
      at: [x, along(column(0), share), z],
      ...(swell && { swell: (angle: number) => swell(angle, share) }),
    })
  })
  return loft(rings, material, { caps })
}

/** Returns a pillow on y = 0: thick in the middle, thin along its seam. */
export function pillow(
  [width, height, depth]: Point,
  material: Material,
  { square = 5, puff = 0.5, wrinkle = 0 }: { square?: number; puff?: number; wrinkle?: number } = {},
): Mesh {
  const steps = 28
  const rings = Array.from({ length: steps + 1 }, (_, step) => {
    const angle = (step / steps - 0.5) * Math.PI
    const reach = Math.abs(Math.cos(angle)) ** puff
    const y = (Math.sin(angle) * 0.5 + 0.5) * height
    const swell = (around: number) => noise(Math.cos(around) * 3 + 9, Math.sin(around) * 3, y) * wrinkle
    return oval(Math.max(0.02, (width / 2) * reach), Math.max(0.02, (depth / 2) * reach), {
      square: mix(2, square, reach ** 2),
      at: [0, y, 0],
      swell,
      count: 96,
    })
  })
  return loft(rings, material, { caps: true })
}

/** Returns a band of `width` along a smooth line; `across` is the direction of its width. */
export function band(
  points: readonly Point[],
  [width, thickness]: readonly [width: number, thickness: number],
  material: Material,
  { across = [1, 0, 0], closed = false }: { across?: Point; closed?: boolean } = {},
): Mesh {
  const curve = new CatmullRomCurve3(
    points.map((point) => new Vector3(...point)),
    closed,
  )
  const steps = Math.max(24, points.length * 10)
  const side = new Vector3(...across).normalize()
  const rings = Array.from({ length: steps + 1 }, (_, step) => {
    const center = curve.getPointAt(step / steps)
    const up = new Vector3().crossVectors(curve.getTangentAt(step / steps), side).normalize()
    return oval(width / 2, thickness / 2, { square: 6, count: 24 }).map(([x, , z]): Point => {
      const point = center.clone().addScaledVector(side, x).addScaledVector(up, z)
      return [point.x, point.y, point.z]
    })
  })
  return loft(rings, material, { caps: !closed })
}

/** Moves every point of every mesh in `object` and lights it anew; the object must not be placed or turned yet. */
export function warp<T extends Object3D>(object: T, move: (x: number, y: number, z: number) => Point): T {
  object.updateMatrixWorld(true)
  object.traverse((part) => {
    if (!(part instanceof Mesh)) return
    const geometry = part.geometry.clone().applyMatrix4(part.matrixWorld) as BufferGeometry
    const positions = geometry.getAttribute('position')
    for (let at = 0; at < positions.count; at++) {
      positions.setXYZ(at, ...move(positions.getX(at), positions.getY(at), positions.getZ(at)))
    }
    geometry.deleteAttribute('normal')
    const merged = mergeVertices(geometry, 1e-3)
    merged.computeVertexNormals()
    part.geometry = merged
  })
  object.traverse((part) => {
    part.position.set(0, 0, 0)
    part.rotation.set(0, 0, 0)
    part.scale.set(1, 1, 1)
    part.updateMatrix()
  })
  return object
}

/** Colors every point of a mesh whose material has `vertexColors`; positions as built. */
export function tint(mesh: Mesh, colorAt: (x: number, y: number, z: number) => Color): Mesh {
  const positions = mesh.geometry.getAttribute('position')
  const colors = new Float32Array(positions.count * 3)
  for (let at = 0; at < positions.count; at++) {
    const color = colorAt(positions.getX(at), positions.getY(at), positions.getZ(at))
    colors.set([color.r, color.g, color.b], at * 3)
  }
  mesh.geometry.setAttribute('color', new Float32BufferAttribute(colors, 3))
  return mesh
}

/** Returns a color between others: `share` from 0 (the first) to 1 (the last). */
export function blend(colors: readonly string[], share: number): Color {
  const place = Math.min(0.9999, Math.max(0, share)) * (colors.length - 1)
  const index = Math.floor(place)
  return new Color(colors[index]).lerp(new Color(colors[index + 1] ?? colors[index]), place - index)
}

/** Returns the points of a list like that of an SVG polyline: `0,0 3.2,0.5`. */
export const path2 = (list: string) => numbers(list) as unknown as readonly FlatPoint[]

/** Returns points in space of a list like `0,0,0 3.2,0.5,1`. */
export const path3 = (list: string) => numbers(list) as unknown as readonly Point[]

const numbers = (list: string) => list.split(' ').map((point) => point.split(',').map(Number))

/** Returns the point on the straight line between the points at the indexes around `place`. */
export function between(rows: readonly Point[], place: number): Point {
  const index = Math.min(rows.length - 2, Math.floor(place))
  const [one = [0, 0, 0], two = [0, 0, 0]] = [rows[index], rows[index + 1]]
  const at = (axis: 0 | 1 | 2) => mix(one[axis], two[axis], place - index)
  return [at(0), at(1), at(2)]
}
