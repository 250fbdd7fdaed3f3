import type { Object3D } from 'three'
import type { Kit } from '../kit/kit.ts'
import { cylinder, group, place, repeat } from '../kit/solids.ts'
import { noise } from './forms.ts'
import { carton } from './packets.ts'

export const penne = (kit: Kit) => () => {
  const wheat = kit.food('#e8bd62', { roughness: 0.6 })
  return group(
    place(cylinder(0.45, 4.2, wheat, { bevel: 0.05, sides: 24 }), { turn: [90, 0, 0], at: [0, 0.45, -2.1] }),
    place(cylinder(0.34, 0.1, kit.food('#8a6526')), { turn: [90, 0, 0], at: [0, 0.45, 2.03] }),
  )
}

const PASTA_BOXES = [
  { color: '#274f4a', title: 'Spaghetti', kind: 0 },
  { color: '#b4532f', title: 'Penne', kind: 1 },
  { color: '#c99a3b', title: 'Orecchiette', kind: 2 },
  { color: '#31425f', title: 'Fusilli', kind: 3 },
] as const

function drawPasta(kind: number) {
  return (context: CanvasRenderingContext2D, w: number, h: number) => {
    context.fillStyle = '#a9771f'
    context.fillRect(0, 0, w, h)
    context.lineCap = 'round'
    for (let at = 0; at < (kind === 0 ? 90 : 130); at++) {
      const [x, y] = [((noise(at * 1.7, kind) + 1) / 2) * w, ((noise(at * 2.3, 9 + kind) + 1) / 2) * h]
      const tone = 56 + noise(at * 0.9, 3) * 10
      context.strokeStyle = `hsl(41 72% ${tone}%)`
      context.fillStyle = context.strokeStyle
      context.save()
      context.translate(kind === 0 ? (at / 90) * w : x, kind === 0 ? 0 : y)
      context.rotate(kind === 0 ? 0 : at * 1.9)
      context.lineWidth = kind === 0 ? w / 80 : kind === 1 ? 26 : 14
      context.beginPath()
      if (kind === 2) context.ellipse(0, 0, 26, 20, 0, 0, Math.PI * 2)
      else if (kind === 3)
        for (let turn = 0; turn < 5; turn++) context.arc(turn * 14 - 28, turn % 2 ? 6 : -6, 12, 0, 3.2, turn % 2 === 0)
      else context.rect(0, kind === 0 ? 0 : -20, kind === 0 ? 1 : 2, kind === 0 ? h : 46)
      if (kind === 2) context.fill()
      context.stroke()
      context.restore()
    }
  }
}

export function pastaBoxes(kit: Kit): Object3D {
  return repeat(4, (at) => {
    const { color, title, kind } = PASTA_BOXES[at] ?? PASTA_BOXES[0]
    const one = carton(
      {
        size: [9.5, 20, 5],
        color,
        key: `pasta ${title}`,
        contents: drawPasta(kind),
        texts: { brand: 'Nonna', title, note: 'bronze-cut', foot: '500 g' },
        look: { ink: '#fff7e6', accent: '#f2d9a0' },
      },
      kit,
    )
    return place(group(one), { at: [(at - 1.5) * 10.2, 0, at % 2 ? -1.5 : 0], turn: [0, [6, -4, 3, -8][at] ?? 0, 0] })
  })
}
