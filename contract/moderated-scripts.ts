import { endpoint } from './endpoint.ts'
import { IdParams } from './fields.ts'
import { RemovalDraft } from './removal-schemas.ts'
import { Script } from './scripts.ts'

export * from './removal-schemas.ts'

export const moderatedScriptsApi = {
  remove: endpoint({
    method: 'POST',
    path: '/api/scripts/:id/removal',
    summary: 'Hide a script',
    description:
      'Only its author and moderators can see it then; the author is notified. Its files, likes and statistics stay for 30 days, then the files are deleted. Moderators cannot hide their own scripts.',
    access: 'admin.scripts.moderate',
    params: IdParams,
    body: RemovalDraft,
    reply: Script,
    status: 201,
    limit: 'write',
    errors: ['conflict'],
  }),
  restore: endpoint({
    method: 'DELETE',
    path: '/api/scripts/:id/removal',
    summary: 'Restore a hidden script',
    description:
      'It is public again, or waits for review as before. Moderators cannot restore their own scripts.',
    access: 'admin.scripts.moderate',
    params: IdParams,
    reply: Script,
    limit: 'write',
    errors: ['conflict'],
  }),
}
