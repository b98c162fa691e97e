import { callQuery, type CallReply } from '#web/app/call.ts'

export type AccessToken = CallReply<'GET /api/account/tokens'>[number]

/** Always stale, because programs use them. */
export const tokensQuery = (userId: number) => ({
  ...callQuery(['access-tokens', userId], 'GET /api/account/tokens'),
  staleTime: 0,
})

/** The newest hundred: a token for other scripts is one for all of them. */
export const tokenScriptsQuery = (userId: number) =>
  callQuery(['own-scripts', userId, 'for tokens'], 'GET /api/scripts/my-scripts', {
    query: { page: 1, limit: 100 },
  })

type Scope = AccessToken['scopes'][number]

export const scopeNames: Record<Scope, string> = { read: 'Read', download: 'Download', publish: 'Publish' }

export const scopeHints: Record<Scope, string> = {
  read: 'Read versions and reports of your scripts that are not public yet.',
  download: 'Download the scripts that your account can download.',
  publish: 'Upload new versions of your scripts.',
}

export function scriptsText(scripts: AccessToken['scripts']): string {
  if (scripts === null) return 'All your scripts'
  const [first] = scripts
  if (!first) return 'No scripts left'
  return scripts.length === 1 ? first.name : `${first.name} and ${scripts.length - 1} more`
}
