import { type ComponentProps, type MouseEvent, type ReactNode, useRef } from 'react'
import { classNames } from './class-names.ts'
import { LoaderCircle } from './icons.tsx'
import { Link } from './link.tsx'

const VARIANTS = {
  /** The one action of a view. */
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent',
  secondary: 'bg-surface text-ink border-line-strong hover:bg-tint hover:border-ink',
  ghost: 'bg-transparent text-ink border-transparent hover:bg-tint',
  danger: 'bg-surface text-danger border-line-strong hover:bg-danger-tint',
  /** One of many, as in the rows of a table. */
  quiet: 'bg-transparent text-muted border-transparent hover:bg-tint-strong hover:text-ink',
  quietDanger: 'bg-transparent text-muted border-transparent hover:bg-danger-tint hover:text-danger',
  /** A ghost button that removes something. */
  dangerGhost: 'bg-transparent text-danger border-transparent hover:bg-danger-tint',
  /** On top of a picture. */
  overlay: 'bg-surface/70 text-ink border-transparent hover:bg-surface',
  floating: 'bg-surface text-ink border-transparent shadow-float hover:bg-tint',
} as const

const SIZES = {
  small: 'min-h-9 px-3 text-sm gap-1.5',
  medium: 'min-h-11 px-5 text-base gap-2',
  large: 'min-h-12 px-6 text-base gap-2',
  /** In a row of a table. */
  row: 'min-h-8 px-2 text-sm gap-1.5',
  /** For a single icon in a row of a table; needs an `aria-label`. */
  rowIcon: 'size-8',
  /** For a single icon; needs an `aria-label`. */
  icon: 'size-10',
} as const

interface Look {
  variant?: keyof typeof VARIANTS
  size?: keyof typeof SIZES
}

function look({ variant = 'primary', size = 'medium' }: Look, className: string | undefined): string {
  return classNames(
    'pressed inline-flex items-center justify-center rounded-field border font-semibold text-center transition-[color,background-color,border-color,opacity,scale]',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    VARIANTS[variant],
    SIZES[size],
    className,
  )
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'onClick'>, Look {
  /** While a promise that it returns is pending, other presses do nothing. */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown
  /** Work is in progress: the button cannot be pressed but keeps its focus and its width. */
  busy?: boolean
  children: ReactNode
}

/** A button; its `type` is "button" by default. */
export function Button({ variant, size, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  // Set synchronously, unlike `busy`, which needs a render.
  const running = useRef(false)

  async function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy || running.current) return event.preventDefault()
    const result = onClick?.(event)
    if (!(result instanceof Promise)) return
    running.current = true
    await result.finally(() => {
      running.current = false
    })
  }

  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={press}
      className={look({ variant, size }, classNames(busy && 'relative', className))}
    >
      {busy && <LoaderCircle aria-hidden className="absolute size-4 animate-spin motion-reduce:animate-none" />}
      {/* Hidden only visually, so that the width stays. */}
      <span className={busy ? 'inline-flex items-center justify-center gap-[inherit] opacity-0' : 'contents'}>
        {children}
      </span>
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={look({ variant, size }, className)} />
}
