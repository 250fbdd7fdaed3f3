import {
  BackSide,
  BoxGeometry,
  BufferGeometry,
  DirectionalLight,
  Float32BufferAttribute,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  ShaderChunk,
  type Texture,
  Vector3,
  type WebGLRenderer,
} from 'three'

/** Of the surroundings' light, this share falls on rough surfaces: the rest comes from lights that cast shadows. */
const SOFT_SHARE = 0.22
ShaderChunk.lights_fragment_maps = ShaderChunk.lights_fragment_maps.replace(
  'iblIrradiance += getIBLIrradiance( geometryNormal );',
  `iblIrradiance += ${SOFT_SHARE} * getIBLIrradiance( geometryNormal );`,
)

const SHADOW_SIDE = 768
/** The stage is this wide and deep around an object of size 1. */
const SHADOW_REACH = 1.5
const KEY = { intensity: 2.35, color: '#fff6ea', from: new Vector3(-0.62, 1.05, 0.72), softness: 0.24, blur: 4 }
const SKY = { intensity: 1.55, color: '#f4f7ff', lowest: 0.2, blur: 9 }
/** The share of exposures that the main light gets. */
const KEY_SHARE = 0.36

export interface StudioLight {
  /** Moves the light to its place in exposure `index` of `count`. */
  move(index: number, count: number): void
}

/**
 * Returns the light: in some exposures the main light, in the others a part of the sky, somewhere else in each, so that
 * their sum has soft shadows. One light an exposure costs half of two.
 */
export function studioLight(scene: Scene): StudioLight {
  const light = shadowLight()
  scene.add(light, light.target)
  const move = (index: number, count: number) => {
    const keys = Math.max(1, Math.round(count * KEY_SHARE))
    const skies = Math.max(1, count - keys)
    if (index < keys) {
      light.color.set(KEY.color)
      light.intensity = (KEY.intensity * count) / keys
      light.shadow.radius = KEY.blur
      placeKey(light, index)
    } else {
      light.color.set(SKY.color)
      light.intensity = (SKY.intensity * count) / skies
      light.shadow.radius = SKY.blur
      placeSky(light, index - keys, skies)
    }
  }
  return { move }
}

function placeKey(light: DirectionalLight, index: number): void {
  const [a, b] = halton(index)
  const angle = a * Math.PI * 2
  const off = Math.sqrt(b) * KEY.softness
  light.position.copy(KEY.from).normalize()
  light.position.x += Math.cos(angle) * off
  light.position.y += Math.sin(angle) * off * 0.6
  light.position.z -= Math.sin(angle) * off * 0.6
  light.position.multiplyScalar(4)
}

/** The whole sky once: even steps of height, turned by the golden angle. */
function placeSky(light: DirectionalLight, index: number, count: number): void {
  const up = SKY.lowest + ((1 - SKY.lowest) * (index + 0.5)) / count
  const turn = index * 2.399963 + 0.8
  const flat = Math.sqrt(1 - up * up)
  light.position.set(Math.cos(turn) * flat, up, Math.sin(turn) * flat).multiplyScalar(4)
}

function shadowLight(): DirectionalLight {
  const light = new DirectionalLight()
  light.castShadow = true
  light.shadow.mapSize.set(SHADOW_SIDE, SHADOW_SIDE)
  light.shadow.bias = -0.0008
  light.shadow.normalBias = 0.008
  const reach = SHADOW_REACH
  Object.assign(light.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.5, far: 9 })
  light.target.position.set(0, 0.4, 0)
  return light
}

/** Returns two numbers from 0 to 1 that spread evenly over the first indices (Halton, bases 2 and 3). */
export function halton(index: number): [number, number] {
  return [radicalInverse(index + 1, 2), radicalInverse(index + 1, 3)]
}

function radicalInverse(index: number, base: number): number {
  let [result, fraction, rest] = [0, 1 / base, index]
  while (rest > 0) {
    result += fraction * (rest % base)
    rest = Math.floor(rest / base)
    fraction /= base
  }
  return result
}

/** Returns what shiny surfaces reflect: a room with soft boxes, whose floor has the backdrop's color. */
export function studioSurroundings(renderer: WebGLRenderer, floor: string): Texture {
  const room = new Scene()
  const wall = (color: string, strength: number) => {
    const material = new MeshBasicMaterial({ color, side: BackSide })
    material.color.multiplyScalar(strength)
    return material
  }
  const sides = [
    wall('#fff', 0.26),
    wall('#fff', 0.34),
    wall('#fff', 0.8),
    wall(floor, 0.62),
    wall('#fff', 0.3),
    wall('#fff', 0.4),
  ]
  room.add(new Mesh(new BoxGeometry(12, 8, 12), sides))
  const softBox = (w: number, h: number, strength: number, at: Vector3) => {
    const material = new MeshBasicMaterial()
    material.color.setScalar(strength)
    const box = new Mesh(new PlaneGeometry(w, h), material)
    box.position.copy(at)
    box.lookAt(0, 0, 0)
    room.add(box)
  }
  softBox(4.2, 5, 7, new Vector3(-5.4, 2.4, 2.6))
  softBox(1.3, 6, 6, new Vector3(5.6, 1, 1.2))
  softBox(6, 3.4, 5, new Vector3(0, 3.8, 0.6))
  softBox(5, 1.2, 2.6, new Vector3(1.4, 2.4, -5.6))
  softBox(2.2, 2.4, 2.2, new Vector3(2.6, 0.8, 5.8))
  const generator = new PMREMGenerator(renderer)
  const { texture } = generator.fromScene(room, 0.035)
  generator.dispose()
  return texture
}

/** Returns a seamless floor and wall of one color. */
export function seamlessBackdrop(
  color: string,
  { wallAt = -2.6, curve = 1.6, halfWidth = 14, strength = 1 } = {},
): Mesh {
  const profile: [number, number][] = [[0, 9]]
  for (let step = 0; step <= 20; step++) {
    const angle = (step / 20) * (Math.PI / 2)
    profile.push([curve - Math.cos(angle) * curve, wallAt + curve - Math.sin(angle) * curve])
  }
  profile.push([9, wallAt])
  const positions: number[] = []
  const index: number[] = []
  for (const [y, z] of profile) positions.push(-halfWidth, y, z, halfWidth, y, z)
  for (let row = 0; row + 1 < profile.length; row++) {
    const at = row * 2
    index.push(at, at + 1, at + 2, at + 1, at + 3, at + 2)
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3))
  geometry.setIndex(index)
  geometry.computeVertexNormals()
  const material = new MeshLambertMaterial({ color })
  // A wall gets less light than a floor.
  material.color.multiplyScalar(strength)
  const mesh = new Mesh(geometry, material)
  mesh.receiveShadow = true
  // Last: what the object hides is not computed.
  mesh.renderOrder = 1
  return mesh
}
