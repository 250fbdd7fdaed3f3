import {
  BoxGeometry,
  type BufferGeometry,
  CatmullRomCurve3,
  CurvePath,
  CylinderGeometry,
  DoubleSide,
  Euler,
  ExtrudeGeometry,
  Group,
  LatheGeometry,
  LineCurve3,
  type Material,
  Matrix4,
  Mesh,
  type Object3D,
  Path,
  PlaneGeometry,
  Quaternion,
  Shape,
  SphereGeometry,
  SplineCurve,
  TorusGeometry,
  TubeGeometry,
  Vector2,
  Vector3,
} from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { fitUv, mapInCentimeters } from './uv.ts'

export type Point = readonly [x: number, y: number, z: number]
export type FlatPoint = readonly [x: number, y: number]

/** Where an object goes. */
export interface Placing {
  at?: Point
  /** Degrees around x, y and z. */
  turn?: Point
  scale?: number | Point
}

/** Returns the object, scaled, turned and moved; what has its place already is placed as a whole. */
export function place<T extends Object3D>(object: T, { at = [0, 0, 0], turn = [0, 0, 0], scale = 1 }: Placing): T {
  object.updateMatrix()
  const radians = turn.map((degrees) => (degrees * Math.PI) / 180) as [number, number, number]
  const size = typeof scale === 'number' ? new Vector3(scale, scale, scale) : new Vector3(...scale)
  const placed = new Matrix4().compose(new Vector3(...at), new Quaternion().setFromEuler(new Euler(...radians)), size)
  placed.multiply(object.matrix).decompose(object.position, object.quaternion, object.scale)
  return object
}

/** Returns a group of the objects. */
export function group(...objects: (Object3D | undefined | false)[]): Group {
  const whole = new Group()
  for (const object of objects) if (object) whole.add(object)
  return whole
}

/** Returns `count` objects in a group. */
export function repeat(count: number, make: (index: number) => Object3D | undefined | false): Group {
  return group(...Array.from({ length: count }, (_, index) => make(index)))
}

/** Returns the object and its mirror image to the other side of x = 0. */
export function mirrorX(object: Object3D): Group {
  return group(object, place(group(object.clone()), { scale: [-1, 1, 1] }))
}

/** Returns a product and its companions in one group. */
export function setting(_kit: unknown, product: Object3D, ...companions: (Object3D | undefined | false)[]): Group {
  return group(product, ...companions)
}

function solid(geometry: BufferGeometry, material: Material, placing: Placing = {}): Mesh {
  return place(new Mesh(mapInCentimeters(geometry), material), placing)
}

/** Returns a solid with a point of its own to turn around: geometry is lifted, the mesh is placed. */
function standing(geometry: BufferGeometry, lift: number, material: Material, placing: Placing): Mesh {
  geometry.translate(0, lift, 0)
  return solid(geometry, material, placing)
}

/** Returns a box with round edges that stands on y = 0. */
export function box(
  w: number,
  h: number,
  d: number,
  material: Material,
  { radius = 0.3, ...placing }: Placing & { radius?: number } = {},
): Mesh {
  const round = Math.min(radius, w / 2, h / 2, d / 2)
  const geometry = round > 0.005 ? new RoundedBoxGeometry(w, h, d, 3, round * 0.999) : new BoxGeometry(w, h, d)
  return standing(geometry, h / 2, material, placing)
}

/** Returns a cylinder or cone with beveled edges that stands on y = 0. */
export function cylinder(
  radius: number,
  height: number,
  material: Material,
  {
    top = radius,
    bevel = 0.1,
    sides = 56,
    ...placing
  }: Placing & { top?: number; bevel?: number; sides?: number } = {},
): Mesh {
  if (sides < 16) return standing(new CylinderGeometry(top, radius, height, sides), height / 2, material, placing)
  const b = Math.min(bevel, radius / 2, height / 2, Math.max(top, 0.001))
  const corner = (r: number, y: number, from: number): FlatPoint[] =>
    [0, 1, 2, 3, 4].map((step) => {
      const angle = from + (step / 4) * (Math.PI / 2)
      return [r - b + Math.cos(angle) * b, y + Math.sin(angle) * b]
    })
  const points: FlatPoint[] = [[0, 0], ...corner(radius, b, -Math.PI / 2), ...corner(top, height - b, 0), [0, height]]
  return lathe(points, material, { smooth: false, sides, ...placing })
}

