import type { ReactNode } from 'react'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { Button } from '../../ui/button.tsx'

interface PanelContentProps<Data> {
  /** The query of the entry, as its hook returns it. */
  result: { data?: Data; error?: unknown; isFetching: boolean; refetch: () => void }
  /** Returns the text for a failure to load the entry. */
  failure: (error: unknown) => string
  loading: string
  children: (data: Data) => ReactNode
}

/**
 * The content of a detail panel, its loading text, or its failure. It stays after a failed reload, as a form may have input.
 */
export function PanelContent<Data>({ result, failure, loading, children }: PanelContentProps<Data>) {
  const { data, error, isFetching, refetch } = result
  return (
    <div className="grid grid-cols-1 gap-6">
      {error !== undefined && (
        <div role="alert" className="grid justify-items-start gap-3">
          <p className="text-danger wrap-anywhere">{failure(error)}</p>
          <Button variant="secondary" busy={isFetching} onClick={refetch}>
            {uiMessages.retry}
          </Button>
        </div>
      )}
      {data !== undefined && <div>{children(data)}</div>}
      {data === undefined && error === undefined && (
        <p role="status" className="min-h-96 text-muted">
          {loading}
        </p>
      )}
    </div>
  )
}
