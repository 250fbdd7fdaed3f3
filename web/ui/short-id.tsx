import { CopyButton } from './copy-button.tsx'

/** An id of many characters: its first ones are visible, the rest is read by screen readers, and a button copies all of it. */
export function ShortId({ id }: { id: string }) {
  return (
    <span className="inline-flex items-center gap-0.5 align-middle">
      <span
        title={id}
        dir="ltr"
        className="inline-block w-[9.5ch] overflow-hidden font-mono text-xs text-ellipsis whitespace-nowrap"
      >
        {id}
      </span>
      <CopyButton text={id} />
    </span>
  )
}
