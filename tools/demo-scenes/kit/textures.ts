import { CanvasTexture, NoColorSpace, RepeatWrapping, SRGBColorSpace, type Texture } from 'three'
import type { Random } from '../../../demo/random.ts'

export type Draw = (context: CanvasRenderingContext2D, width: number, height: number) => void

/** More is slow without a graphics card; many exposures make up for it. */
const ANISOTROPY = 2

/** Returns a picture drawn on a canvas; `data` for bumps and other values that are no colors. */
export function drawn(width: number, height: number, draw: Draw, data = false): CanvasTexture {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser has no canvas')
  draw(context, width, height)
  const texture = new CanvasTexture(canvas)
  texture.colorSpace = data ? NoColorSpace : SRGBColorSpace
  texture.anisotropy = data ? 1 : ANISOTROPY
  return texture
}

/** Returns the texture repeated every so many centimeters. */
export function tiled<T extends Texture>(texture: T, width: number, height = width): T {
  texture.wrapS = RepeatWrapping
  texture.wrapT = RepeatWrapping
  texture.repeat.set(1 / width, 1 / height)
  return texture
}

/** Draws a plain weave as bumps: threads over and under each other. */
export function drawWeave(context: CanvasRenderingContext2D, size: number, threads: number, random: Random): void {
  const step = size / threads
  context.fillStyle = '#000'
  context.fillRect(0, 0, size, size)
  for (let row = 0; row < threads; row++) {
    for (let column = 0; column < threads; column++) {
      const level = 150 + Math.round(random.next() * 90)
      context.fillStyle = `rgb(${level},${level},${level})`
      const over = (row + column) % 2 === 0
      const [w, h] = over ? [step * 1.1, step * 0.72] : [step * 0.72, step * 1.1]
      context.beginPath()
      context.ellipse((column + 0.5) * step, (row + 0.5) * step, w / 2, h / 2, 0, 0, Math.PI * 2)
      context.fill()
    }
  }
}

/** Draws knitted stitches as bumps: columns of small v. */
export function drawKnit(context: CanvasRenderingContext2D, size: number, stitches: number): void {
  const step = size / stitches
  context.fillStyle = '#000'
  context.fillRect(0, 0, size, size)
  context.lineCap = 'round'
  context.lineWidth = step * 0.34
  for (let row = -1; row <= stitches; row++) {
    for (let column = 0; column < stitches; column++) {
      const [x, y] = [(column + 0.5) * step, row * step]
      for (const side of [-1, 1]) {
        context.strokeStyle = '#ddd'
        context.beginPath()
        context.moveTo(x + side * step * 0.06, y + step * 0.95)
        context.quadraticCurveTo(x + side * step * 0.2, y + step * 0.4, x + side * step * 0.3, y)
        context.stroke()
      }
    }
  }
}

/** Draws fine specks as bumps: leather, paper, cast plastic. */
export function drawSpecks(context: CanvasRenderingContext2D, size: number, grain: number, random: Random): void {
  context.fillStyle = '#808080'
  context.fillRect(0, 0, size, size)
  const count = Math.round((size / grain) ** 2 * 1.4)
  for (let index = 0; index < count; index++) {
    const level = Math.round(random.next() * 255)
    context.fillStyle = `rgba(${level},${level},${level},0.35)`
    context.beginPath()
    const [x, y] = [random.next() * size, random.next() * size]
    context.ellipse(x, y, grain * (0.4 + random.next() * 0.5), grain * 0.5, random.next() * 3, 0, Math.PI * 2)
    context.fill()
  }
}

/** Draws boards' grain: long wavy lines of darker and lighter shades along x or y. */
export function drawGrain(
  context: CanvasRenderingContext2D,
  size: number,
  [base, dark]: readonly [string, string],
  random: Random,
): void {
  context.fillStyle = base
  context.fillRect(0, 0, size, size)
  for (let index = 0; index < 170; index++) {
    const y = random.next() * size
    const wave = 2 + random.next() * 8
    context.strokeStyle = dark
    context.globalAlpha = 0.04 + random.next() * 0.13
    context.lineWidth = 0.6 + random.next() * 3
    context.beginPath()
    // Whole periods, so that the texture repeats without a seam.
    const periods = random.whole(1, 3)
    const phase = random.next() * 6
    for (let x = 0; x <= size; x += 8) {
      const bend = Math.sin((x / size) * Math.PI * 2 * periods + phase) * wave
      context.lineTo(x, y + bend)
    }
    context.stroke()
  }
  context.globalAlpha = 1
}
