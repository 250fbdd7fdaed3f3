import { Secret, TOTP } from 'otpauth'

/** An authenticator app that has scanned `uri`: the code it shows at a time. */
export function openAuthenticator(uri: string): { codeAt(time: Date): string } {
  const parameters = new URL(uri)
  const secret = Secret.fromBase32(parameters.searchParams.get('secret') ?? '')
  return {
    codeAt: (time) =>
      TOTP.generate({
        secret,
        algorithm: parameters.searchParams.get('algorithm') ?? 'SHA1',
        digits: Number(parameters.searchParams.get('digits') ?? 6),
        period: Number(parameters.searchParams.get('period') ?? 30),
        timestamp: time.getTime(),
      }),
  }
}
