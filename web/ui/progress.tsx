import { uiMessages } from '../../shared/kernel/messages.ts'
import { classNames } from './class-names.ts'

interface ProgressProps {
  label: string
  /** 0 to 1. */
  value: number
  small?: boolean
}

/** The progress of an upload or download. */
export function Progress({ label, value, small = false }: ProgressProps) {
  const percent = Math.round(value * 100)
  return (
    <div className={classNames('grid w-full', small ? 'gap-1' : 'gap-1.5')}>
      <p
        aria-hidden
        className={classNames('flex justify-between gap-4 text-muted', small ? 'text-xs whitespace-nowrap' : 'text-sm')}
      >
        <span>{label}</span>
        <span>{uiMessages.percent({ value: percent })}</span>
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className={classNames(
          'overflow-hidden rounded-full bg-tint-strong forced-colors:border',
          small ? 'h-1.5' : 'h-2',
        )}
      >
        <div
          className="h-full rounded-full bg-brand forced-color-adjust-none transition-[width]"
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  )
}
