import { afterAll, describe, expect, test } from 'vitest'
import { BACK, openMailMarket, PASSWORD, signIn } from '../support/mail-market.ts'

const market = await openMailMarket()
const { testApp, mail, newEmail, open, clickIn, confirmed } = market
afterAll(market.close)

describe('updateUser email', () => {
  test.each([
    ['new', 'current'],
    ['current', 'new'],
  ] as const)(
    'changes the address after both addresses confirmed: first the %s, then the %s',
    async (first, second) => {
      const { auth, email } = await confirmed()
      const address = newEmail()
      const updated = await auth.updateUser({ email: address }, { emailRedirectTo: BACK })
      expect(updated.error).toBeNull()
      expect(updated.data.user).toMatchObject({ email, new_email: address, email_change_sent_at: expect.any(String) })
      const mails = { current: await mail.mailTo(email, 2), new: await mail.mailTo(address) }
      expect(mails.current.link).not.toBe(mails.new.link)
      const half = await clickIn(mails[first])
      expect(half.location.href).toBe(
        `${BACK}#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email&sb=`,
      )
      expect((await clickIn(mails[first])).status).toBe(410)
      expect((await auth.getUser()).data.user?.email).toBe(email)
      expect((await clickIn(mails[second])).fragment.get('type')).toBe('email_change')
      const { data } = await auth.getUser()
      expect(data.user).toMatchObject({ email: address, user_metadata: { email: address } })
      expect(data.user?.new_email).toBeUndefined()
      expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email: address, email_verified: true })
      // The account keeps the picture drawn for the former address.
      const { avatar_url } = data.user?.user_metadata ?? {}
      expect((await auth.updateUser({ data: { avatar_url } })).error).toBeNull()
      expect((await signIn(open().auth, address)).error).toBeNull()
      expect((await signIn(open().auth, email)).error).toMatchObject({ code: 'invalid_credentials' })
      expect((await mail.mailTo(email, 3)).subject).toBe('Your email address was changed')
    },
  )

  test('two links opened concurrently count as first and second', async () => {
    const { auth, email } = await confirmed()
    const address = newEmail()
    await auth.updateUser({ email: address })
    const mails = [await mail.mailTo(email, 2), await mail.mailTo(address)]
    const clicks = await Promise.all(mails.map(clickIn))
    expect(clicks.filter(({ fragment }) => fragment.has('message'))).toHaveLength(1)
    expect(clicks.filter(({ fragment }) => fragment.has('access_token'))).toHaveLength(1)
    expect((await auth.getUser()).data.user?.email).toBe(address)
  })

  test('with codes, the first returns neither user nor error, the second a session', async () => {
    const { auth, email } = await confirmed()
    const address = newEmail()
    await auth.updateUser({ email: address })
    const current = await mail.mailTo(email, 2)
    const requested = await mail.mailTo(address)
    // A code is valid only for the address that it was sent to.
    expect((await auth.verifyOtp({ email, token: requested.code, type: 'email_change' })).error?.code).toBe(
      'otp_expired',
    )
    const half = await auth.verifyOtp({ email, token: current.code, type: 'email_change' })
    expect([half.error, half.data.user, half.data.session]).toEqual([null, null, null])
    const whole = await auth.verifyOtp({ email: address, token: requested.code, type: 'email_change' })
    expect(whole.data.user?.email).toBe(address)
  })

  test('a second request starts over', async () => {
    const { auth, email } = await confirmed()
    const [first, second] = [newEmail(), newEmail()]
    await auth.updateUser({ email: first })
    await clickIn(await mail.mailTo(email, 2))
    await auth.updateUser({ email: second })
    expect((await clickIn(await mail.mailTo(first))).status).toBe(410)
    expect((await clickIn(await mail.mailTo(second))).fragment.has('message')).toBe(true)
    expect((await auth.getUser()).data.user?.email).toBe(email)
  })

  test('a taken address is refused, even if it was taken after the mails were sent', async () => {
    const { auth, email } = await confirmed()
    const taken = await confirmed()
    expect((await auth.updateUser({ email: taken.email })).error).toMatchObject({ status: 422, code: 'email_exists' })
    const address = newEmail()
    await auth.updateUser({ email: address })
    await clickIn(await mail.mailTo(email, 2))
    const requested = await mail.mailTo(address)
    await confirmedBy(address)
    expect((await clickIn(requested)).status).toBe(422)
    expect((await auth.getUser()).data.user?.email).toBe(email)
  })

  test('an address that the account no longer has cannot confirm the change', async () => {
    const { auth, email, session } = await confirmed()
    await auth.updateUser({ email: newEmail() })
    const { id } = session.user
    await testApp.db.updateTable('users').set({ email: newEmail() }).where('id', '=', id).execute()
    expect((await clickIn(await mail.mailTo(email, 2))).status).toBe(410)
  })

  /** Another user confirms the same address, with the newest mail to it. */
  async function confirmedBy(email: string): Promise<void> {
    const sent = mail.received.filter(({ to }) => to === email).length
    await open().auth.signUp({ email, password: PASSWORD })
    await clickIn(await mail.mailTo(email, sent + 1))
  }
})
