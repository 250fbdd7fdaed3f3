import { useNavigate, useSearchParams } from 'react-router'
import { sameSitePath } from '../../../shared/account/rules.ts'
import { securityMessages } from '../../../shared/account/security-messages.ts'
import { AuthenticationFrame } from './authentication-frame.tsx'
import { PasswordForm } from './password-form.tsx'

/** Chooses a new password after a link or code has signed the person in; then leads on to where they came from. */
export function NewPasswordStep() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  return (
    <AuthenticationFrame heading={securityMessages.newPasswordHeading} takesFocus>
      <PasswordForm onDone={() => navigate(sameSitePath(query.get('from')), { replace: true })} />
    </AuthenticationFrame>
  )
}
