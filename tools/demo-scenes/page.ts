import { backdropOf, goodsOf } from './catalog.ts'
import { createKit, type Goods } from './kit/kit.ts'
import { type Shot, Stage } from './stage.ts'
import { STILL_LIFES } from './still-lifes.ts'

/** Which picture of a product: `front`, `use`, `detail` or `other`. */
export type Angle = 'front' | 'use' | 'detail' | 'other'

export interface Order {
  name: string
  category: string
  angle: Angle
  width: number
  height: number
  passes: number
  /** The share of the frame that the product fills, when not as in its own pictures. */
  fill?: number
}

/** A picture of several goods. */
export interface StillLifeOrder extends Pick<Shot, 'backdrop' | 'view' | 'width' | 'height' | 'passes' | 'shift'> {
  stillLife: keyof typeof STILL_LIFES
}

let stage: Stage | undefined

/** Returns the picture as the data URL of a PNG; null when no scene shows the product. */
function takePicture(order: Order | StillLifeOrder): string | null {
  stage ??= new Stage()
  if ('stillLife' in order) return stage.take({ ...order, object: STILL_LIFES[order.stillLife]() })
  const { name, category, angle, fill, ...size } = order
  const goods = goodsOf(name)
  if (!goods) return null
  const subject = subjectOf(goods, angle)
  const view = fill ? { ...subject.view, fill } : subject.view
  return stage.take({ backdrop: backdropOf(category), ...size, ...subject, view })
}

function subjectOf(goods: Goods, angle: Angle): Pick<Shot, 'object' | 'view' | 'stand'> {
  const kit = createKit(goods.name)
  const product = goods.build(kit)
  const { view, stand, inUse } = goods
  if (angle === 'use' && inUse) {
    return { object: inUse(product, kit), view: goods.inUseView ?? view, stand: goods.inUseStand ?? stand }
  }
  return { object: product, view: viewOf(goods, angle), stand }
}

/** Products are seen from the left, from the right or nearly from the front, so that a list does not look like one picture. */
const TURNS = [1, -1, 0.4]

/** Returns from where a product is seen; without a picture in use, the others move up. */
function viewOf(goods: Goods, angle: Angle): Shot['view'] {
  const { inUse, detail = { at: [0.5, 0.6, 0.8], yaw: 24, pitch: 18, zoom: 2 }, other } = goods
  const turn = TURNS[Array.from(goods.name).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % TURNS.length] ?? 1
  const view = { ...goods.view, yaw: (goods.view?.yaw ?? -28) * turn }
  const around = other ?? { ...view, yaw: goods.stand === 'wall' ? 32 : 148, pitch: (goods.view?.pitch ?? 13) + 6 }
  const mirrored = { ...view, yaw: -view.yaw }
  const order: (Shot['view'] | undefined)[] = inUse
    ? [view, undefined, detail, around]
    : [view, detail, around, mirrored]
  return order[['front', 'use', 'detail', 'other'].indexOf(angle)]
}

Object.assign(window, { takePicture })
