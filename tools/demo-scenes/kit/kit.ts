import { Color, MeshPhysicalMaterial, type MeshPhysicalMaterialParameters, type Object3D, type Texture } from 'three'
import { createRandom, type Random } from '../../../demo/random.ts'
import { type Draw, drawGrain, drawKnit, drawn, drawSpecks, drawWeave, tiled } from './textures.ts'

type Overrides = MeshPhysicalMaterialParameters

/** From where a picture is taken: degrees, and which share of the frame the object fills. */
export interface View {
  yaw?: number
  pitch?: number
  fill?: number
}

/** A view of a part: a point of the object's bounding box as fractions of its sides, and how much closer. */
export interface DetailView extends View {
  at: readonly [x: number, y: number, z: number]
  zoom: number
}

/** What a product looks like and how it is photographed. */
export interface Goods {
  /** The product's name in the demo data. */
  name: string
  /** In centimeters; stands on y = 0 and faces +z. */
  build: (kit: Kit) => Object3D
  /** The product with what it is used with. */
  inUse?: (product: Object3D, kit: Kit) => Object3D
  view?: View
  inUseView?: View
  detail?: DetailView
  other?: View
  /** On the floor, hanging in the air, or on a wall behind z = 0. */
  stand?: 'floor' | 'air' | 'wall'
  /** Where the picture in use is taken, when not as the others. */
  inUseStand?: 'floor' | 'air' | 'wall'
}

const WOODS = {
  oak: ['#c79c68', '#7c5327'],
  walnut: ['#6f4a30', '#301a0c'],
  birch: ['#dcc19a', '#a57f4d'],
  pine: ['#d9b079', '#9a6a31'],
  cherry: ['#9a5a36', '#4f2412'],
  black: ['#2b2725', '#0c0a09'],
} as const

/** Textures are the same for all products, so they have a seed of their own. */
const TEXTURE_SEED = 7
const shared = new Map<string, MeshPhysicalMaterial | Texture>()

function once<T extends MeshPhysicalMaterial | Texture>(key: string, make: () => T): T {
  const known = shared.get(key)
  if (known) return known as T
  const made = make()
  shared.set(key, made)
  return made
}

function material(kind: string, parameters: Overrides, overrides?: Overrides): MeshPhysicalMaterial {
  const all = { ...parameters, ...overrides }
  const key = JSON.stringify([kind, all], (_, value) => (value?.isTexture ? value.uuid : value))
  return once(key, () => new MeshPhysicalMaterial(all))
}

function bumps(kind: 'weave' | 'knit' | 'leather' | 'fine' | 'brushed' | 'foam'): Texture {
  return once(`bumps ${kind}`, () => {
    const random = createRandom(TEXTURE_SEED)
    if (kind === 'weave')
      return tiled(
        drawn(512, 512, (context) => drawWeave(context, 512, 48, random), true),
        6,
      )
    if (kind === 'knit')
      return tiled(
        drawn(512, 512, (context) => drawKnit(context, 512, 12), true),
        6,
      )
    if (kind === 'leather')
      return tiled(
        drawn(512, 512, (context) => drawSpecks(context, 512, 7, random), true),
        6,
      )
    if (kind === 'foam')
      return tiled(
        drawn(512, 512, (context) => drawSpecks(context, 512, 4, random), true),
        5,
      )
    if (kind === 'fine')
      return tiled(
        drawn(512, 512, (context) => drawSpecks(context, 512, 2.4, random), true),
        4,
      )
    const brush: Draw = (context) => drawGrain(context, 512, ['#808080', '#000000'], random)
    return tiled(drawn(512, 512, brush, true), 8, 2)
  })
}

function wood(tone: keyof typeof WOODS, overrides?: Overrides): MeshPhysicalMaterial {
  const map = once(`wood ${tone}`, () => {
    const random = createRandom(TEXTURE_SEED + tone.length)
    return tiled(
      drawn(1024, 1024, (context) => drawGrain(context, 1024, WOODS[tone], random)),
      34,
      17,
    )
  })
  return material('wood', { map, roughness: 0.55, bumpMap: map, bumpScale: 0.25 }, overrides)
}

interface PictureOptions extends Overrides {
  /** One for each drawing. */
  key: string
}

