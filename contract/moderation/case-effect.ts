import { z } from 'zod/mini'

import { BlocklistKey, TouchedScript } from './blocklist.ts'
import { caseLimits } from './case-schemas.ts'

/** The entries that a decision would put on the blocklist. */
export const CaseEffectQuery = z.object({
  /** For a takedown: the scripts to take down, whose archives are blocked. */
  scripts: z._default(
    z
      .array(z.int('Not an id').check(z.gte(1), z.lte(2_147_483_647)))
      .check(z.maxLength(20, 'At most 20 scripts')),
    [],
  ),
  blocklist: z._default(
    z.array(BlocklistKey).check(z.maxLength(caseLimits.blocklistMax, 'A decision blocks at most 50 values')),
    [],
  ),
})
export type CaseEffectQuery = z.output<typeof CaseEffectQuery>

/** The other scripts that the blocklist would touch, at most 500 of them. */
export const CaseEffect = z.object({ scripts: z.array(TouchedScript), scriptCount: z.int() })
export type CaseEffect = z.output<typeof CaseEffect>
