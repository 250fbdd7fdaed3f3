import { uiMessages } from '../../shared/kernel/messages.ts'

interface ProgressProps {
  label: string
  /** 0 to 1. */
  value: number
}

/** How much of an upload or download is done. */
export function Progress({ label, value }: ProgressProps) {
  const percent = Math.round(value * 100)
  return (
    <div className="grid w-full gap-1.5">
      <p aria-hidden className="flex justify-between gap-4 text-sm text-muted tabular-nums">
        <span>{label}</span>
        <span>{uiMessages.percent(percent)}</span>
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 overflow-hidden rounded-full bg-tint-strong"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] motion-reduce:transition-none"
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  )
}
