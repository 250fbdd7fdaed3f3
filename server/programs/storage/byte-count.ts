import { z } from 'zod'

const UNITS: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 }
const MAX_BYTES = 1e12

/** A number of bytes, or text such as `20mb` with decimal units. */
export const byteCountSchema = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\s*\d{1,12}(?:\.\d{1,3})?\s*(?:b|kb|mb|gb)?\s*$/i)
      .transform(parse),
  ])
  .pipe(z.number().int().min(1).max(MAX_BYTES))

function parse(text: string): number {
  const [, count = '', unit = 'b'] = /^\s*([\d.]+)\s*([a-z]*)\s*$/i.exec(text) ?? []
  return Math.floor(Number(count) * (UNITS[unit.toLowerCase() || 'b'] ?? 1))
}
