import { classNames } from './class-names.ts'

const FORMS = {
  /** Beside a name in a line of text. */
  tick: 'inline-block h-3 w-4.5 shrink-0',
  /** In place of a picture. */
  mark: 'inline-block size-7 shrink-0',
  /** The upper edge of a card. */
  edge: 'block h-1',
  /** Scalloped, over what is a stall. */
  valance: 'valance block h-4',
} as const

interface AwningProps {
  form: keyof typeof FORMS
  className?: string
}

/** The stripes of the house; they say nothing that does not stand beside them in words. */
export function Awning({ form, className }: AwningProps) {
  return <span aria-hidden className={classNames('awning', FORMS[form], className)} />
}
