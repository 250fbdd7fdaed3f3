import { classNames } from './class-names.ts'

const FORMS = {
  /** Beside a name in a line of text. */
  tick: 'inline-block h-3 w-4.5 shrink-0',
  /** In place of a picture. */
  mark: 'inline-block size-7 shrink-0',
  /** The upper edge of a card. */
  edge: 'block h-1',
  /** Scalloped, for the lower edge of a header or the top of a stall. */
  valance: 'valance block h-4',
} as const

interface AwningProps {
  /** The number of a seller's colors; the shop's own when absent. */
  of?: number | string | null | undefined
  form: keyof typeof FORMS
  className?: string
}

/** Stripes of two colors, a seller's or the shop's own; decoration only. */
export function Awning({ of, form, className }: AwningProps) {
  return <span aria-hidden data-awning={of ?? undefined} className={classNames('awning', FORMS[form], className)} />
}
