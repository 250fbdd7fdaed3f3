import {
  Box3,
  Group,
  type Material,
  Mesh,
  NoToneMapping,
  type Object3D,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  type Texture,
  Vector3,
  WebGLRenderer,
} from 'three'
import { Exposure } from './exposure.ts'
import type { DetailView, View } from './kit/kit.ts'
import { halton, seamlessBackdrop, studioLight, studioSurroundings } from './studio.ts'

const LENS = 22
const DEFAULT_VIEW = { yaw: -28, pitch: 13, fill: 0.8 }

export interface Shot {
  object: Object3D
  view?: View | DetailView | undefined
  stand?: 'floor' | 'air' | 'wall' | undefined
  /** The backdrop's color. */
  backdrop: string
  width: number
  height: number
  /** Pictures that are averaged: each with its own light, lens and pixel offsets. */
  passes: number
  /** Moves the object's middle in the frame: shares of its width and height. */
  shift?: readonly [x: number, y: number] | undefined
}

/** The photographer's studio: one light for all pictures. */
export class Stage {
  readonly #renderer: WebGLRenderer
  readonly #exposure: Exposure
  readonly #surroundings = new Map<string, Texture>()

  constructor() {
    this.#renderer = new WebGLRenderer({
      antialias: false,
      preserveDrawingBuffer: true,
      powerPreference: 'high-performance',
    })
    this.#renderer.toneMapping = NoToneMapping
    this.#renderer.shadowMap.enabled = true
    this.#renderer.shadowMap.type = PCFShadowMap
    this.#exposure = new Exposure(this.#renderer)
  }

  /** Returns a picture as the data URL of a PNG. */
  take(shot: Shot): string {
    const { width, height, passes, view = {}, stand = 'floor' } = shot
    const scene = new Scene()
    scene.environment = this.#surroundingsOf(shot.backdrop)
    scene.environmentIntensity = 0.75
    const light = studioLight(scene)
    const subject = onStage(shot.object, { ...DEFAULT_VIEW, ...view }.yaw, stand)
    scene.add(subject, backdropFor(subject, stand, shot.backdrop))
    const camera = new PerspectiveCamera(LENS, width / height, 0.05, 60)
    const focus = frame(camera, subject, shot)
    this.#renderer.setSize(width, height, false)
    this.#exposure.begin(width, height)
    const aperture = 'zoom' in view ? 0.02 : 0.006
    for (let index = 0; index < passes; index++) {
      aim(camera, { focus, index, aperture, width, height })
      light.move(index, passes)
      this.#exposure.add(scene, camera, 1 / passes)
    }
    this.#exposure.develop()
    camera.clearViewOffset()
    dispose(scene)
    return this.#renderer.domElement.toDataURL('image/png')
  }

  #surroundingsOf(color: string): Texture {
    const known = this.#surroundings.get(color) ?? studioSurroundings(this.#renderer, color)
    this.#surroundings.set(color, known)
    return known
  }
}

/** Returns the object with its longest side 1, standing in the middle of the stage and turned as it is seen. */
function onStage(object: Object3D, yaw: number, stand: Shot['stand']): Group {
  const turned = new Group()
  turned.add(object)
  turned.rotation.y = (-yaw * Math.PI) / 180
  object.traverse((part) => {
    if (!(part instanceof Mesh)) return
    const { transparent, emissiveIntensity = 0, userData } = part.material as Material & { emissiveIntensity?: number }
    part.castShadow = !transparent && !(emissiveIntensity > 1.5) && !userData.noShadow
    part.receiveShadow = true
  })
  const subject = new Group()
  subject.add(turned)
  const bounds = new Box3().setFromObject(object, true)
  const size = bounds.getSize(new Vector3())
  const middle = bounds.getCenter(new Vector3())
  const scale = 1 / Math.max(size.x, size.y, size.z)
  object.position.sub(new Vector3(middle.x, bounds.min.y, stand === 'wall' ? 0 : middle.z))
  subject.scale.setScalar(scale)
  subject.updateMatrixWorld(true)
  return subject
}

function backdropFor(subject: Group, stand: Shot['stand'], color: string): Object3D {
  if (stand === 'floor') return seamlessBackdrop(color)
  // The wall turns with what hangs on it, or floats in front of it.
  const wall = seamlessBackdrop(color, {
    strength: 2,
    wallAt: stand === 'wall' ? -0.001 : -0.2,
    curve: 0.001,
    halfWidth: 9,
  })
  wall.position.y = -5
  const turned = new Group()
  turned.add(wall)
  turned.rotation.y = subject.children[0]?.rotation.y ?? 0
  return turned
}

