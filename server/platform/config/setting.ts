import { z } from 'zod'
import { reasonOf } from '../../../db/failures.ts'
import { hostUrls } from '../../../db/hosts.ts'

/** A setting, or a type of settings: its schema, and the name of its values in messages and docs/configuration.md. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  schema: Schema
  type: string
}

/** Declares a setting without a default. */
export function optional<Schema extends z.ZodType>({ schema, type }: Setting<Schema>): Setting<z.ZodOptional<Schema>> {
  return { schema: schema.optional(), type }
}

/** Declares a setting with a default. */
export function withDefault<Schema extends z.ZodType>(
  { schema, type }: Setting<Schema>,
  value: z.util.NoUndefined<z.output<Schema>>,
): Setting<z.ZodDefault<Schema>> {
  return { schema: schema.default(value), type }
}

/** Declares a setting that is a list, empty by default, separated by commas. */
export function list<Schema extends z.ZodType<unknown, string>>({ schema, type }: Setting<Schema>) {
  return {
    schema: z.string().default('').transform(splitList).pipe(z.array(schema)),
    type: `list of ${type.replace(/URL$/, 'URLs')}`,
  }
}

export const port = wholeNumber(0, 65_535)
export const onOff = { schema: z.enum(['on', 'off']), type: 'on or off' }
export const text = { schema: z.string(), type: 'text' }
export const secret = { ...text, type: 'secret' }
export const listenAddress = { schema: z.string().min(1), type: 'address' }
export const httpUrl = {
  schema: z.url({ protocol: /^https?$/ }).refine(hasExactHost, 'must name one host, without a wildcard'),
  type: 'http(s) URL',
}
export const postgresUrl = { schema: z.url({ protocol: /^postgres(ql)?$/ }), type: 'postgres URL' }

/** Like a postgres URL, but may name several hosts. */
export const databaseUrl = {
  ...postgresUrl,
  schema: z.string().superRefine((url, context) => {
    try {
      hostUrls(url)
    } catch (error) {
      context.addIssue({ code: 'custom', message: reasonOf(error) })
    }
  }),
}

/** Returns a type of settings: whole numbers in a range. */
export function wholeNumber(min: number, max: number) {
  return { schema: z.coerce.number().int().min(min).max(max), type: `${min} to ${max}` }
}

/** Returns a type of settings: one of a fixed set of words. */
export function oneOf<const Word extends string>(...words: [Word, ...Word[]]) {
  return { schema: z.enum(words), type: words.map((word) => `\`${word}\``).join(', ') }
}

/** Returns whether a URL names one host: `https://*.example` would admit every host below that domain. */
export function hasExactHost(url: string): boolean {
  return !URL.canParse(url) || !/[*?{}]/.test(new URL(url).hostname)
}

/** Returns the items of a list separated by commas. */
export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}
