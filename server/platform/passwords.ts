import { second } from './clock.ts'
import { createQueue } from './files/bounded-queue.ts'
import { workOnPassword } from './password-thread.ts'

/** OWASP's figures for argon2id, the package's standard algorithm: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// One at a time: with more, a flood of sign-ins took the p99 of all other calls from 11 ms to 65 ms.
const inTurn = createQueue({
  runningMax: 1,
  waitingMax: 32,
  fullMessage: 'Too many people are signing in at this moment. Please try again.',
  // A flood that is refused at once asks at once again, and then refusing is all that the event loop does.
  refusalHeldFor: second,
})

/** The form of a real hash, of the same cost, that no password has. */
const nobodysHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Sends a flood away before it costs the database anything. */
export function requireRoomForPassword(): void {
  inTurn.requireRoom()
}

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await inTurn(() => workOnPassword({ password, cost }))
  return hash
}

/** Without a hash, because there is no such account, the answer is no and takes as long as any other. */
export async function verifyPassword(known: string | undefined, password: string): Promise<boolean> {
  const { fits } = await inTurn(() => workOnPassword({ password, known: known ?? nobodysHash }))
  return fits && known !== undefined
}
