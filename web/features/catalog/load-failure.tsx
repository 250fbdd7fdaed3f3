import type { ComponentProps } from 'react'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import { LoadFailure as Failure } from '../../ui/load-failure.tsx'

interface LoadFailureProps extends Omit<ComponentProps<typeof Failure>, 'title'> {
  title?: string
}

/** Reports that products could not be loaded, with a button to retry. */
export function LoadFailure({ title = catalogMessages.categoryFailed, ...rest }: LoadFailureProps) {
  return <Failure title={title} {...rest} />
}
