import { Suspense, useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { formMessages } from '../../../shared/kernel/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { SIGN_IN_PATH } from '../../session/guards.tsx'
import { askBeforeLeaving, discardUnsavedForms, hasUnsavedForm, type Leaving } from '../../session/unsaved-forms.ts'
import { lazyCode } from '../../ui/load-code.ts'

const ConfirmDialog = lazyCode(async () => (await import('../../ui/overlay/confirm-dialog.tsx')).ConfirmDialog)

const TITLES: Record<Leaving, string> = {
  page: formMessages.leaveWithoutSaving,
  logout: formMessages.logOutWithoutSaving,
}
const CONFIRM: Record<Leaving, string> = { page: formMessages.leave, logout: formMessages.logOut }

interface Question {
  leaving: Leaving
  answer: (leave: boolean) => void
}

/** Asks before a link, Back or a logout discards unsaved changes of the page's forms. */
export function UnsavedChanges() {
  const dispatch = useAppDispatch()
  const [logout, setLogout] = useState<Question | null>(null)
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    currentLocation.pathname !== nextLocation.pathname
      ? // Drafts are restored after the sign-in.
        nextLocation.pathname !== SIGN_IN_PATH && dispatch(hasUnsavedForm())
      : currentLocation.search !== nextLocation.search && dispatch(hasUnsavedForm(true)),
  )
  useEffect(() => {
    const ask = (leaving: Leaving) => new Promise<boolean>((answer) => setLogout({ leaving, answer }))
    dispatch(askBeforeLeaving(ask))
    return () => dispatch(askBeforeLeaving(null))
  }, [dispatch])

  const page: Question | null =
    blocker.state === 'blocked'
      ? { leaving: 'page', answer: (leave) => (leave ? blocker.proceed() : blocker.reset()) }
      : null
  const question = logout ?? page

  function answer(leave: boolean): void {
    if (leave) dispatch(discardUnsavedForms())
    setLogout(null)
    question?.answer(leave)
  }

  // Stays set while the dialog fades out.
  const [shown, setShown] = useState<Leaving | null>(null)
  if (question && question.leaving !== shown) setShown(question.leaving)
  if (!shown) return null
  return (
    <Suspense>
      <ConfirmDialog
        open={question !== null}
        title={TITLES[shown]}
        text={formMessages.unsavedChanges}
        confirm={CONFIRM[shown]}
        cancel={formMessages.stay}
        onConfirm={() => answer(true)}
        onCancel={() => answer(false)}
      />
    </Suspense>
  )
}