/** Returns a ball that stands on y = 0. */
export function ball(radius: number, material: Material, placing: Placing & { fit?: boolean } = {}): Mesh {
  const geometry = new SphereGeometry(radius, 40, 24)
  geometry.translate(0, radius, 0)
  if (placing.fit) return place(new Mesh(geometry, material), placing)
  return solid(geometry, material, placing)
}

/** Returns what a profile of radius and height makes when it turns around y; smooth: a spline through the points. */
export function lathe(
  profile: readonly FlatPoint[],
  material: Material,
  { smooth = true, sides = 56, ...placing }: Placing & { smooth?: boolean; sides?: number } = {},
): Mesh {
  const points = profile.map(([x, y]) => new Vector2(Math.max(x, 0), y))
  const line = smooth ? new SplineCurve(points).getPoints(profile.length * 6) : points
  for (const point of line) point.x = Math.max(point.x, 0)
  return solid(new LatheGeometry(line, sides), material, placing)
}

/** Returns a round tube along a spline through the points. */
export function tube(
  points: readonly Point[],
  radius: number,
  material: Material,
  { closed = false, steps = points.length * 8, ...placing }: Placing & { closed?: boolean; steps?: number } = {},
): Group {
  const curve = new CatmullRomCurve3(points.map(toVector), closed, 'centripetal')
  const body = solid(new TubeGeometry(curve, steps, radius, 12, closed), material)
  const ends = closed ? [] : [points[0], points.at(-1)].map((end) => joint(end as Point, radius, material))
  return place(group(body, ...ends), placing)
}

/** Returns a round tube of straight pieces with round joints. */
export function pipe(points: readonly Point[], radius: number, material: Material, placing: Placing = {}): Group {
  const path = new CurvePath<Vector3>()
  const pieces = points.slice(1).map((end, index) => {
    const line = new LineCurve3(toVector(points[index] as Point), toVector(end))
    path.add(line)
    return solid(new TubeGeometry(line as never, 1, radius, 20, false), material)
  })
  return place(group(...pieces, ...points.map((point) => joint(point, radius, material))), placing)
}

function joint([x, y, z]: Point, radius: number, material: Material): Mesh {
  return solid(new SphereGeometry(radius, 14, 10), material, { at: [x, y, z] })
}

const toVector = ([x, y, z]: Point) => new Vector3(x, y, z)

/** Returns a ring that lies on y = 0; `radius` is to the middle of its thickness. */
export function ring(radius: number, thickness: number, material: Material, placing: Placing = {}): Mesh {
  const geometry = new TorusGeometry(radius, thickness / 2, 14, 56)
  geometry.rotateX(Math.PI / 2)
  return standing(geometry, thickness / 2, material, placing)
}

/** Returns an upright plate with this outline in x and y; its back is at z = 0. */
export function plate(
  shape: Shape,
  depth: number,
  material: Material,
  { bevel = 0.1, steps = 4, ...placing }: Placing & { bevel?: number; steps?: number } = {},
): Mesh {
  const b = Math.min(bevel, depth / 2)
  const options = { depth: depth - 2 * b, bevelEnabled: b > 0, bevelSize: b, bevelThickness: b, bevelOffset: -b }
  const geometry = new ExtrudeGeometry(shape, { ...options, bevelSegments: steps, curveSegments: 16 })
  geometry.translate(0, 0, b)
  return solid(geometry, material, placing)
}

