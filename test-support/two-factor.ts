import { TOTP, URI } from 'otpauth'

import type { TestUser, TestApp } from './test-app.ts'

export type TwoFactorUser = TestUser & {
  password: string
  codeAt: (time: Date) => string
  recoveryCodes: string[]
}

/** An authenticator app: computes the code for a time. */
export function createAuthenticator(uri: string): (time: Date) => string {
  const app = URI.parse(uri)
  if (!(app instanceof TOTP)) throw new Error(`Not a TOTP URI: ${uri}`)
  return (time) => app.generate({ timestamp: time.getTime() })
}

/** Registers a user and turns two-factor on. `now` is the time of the app's clock. */
export async function registerWithTwoFactor(
  app: TestApp,
  username: string,
  now: Date,
): Promise<TwoFactorUser> {
  const user = await app.registerUser(username)
  const setUp = await app.request(user, 'POST', '/api/account/two-factor/set-up', {
    password: user.password,
  })
  const codeAt = createAuthenticator(String(setUp.body.uri))
  const response = await app.request(user, 'POST', '/api/account/two-factor/confirm', { code: codeAt(now) })
  if (response.status !== 200) throw new Error(`Two-factor of ${username}: ${response.body.error}`)
  return { ...user, codeAt, recoveryCodes: response.body.recovery_codes }
}
