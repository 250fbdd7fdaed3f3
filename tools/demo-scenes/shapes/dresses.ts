import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import { ball, circle, group, mirrorX, place, plate, tube } from '../kit/solids.ts'
import { drawn, tiled } from '../kit/textures.ts'
import { band, loft, oval, path2, path3 } from './forms.ts'
import { type Fabric, limb, type Rows, torso } from './garments.ts'

/** Returns a fabric printed with scattered leaves and blossoms. */
function printed(ground: string, colors: readonly string[], kit: Kit): Fabric {
  const texture = tiled(
    drawn(1024, 1024, (context) => {
      context.fillStyle = ground
      context.fillRect(0, 0, 1024, 1024)
      for (let at = 0; at < 70; at++) {
        const [x, y] = [((at * 0.7548) % 1) * 1024, ((at * 0.5698) % 1) * 1024]
        for (const [dx, dy] of path2('0,0 1024,0 -1024,0 0,1024 0,-1024'))
          drawSprig(context, x + dx, y + dy, at, colors)
      }
    }),
    34,
  )
  return kit.fabric('#ffffff', { map: texture, bumpScale: 0.2, sheenColor: '#ffffff', sheen: 0.2 })
}

function drawSprig(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  seed: number,
  colors: readonly string[],
): void {
  context.save()
  context.translate(x, y)
  context.rotate(seed * 2.1)
  context.fillStyle = colors[seed % colors.length] ?? '#ffffff'
  const petals = seed % 3 === 0 ? 5 : 2
  for (let petal = 0; petal < petals; petal++) {
    context.rotate((Math.PI * 2) / (petals === 5 ? 5 : 6))
    context.beginPath()
    context.ellipse(petals === 5 ? 19 : 30, 0, petals === 5 ? 17 : 30, petals === 5 ? 12 : 11, 0, 0, Math.PI * 2)
    context.fill()
  }
  if (petals === 5) {
    context.fillStyle = '#e2b23c'
    context.beginPath()
    context.arc(0, 0, 8, 0, Math.PI * 2)
    context.fill()
  }
  context.restore()
}

/** Returns a wrap dress with short sleeves and a tied belt, as if worn. */
export function wrapDress(kit: Kit): Object3D {
  const fabric = printed('#2f4a56', ['#e9dcc4', '#c8705a', '#8fa88c', '#e9dcc4', '#d9a97c'], kit)
  const plain = kit.fabric('#2a424d', { bumpScale: 0.2 })
  const rows: Rows = path3(
    '0,33,24 18,30,22 38,25,18.6 56,19.6,14 64,15.8,11 68,15.4,10.7 78,18.4,12 88,19.8,11.6 97,18.4,9.4 102.6,13.4,7.4 105,9.6,6.6',
  )
  const sleeve = limb(path3('8,94.6,0 14,93,0 20,87.4,0.3 24.6,80,0.7 25.4,78,0.8'), [5, 7, 8, 9, 9.6], fabric, {
    flat: 0.72,
    folds: 0.9,
    seed: 4,
  })
  const tail = (x: number, lean: number, long: number) =>
    band(
      [
        [x, 66, 11.4],
        [x + lean * 0.4, 56, 15],
        [x + lean, 66 - long, 18.4],
      ],
      [3.6, 0.25],
      plain,
      { across: [1, 0.1, 0.2] },
    )
  const belt = loft(
    [-2, -1.6, 1.6, 2].map((y, at) =>
      oval(15.9 + (at % 3 ? 0.35 : 0), 11.3 + (at % 3 ? 0.35 : 0), { square: 2.5, count: 100, at: [0, 66 + y, 0] }),
    ),
    plain,
  )
  const edge = tube(path3('-8.6,103.6,3 -5.4,95,8 0.4,84,12.2 7,73,11.8 9.6,67,10.2'), 0.42, plain)
  const bow = mirrorX(
    place(
      group(
        band(path3('0,0,0 3.4,2,1 6.4,0.4,0.6 3.6,-1.6,0.9 0,0,0.2'), [2.6, 0.25], plain, { across: [0.1, 0.4, 1] }),
      ),
      { at: [6.4, 66, 10.8] },
    ),
  )
  return group(
    torso(rows, fabric, { pleats: [11, 2.1], scoop: 19, pointed: true, folds: 0.4 }),
    mirrorX(sleeve),
    belt,
    edge,
    place(bow, { at: [0, 0, 0] }).children[0] ?? group(),
    tail(6.6, 2, 24),
    tail(5.4, -2.6, 19),
    ball(1.3, plain, { at: [6.4, 64.8, 11], scale: [1, 1, 0.7] }),
    plate(circle(6), 0.2, plain, { bevel: 0.05, scale: [1.3, 0.8, 1], at: [0, 99.4, -5.6] }),
  )
}
