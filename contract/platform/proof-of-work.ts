import { z } from 'zod/mini'

const hex = z.string().check(z.regex(/^[\da-f]{2,256}$/))

/** `expires` is in milliseconds since 1970. */
export const WorkPurpose = z.object({ purpose: z.string().check(z.maxLength(30)), expires: z.int() })

export const WorkParameters = z.object({
  algorithm: z.string().check(z.maxLength(30)),
  nonce: hex,
  salt: hex,
  cost: z.int(),
  keyLength: z.int(),
  keyPrefix: hex,
  keySignature: hex,
  data: WorkPurpose,
})

/** A task for the browser, as `altcha-lib` creates it. The signature covers all parameters. */
export const WorkChallenge = z.object({ parameters: WorkParameters, signature: hex })
export type WorkChallenge = z.output<typeof WorkChallenge>

export const WorkProof = z.object(
  {
    challenge: WorkChallenge,
    solution: z.object({ counter: z.int().check(z.gte(0)), derivedKey: hex }),
  },
  'The check of your browser is not valid. Please try again.',
)
export type WorkProof = z.output<typeof WorkProof>
