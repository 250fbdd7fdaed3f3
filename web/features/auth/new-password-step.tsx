import { useNavigate, useSearchParams } from 'react-router'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { AuthenticationFrame } from './authentication-frame.tsx'
import { returnOf } from './authentication-steps.ts'
import { PasswordForm } from './password-form.tsx'

/** Sets a new password after a link or code signed the user in, then returns to the page they came from. */
export function NewPasswordStep() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { to, state } = returnOf(query)
  return (
    <AuthenticationFrame heading={signInMessages.newPasswordHeading} takesFocus>
      <PasswordForm onDone={() => navigate(to, { replace: true, state })} />
    </AuthenticationFrame>
  )
}
