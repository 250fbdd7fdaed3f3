interface SelectBoxProps {
  label: string
  /** Otherwise only screen readers get the label. */
  labelShown?: boolean
  checked: boolean
  /** Some of several, not all: neither checked nor unchecked. */
  partly?: boolean
  onChange: () => void
}

/** A checkbox that selects one row, or all of them. */
export function SelectBox({ label, labelShown = false, checked, partly = false, onChange }: SelectBoxProps) {
  return (
    <label className="inline-flex min-h-6 min-w-6 items-center gap-3 font-medium">
      <input
        type="checkbox"
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = partly
        }}
        onChange={onChange}
        className="size-4.5 shrink-0 accent-brand"
      />
      <span className={labelShown ? undefined : 'sr-only'}>{label}</span>
    </label>
  )
}
