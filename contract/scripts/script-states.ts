import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { IdParams } from '#contract/platform/fields.ts'
import { Script } from './script-schemas.ts'
import { maintenanceStates } from './script-limits.ts'

/** `active` is the usual state. None of them hides the script. */
export const ScriptState = z.object({
  maintenance: z.enum(['active', ...maintenanceStates], 'Maintenance must be active, archived or seeking'),
  /** The id of the script that this one is based on. */
  basedOn: z.nullable(z.int('Not an id').check(z.gte(1, 'Not an id'), z.lte(2_147_483_647, 'Not an id'))),
})
export type ScriptState = z.output<typeof ScriptState>

export const scriptStatesApi = {
  change: endpoint({
    method: 'PUT',
    path: '/api/scripts/:id/state',
    summary: 'Change the state of a script',
    description:
      'By the owner or a maintainer: whether it is archived or looks for a maintainer, and what it is based on. An archived script and one that is looking for a maintainer stay public. `basedOn` is the id of another public script, or null.',
    access: 'signed-in',
    params: IdParams,
    body: ScriptState,
    reply: Script,
    limit: 'write',
    errors: ['forbidden'],
  }),
}
