import type { AccessToken } from './tokens.data.ts'

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
