import { useState } from 'react'
import { listMessages } from '../../../shared/kernel/list-messages.ts'

/** The selected rows of a list, and functions to change them. */
export interface Selection<Row> {
  /** Names a row, e.g. the product's name. */
  nameOf: (row: Row) => string
  has: (row: Row) => boolean
  toggle: (row: Row) => void
  /** The state of the visible rows. */
  state: 'none' | 'some' | 'all'
  toggleAll: () => void
}

/** Returns the selection among the visible rows; a row that is no longer visible is not selected. */
export function useSelection<Row>(
  rows: readonly Row[],
  { keyOf, nameOf }: { keyOf: (row: Row) => string; nameOf: (row: Row) => string },
): { selected: Row[]; deselect: (rows: readonly Row[]) => void; selection: Selection<Row> } {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const selected = rows.filter((row) => keys.has(keyOf(row)))
  const isAll = rows.length > 0 && selected.length === rows.length
  return {
    selected,
    deselect: (done) => setKeys((before) => without(before, done.map(keyOf))),
    selection: {
      nameOf,
      has: (row) => keys.has(keyOf(row)),
      toggle: (row) => setKeys((before) => toggled(before, keyOf(row))),
      state: isAll ? 'all' : selected.length > 0 ? 'some' : 'none',
      toggleAll: () => setKeys(new Set(isAll ? [] : rows.map(keyOf))),
    },
  }
}

function toggled(keys: ReadonlySet<string>, key: string): Set<string> {
  const others = new Set(keys)
  if (!others.delete(key)) others.add(key)
  return others
}

function without(keys: ReadonlySet<string>, left: readonly string[]): Set<string> {
  const others = new Set(keys)
  for (const key of left) others.delete(key)
  return others
}

/** A checkbox that selects all rows shown. */
export function SelectAll<Row>({ selection, labelShown }: { selection: Selection<Row>; labelShown?: boolean }) {
  return (
    <SelectBox
      label={listMessages.selectAll}
      labelShown={labelShown}
      checked={selection.state === 'all'}
      partly={selection.state === 'some'}
      onChange={selection.toggleAll}
    />
  )
}

/** A checkbox that selects a row. */
export function SelectRow<Row>({ selection, row }: { selection: Selection<Row>; row: Row }) {
  return (
    <SelectBox
      label={listMessages.selectRow({ name: selection.nameOf(row) })}
      checked={selection.has(row)}
      onChange={() => selection.toggle(row)}
    />
  )
}

interface SelectBoxProps {
  label: string
  /** Otherwise only screen readers get the label. */
  labelShown?: boolean
  checked: boolean
  /** Some are selected, not all: neither checked nor unchecked. */
  partly?: boolean
  onChange: () => void
}

function SelectBox({ label, labelShown = false, checked, partly = false, onChange }: SelectBoxProps) {
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
