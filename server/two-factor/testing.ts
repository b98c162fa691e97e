import { TOTP, URI } from 'otpauth'

import type { Person, TestHub } from '#server/testing.ts'

export type Guarded = Person & { password: string; codeAt: (time: Date) => string; recoveryCodes: string[] }

/** What an authenticator app makes of the address that it is shown. */
export function authenticatorOf(uri: string): (time: Date) => string {
  const app = URI.parse(uri)
  if (!(app instanceof TOTP)) throw new Error(`No authenticator takes ${uri}`)
  return (time) => app.generate({ timestamp: time.getTime() })
}

/** A registered person who has turned two-factor on, with their app. The clock of the hub stands at `now`. */
export async function guarded(hub: TestHub, username: string, now: Date): Promise<Guarded> {
  const person = await hub.registered(username)
  const begun = await hub.as(person, 'POST', '/api/account/two-factor/set-up', { password: person.password })
  const codeAt = authenticatorOf(String(begun.body.uri))
  const answer = await hub.as(person, 'POST', '/api/account/two-factor/confirm', { code: codeAt(now) })
  if (answer.status !== 200) throw new Error(`${username} has no two-factor: ${answer.body.error}`)
  return { ...person, codeAt, recoveryCodes: answer.body.recovery_codes }
}
