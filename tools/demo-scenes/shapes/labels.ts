import type { Kit } from '../kit/kit.ts'

type Canvas = CanvasRenderingContext2D

export interface LabelTexts {
  /** In small capitals above the title. */
  brand?: string
  /** One or two lines, separated by a line break. */
  title: string
  /** Below the title. */
  note?: string
  /** At the bottom. */
  foot?: string
}

interface LabelLook {
  ground?: string
  ink?: string
  accent?: string
  /** What is drawn above the texts. */
  mark?: (context: Canvas, x: number, y: number, size: number, color: string) => void
  /** A frame line inside the edge. */
  framed?: boolean
  /** A colored strip at the top and the bottom, as a share of the height. */
  strip?: number
  serif?: boolean
}

const SERIF = '"DejaVu Serif", Georgia, serif'
const SANS = '"DejaVu Sans", Arial, sans-serif'

/** Returns a printed paper label of `width` by `height` centimeters. */
export function label(kit: Kit, [width, height]: readonly [number, number], texts: LabelTexts, look: LabelLook = {}) {
  const scale = Math.min(120, 1400 / Math.max(width, height))
  const draw = (context: Canvas, w: number, h: number) => drawLabel(context, w, h, texts, look)
  const key = `label ${JSON.stringify([width, height, texts, look.ground, look.ink, look.accent])}`
  return kit.picture(Math.round(width * scale), Math.round(height * scale), draw, { key, roughness: 0.75 })
}

/** Draws a label over the whole canvas. */
function drawLabel(context: Canvas, w: number, h: number, texts: LabelTexts, look: LabelLook): void {
  const { ground = '#f4efe4', ink = '#2b2723', accent = '#8a5a33', framed = false, strip = 0, serif = true } = look
  context.fillStyle = ground
  context.fillRect(0, 0, w, h)
  context.fillStyle = accent
  if (strip) for (const y of [0, h - h * strip]) context.fillRect(0, y, w, h * strip)
  context.strokeStyle = accent
  context.lineWidth = Math.max(2, w / 160)
  const inset = Math.min(w, h) * 0.05
  if (framed) context.strokeRect(inset, inset + h * strip, w - inset * 2, h - (inset + h * strip) * 2)
  const family = serif ? SERIF : SANS
  const size = Math.min(w * 0.14, h * 0.16)
  const top = h * (look.mark ? 0.53 : 0.4)
  look.mark?.(context, w / 2, h * 0.22, Math.min(w * 0.14, h * 0.12), accent)
  if (texts.brand)
    line(context, texts.brand.toUpperCase(), top - size * 0.98, w, `600 ${size * 0.42}px ${SANS}`, accent, 0.14)
  for (const [index, text] of texts.title.split('\n').entries()) {
    line(context, text, top + index * size * 1.08, w, `600 ${size}px ${family}`, ink)
  }
  const below = top + texts.title.split('\n').length * size * 1.08
  if (texts.note) line(context, texts.note, below, w, `400 ${size * 0.42}px ${family}`, ink)
  if (texts.foot) line(context, texts.foot, h * (0.9 - strip), w, `400 ${size * 0.4}px ${SANS}`, ink, 0.06)
}

/** Draws centered text, made smaller where it is too wide. */
function line(context: Canvas, text: string, y: number, w: number, font: string, color: string, spacing = 0): void {
  context.fillStyle = color
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.font = font
  const size = Number.parseFloat(font.split(' ')[1] ?? '10')
  context.letterSpacing = `${size * spacing}px`
  const width = context.measureText(text).width
  if (width > w * 0.86) context.font = font.replace(`${size}px`, `${(size * w * 0.86) / width}px`)
  context.fillText(text, w / 2, y)
  context.letterSpacing = '0px'
}

/** Draws a sprig of leaves. */
export function leafMark(context: Canvas, x: number, y: number, size: number, color: string): void {
  context.fillStyle = color
  context.strokeStyle = color
  context.lineWidth = size * 0.08
  context.beginPath()
  context.moveTo(x, y + size)
  context.quadraticCurveTo(x + size * 0.1, y, x, y - size * 0.7)
  context.stroke()
  for (const [place, side] of [
    [0.6, 1],
    [0.4, -1],
    [0.05, 1],
    [-0.15, -1],
    [-0.6, 0.2],
  ] as const) {
    context.save()
    context.translate(x, y + place * size)
    context.rotate(side * 0.95)
    context.beginPath()
    context.ellipse(0, -size * 0.45, size * 0.2, size * 0.46, 0, 0, Math.PI * 2)
    context.fill()
    context.restore()
  }
}

/** Draws a bean, nut or drop with a line down its middle. */
export function beanMark(context: Canvas, x: number, y: number, size: number, color: string): void {
  for (const [dx, turn] of [
    [-0.5, -0.5],
    [0.5, 0.5],
  ] as const) {
    context.save()
    context.translate(x + dx * size, y)
    context.rotate(turn)
    context.fillStyle = color
    context.beginPath()
    context.ellipse(0, 0, size * 0.42, size * 0.72, 0, 0, Math.PI * 2)
    context.fill()
    context.strokeStyle = '#ffffff'
    context.globalAlpha = 0.75
    context.lineWidth = size * 0.09
    context.beginPath()
    context.moveTo(0, -size * 0.7)
    context.bezierCurveTo(size * 0.3, -size * 0.2, -size * 0.3, size * 0.2, 0, size * 0.7)
    context.stroke()
    context.restore()
  }
}

/** Draws a honeycomb of seven cells. */
export function combMark(context: Canvas, x: number, y: number, size: number, color: string): void {
  context.strokeStyle = color
  context.lineWidth = size * 0.1
  const cells = [[0, 0], ...Array.from({ length: 6 }, (_, at) => [Math.cos(at * 1.0472), Math.sin(at * 1.0472)])]
  for (const [cx = 0, cy = 0] of cells) {
    context.beginPath()
    for (let corner = 0; corner <= 6; corner++) {
      const angle = corner * 1.0472 + 0.5236
      const [px, py] = [
        x + cx * size * 0.78 + Math.cos(angle) * size * 0.42,
        y + cy * size * 0.78 + Math.sin(angle) * size * 0.42,
      ]
      if (corner) context.lineTo(px, py)
      else context.moveTo(px, py)
    }
    context.stroke()
  }
}
