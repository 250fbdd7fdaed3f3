import type { Draw } from '../kit/textures.ts'

/** Draws a perforated plate: `count` holes across. */
export function dots(base: string, spot: string, count: number): Draw {
  return (context, width, height) => {
    context.fillStyle = base
    context.fillRect(0, 0, width, height)
    context.fillStyle = spot
    const step = width / count
    for (let row = 0; row * step * 0.87 < height + step; row++) {
      for (let column = 0; column <= count; column++) {
        context.beginPath()
        context.arc((column + (row % 2) / 2) * step, row * step * 0.87, step * 0.3, 0, Math.PI * 2)
        context.fill()
      }
    }
  }
}

/** Draws hills at dusk: a picture for displays. */
function hills(sky: readonly string[], layers: readonly string[]): Draw {
  return (context, width, height) => {
    const gradient = context.createLinearGradient(0, 0, 0, height)
    for (const [index, color] of sky.entries()) gradient.addColorStop(index / Math.max(1, sky.length - 1), color)
    context.fillStyle = gradient
    context.fillRect(0, 0, width, height)
    context.fillStyle = 'rgba(255,244,220,0.9)'
    context.beginPath()
    context.arc(width * 0.66, height * 0.36, Math.min(width, height) * 0.085, 0, Math.PI * 2)
    context.fill()
    for (const [index, color] of layers.entries()) {
      const level = height * (0.5 + (0.5 * index) / layers.length)
      context.fillStyle = color
      context.beginPath()
      context.moveTo(0, height)
      for (let x = 0; x <= width; x += width / 60) {
        const t = x / width
        const wave = Math.sin(t * (5 + index * 2) + index * 1.9) * 0.055 + Math.sin(t * (13 + index) + index) * 0.02
        context.lineTo(x, level + wave * height)
      }
      context.lineTo(width, height)
      context.fill()
    }
  }
}

export const DUSK: Draw = hills(
  ['#27304f', '#7a5a7d', '#e79d72', '#f6d49b'],
  ['#8b5b6f', '#5a4560', '#353150', '#1c1d33'],
)
export const COAST: Draw = hills(['#4f8fb0', '#9cc7d3', '#eadfc6'], ['#5f97a5', '#3f7a83', '#2c5a5c', '#183a3c'])
export const FOREST: Draw = hills(['#cfd9c7', '#9fb89f'], ['#7c9c80', '#547a60', '#345642', '#1d3529'])

export interface Line {
  text: string
  x?: number
  y: number
  size: number
  color?: string
  weight?: number
}

/** Draws lines of text on one color; x, y and size are shares of the height, x from the left or, without it, centered. */
export function lettering(base: string, lines: readonly Line[], more?: Draw): Draw {
  return (context, width, height) => {
    context.fillStyle = base
    context.fillRect(0, 0, width, height)
    more?.(context, width, height)
    for (const { text, x, y, size, color = '#222', weight = 600 } of lines) {
      context.fillStyle = color
      context.font = `${weight} ${size * height}px "Open Sans", sans-serif`
      context.textBaseline = 'middle'
      context.textAlign = x === undefined ? 'center' : 'left'
      context.fillText(text, x === undefined ? width / 2 : x * height, y * height)
    }
  }
}

/** Draws a phone's home screen: a clock over a picture, and rows of apps. */
export function homeScreen(picture: Draw, time = '9:41'): Draw {
  return (context, width, height) => {
    picture(context, width, height)
    context.fillStyle = '#fff'
    context.textAlign = 'center'
    context.font = `600 ${width * 0.22}px "Open Sans", sans-serif`
    context.fillText(time, width / 2, height * 0.22)
    context.font = `400 ${width * 0.055}px "Open Sans", sans-serif`
    context.fillText('Sunday, 22 November', width / 2, height * 0.265)
    const colors = ['#f2efe8', '#7fb2a5', '#e3a06a', '#5f7fa8']
    for (const [index, color] of colors.entries()) {
      context.fillStyle = color
      context.beginPath()
      context.roundRect(width * (0.09 + index * 0.215), height * 0.875, width * 0.165, width * 0.165, width * 0.04)
      context.fill()
    }
  }
}
