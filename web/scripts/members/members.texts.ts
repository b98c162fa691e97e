import type { CoAuthorRole, ScriptRole } from '#contract/scripts/script-limits.ts'

export const roleNames: Record<ScriptRole, string> = {
  owner: 'Owner',
  maintainer: 'Maintainer',
  contributor: 'Contributor',
}

export const roleWithArticle: Record<ScriptRole, string> = {
  owner: 'an owner',
  maintainer: 'a maintainer',
  contributor: 'a contributor',
}

export const roleTexts: Record<CoAuthorRole, string> = {
  maintainer: 'A maintainer does everything except managing members and deleting the script.',
  contributor: 'A contributor publishes, withdraws and restores versions.',
}

export const roleOptions = [
  { value: 'contributor', label: 'Contributor' },
  { value: 'maintainer', label: 'Maintainer' },
] as const
export const teamRoleOptions = [...roleOptions, { value: 'owner', label: 'Owner' }] as const