function picture(width: number, height: number, draw: Draw, options: PictureOptions): MeshPhysicalMaterial {
  const { key, ...overrides } = options
  const map = once(`picture ${key}`, () => drawn(width, height, draw))
  return material(`picture ${key}`, { map, roughness: 0.6 }, overrides)
}

function screen(width: number, height: number, draw: Draw, key: string): MeshPhysicalMaterial {
  const emissiveMap = once(`picture ${key}`, () => drawn(width, height, draw))
  const lit = { emissive: '#ffffff', emissiveMap, emissiveIntensity: 0.85 }
  return material(`screen ${key}`, { color: '#050506', ...lit, roughness: 0.2, envMapIntensity: 0.16 })
}

/** Returns what the builders of a product use; the same name has the same random numbers. */
export function createKit(name: string) {
  const seed = [...name].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7)
  const random: Random = createRandom(seed)
  return { random, seed, ...MATERIALS }
}
export type Kit = ReturnType<typeof createKit>

const MATERIALS = {
  plastic: (color: string, over?: Overrides) =>
    material('plastic', { color, roughness: 0.48, bumpMap: bumps('fine'), bumpScale: 0.06 }, over),
  gloss: (color: string, over?: Overrides) =>
    material('gloss', { color, roughness: 0.32, clearcoat: 1, clearcoatRoughness: 0.06 }, over),
  rubber: (color: string, over?: Overrides) =>
    material('rubber', { color, roughness: 0.86, bumpMap: bumps('fine'), bumpScale: 0.12 }, over),
  metal: (color = '#c9ccd1', roughness = 0.3, over?: Overrides) =>
    material('metal', { color, metalness: 1, roughness }, over),
  brushed: (color = '#c4c7cc', over?: Overrides) =>
    material('brushed', { color, metalness: 1, roughness: 0.34, bumpMap: bumps('brushed'), bumpScale: 0.12 }, over),
  brass: (over?: Overrides) => material('brass', { color: '#c9a052', metalness: 1, roughness: 0.26 }, over),
  copper: (over?: Overrides) => material('copper', { color: '#c27a55', metalness: 1, roughness: 0.28 }, over),
  chrome: (over?: Overrides) => material('chrome', { color: '#e6e8eb', metalness: 1, roughness: 0.07 }, over),
  glass: (tint = '#ffffff', opacity = 0.22, over?: Overrides) =>
    material(
      'glass',
      { color: tint, opacity, transparent: true, depthWrite: false, roughness: 0.03, envMapIntensity: 1.6 },
      over,
    ),
  ceramic: (color: string, over?: Overrides) =>
    material('ceramic', { color, roughness: 0.4, clearcoat: 0.7, clearcoatRoughness: 0.16 }, over),
  fabric: (color: string, over?: Overrides) =>
    material(
      'fabric',
      {
        color,
        roughness: 0.95,
        bumpMap: bumps('weave'),
        bumpScale: 0.5,
        sheen: 0.5,
        sheenColor: lighter(color),
        sheenRoughness: 0.6,
      },
      over,
    ),
  knit: (color: string, over?: Overrides) =>
    material(
      'knit',
      {
        color,
        roughness: 1,
        bumpMap: bumps('knit'),
        bumpScale: 1.2,
        sheen: 0.6,
        sheenColor: lighter(color),
        sheenRoughness: 0.7,
      },
      over,
    ),
  leather: (color: string, over?: Overrides) =>
    material('leather', { color, roughness: 0.52, bumpMap: bumps('leather'), bumpScale: 0.35 }, over),
  paper: (color: string, over?: Overrides) => material('paper', { color, roughness: 0.9 }, over),
  foam: (color: string, over?: Overrides) =>
    material('foam', { color, roughness: 1, bumpMap: bumps('foam'), bumpScale: 0.6 }, over),
  food: (color: string, over?: Overrides) =>
    material('food', { color, roughness: 0.45, clearcoat: 0.35, clearcoatRoughness: 0.4 }, over),
  glow: (color: string, strength = 1) =>
    material('glow', { color, emissive: color, emissiveIntensity: strength, roughness: 0.6 }),
  wood,
  picture,
  screen,
}

function lighter(color: string): Color {
  return new Color(color).lerp(new Color('#ffffff'), 0.35)
}