/** Returns a rectangle with round corners, centered. */
export function roundedRect(w: number, h: number, r: number): Shape {
  const shape = new Shape()
  const radius = Math.min(r, w / 2, h / 2)
  const [x, y] = [w / 2, h / 2]
  shape.moveTo(-x + radius, -y)
  shape.lineTo(x - radius, -y).absarc(x - radius, -y + radius, radius, -Math.PI / 2, 0, false)
  shape.lineTo(x, y - radius).absarc(x - radius, y - radius, radius, 0, Math.PI / 2, false)
  shape.lineTo(-x + radius, y).absarc(-x + radius, y - radius, radius, Math.PI / 2, Math.PI, false)
  shape.lineTo(-x, -y + radius).absarc(-x + radius, -y + radius, radius, Math.PI, Math.PI * 1.5, false)
  return shape
}

/** Returns a closed outline through the points; smooth: as a spline. */
export function outline(points: readonly FlatPoint[], { smooth = false } = {}): Shape {
  const corners = points.map(([x, y]) => new Vector2(x, y))
  if (!smooth) return new Shape(corners)
  const curve = new CatmullRomCurve3(
    points.map(([x, y]) => new Vector3(x, y, 0)),
    true,
    'centripetal',
  )
  return new Shape(curve.getPoints(points.length * 10).map(({ x, y }) => new Vector2(x, y)))
}

/** Returns a circle around a point. */
export function circle(r: number, [x, y]: FlatPoint = [0, 0]): Shape {
  return new Shape().absarc(x, y, r, 0, Math.PI * 2, false) as Shape
}

/** Returns the shape with a hole of the inner shape's form. */
export function hole(shape: Shape, ...inner: Shape[]): Shape {
  for (const one of inner) shape.holes.push(new Path(one.getPoints(24)))
  return shape
}

/** Returns a surface of `surface(u, v)` with u and v from 0 to 1, seen from both sides; textures are w by h cm on it. */
export function cloth(
  w: number,
  h: number,
  surface: (u: number, v: number) => Point,
  material: Material,
  { segments = 36, fit = false, ...placing }: Placing & { segments?: number; fit?: boolean } = {},
): Mesh {
  const geometry = new PlaneGeometry(1, 1, segments, segments)
  const { position, uv } = geometry.attributes
  if (!position || !uv) return new Mesh(geometry, material)
  for (let index = 0; index < position.count; index++) {
    const [u, v] = [uv.getX(index), uv.getY(index)]
    position.setXYZ(index, ...surface(u, v))
    if (!fit) uv.setXY(index, u * w, v * h)
  }
  geometry.computeVertexNormals()
  const both = material.clone()
  both.side = DoubleSide
  return place(new Mesh(geometry, both), placing)
}

/** Returns a flat picture around the origin that faces +z; `bow` cm: bent backwards at its left and right. */
export function panel(
  w: number,
  h: number,
  material: Material,
  { bow = 0, corner = 0, ...placing }: Placing & { bow?: number; corner?: number } = {},
): Mesh {
  if (corner > 0) {
    const geometry = new ExtrudeGeometry(roundedRect(w, h, corner), { depth: 0.01, bevelEnabled: false })
    return place(new Mesh(fitUv(geometry, w, h), material), placing)
  }
  const geometry = new PlaneGeometry(w, h, bow ? 24 : 1, 1)
  const { position } = geometry.attributes
  if (bow && position) {
    for (let index = 0; index < position.count; index++) {
      const across = position.getX(index) / (w / 2)
      position.setZ(index, -bow * across * across)
    }
    geometry.computeVertexNormals()
  }
  return place(new Mesh(geometry, material), placing)
}

/** Returns a label around a cylinder, `angle` degrees wide, with its middle towards +z; it stands on y = 0. */
export function wrap(radius: number, height: number, angle: number, material: Material, placing: Placing = {}): Mesh {
  const arc = (angle * Math.PI) / 180
  const geometry = new CylinderGeometry(radius, radius, height, 64, 1, true, -arc / 2, arc)
  geometry.translate(0, height / 2, 0)
  return place(new Mesh(geometry, material), placing)
}