/** Points the camera so that the subject fills its share of the frame; returns what is in focus. */
function frame(camera: PerspectiveCamera, subject: Group, shot: Shot): { target: Vector3; from: Vector3 } {
  const view = { ...DEFAULT_VIEW, ...shot.view }
  const pitch = (view.pitch * Math.PI) / 180
  const direction = new Vector3(0, Math.sin(pitch), Math.cos(pitch))
  const points = outermost(subject)
  const target = new Box3().setFromPoints(points).getCenter(new Vector3())
  let distance = 4
  for (let round = 0; round < 6; round++) {
    look(camera, target, direction, distance)
    const seen = new Box3().setFromPoints(points.map((point) => point.clone().project(camera)))
    const half = Math.max(seen.max.x - seen.min.x, seen.max.y - seen.min.y) / 2
    const middle = new Vector3(
      (seen.max.x + seen.min.x) / 2,
      (seen.max.y + seen.min.y) / 2,
      target.clone().project(camera).z,
    )
    target.copy(middle.unproject(camera))
    distance *= half / view.fill
  }
  if (shot.view && 'zoom' in shot.view) {
    target.copy(pointOf(subject, shot.view.at))
    distance /= shot.view.zoom
  }
  look(camera, target, direction, distance)
  const [right, up] = shot.shift ?? [0, 0.015]
  const height = 2 * distance * Math.tan((LENS * Math.PI) / 360)
  const offset = new Vector3(-right * height * camera.aspect, -up * height, 0).applyQuaternion(camera.quaternion)
  target.add(offset)
  look(camera, target, direction, distance)
  return { target, from: camera.position.clone() }
}

function look(camera: PerspectiveCamera, target: Vector3, direction: Vector3, distance: number): void {
  camera.up.set(0, direction.y > 0.999 ? 0 : 1, direction.y > 0.999 ? -1 : 0)
  camera.position.copy(target).addScaledVector(direction, distance)
  camera.lookAt(target)
  camera.updateProjectionMatrix()
  camera.updateMatrixWorld(true)
}

/** Returns vertices of the subject in the stage's coordinates, thinned out. */
function outermost(subject: Group): Vector3[] {
  const points: Vector3[] = []
  subject.traverse((part) => {
    if (!(part instanceof Mesh)) return
    const { position } = part.geometry.attributes
    const step = Math.max(1, Math.floor(position.count / 300))
    for (let index = 0; index < position.count; index += step) {
      points.push(new Vector3().fromBufferAttribute(position, index).applyMatrix4(part.matrixWorld))
    }
  })
  return points
}

/** Returns a point of the object's own bounding box on the stage. */
function pointOf(subject: Group, at: DetailView['at']): Vector3 {
  const turned = subject.children[0] as Group
  const bounds = new Box3()
  const { y } = turned.rotation
  turned.rotation.y = 0
  subject.updateMatrixWorld(true)
  bounds.setFromObject(turned, true)
  const size = bounds.getSize(new Vector3())
  const point = bounds.min.clone().add(size.multiply(new Vector3(...at)))
  turned.rotation.y = y
  subject.updateMatrixWorld(true)
  return point.applyAxisAngle(new Vector3(0, 1, 0), y)
}

interface Aim {
  focus: { target: Vector3; from: Vector3 }
  index: number
  aperture: number
  width: number
  height: number
}

/** Moves the lens a little and the picture by a part of a pixel: averaged, edges are smooth and what is far is blurred. */
function aim(camera: PerspectiveCamera, { focus, index, aperture, width, height }: Aim): void {
  const [a, b] = halton(index)
  const [c, d] = halton(index + 37)
  const radius = Math.sqrt(c) * aperture * focus.from.distanceTo(focus.target) * 0.5
  const offset = new Vector3(Math.cos(d * Math.PI * 2) * radius, Math.sin(d * Math.PI * 2) * radius, 0)
  camera.position.copy(focus.from).add(offset.applyQuaternion(camera.quaternion))
  camera.lookAt(focus.target)
  camera.setViewOffset(width, height, a - 0.5, b - 0.5, width, height)
  camera.updateMatrixWorld(true)
}

/** Frees the geometries; materials are shared by all products. */
function dispose(scene: Scene): void {
  scene.traverse((part) => {
    if (part instanceof Mesh) part.geometry.dispose()
    if ('shadow' in part) (part as { dispose?: () => void }).dispose?.()
  })
}
