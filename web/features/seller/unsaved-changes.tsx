import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { productFormMessages } from '../../../shared/catalog/product-form-messages.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface UnsavedChangesProps {
  isDirty: () => boolean
  /** Called when the user discards the changes, before the page is left. */
  onLeave: () => void
}

/** Asks for confirmation before a link, Back or closing the tab discards unsaved changes. */
export function UnsavedChanges({ isDirty, onLeave }: UnsavedChangesProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isDirty(),
  )
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault()
    }
    addEventListener('beforeunload', onBeforeUnload)
    return () => removeEventListener('beforeunload', onBeforeUnload)
  }, [isDirty])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={productFormMessages.leaveWithoutSaving}
      text={productFormMessages.unsavedChanges}
      confirm={productFormMessages.leave}
      cancel={productFormMessages.stay}
      onConfirm={() => {
        onLeave()
        blocker.proceed?.()
      }}
      onCancel={() => blocker.reset?.()}
    />
  )
}
