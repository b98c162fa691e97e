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

/** For a select. */
export const teamRoleOptions = [
  { value: 'contributor', label: 'Contributor' },
  { value: 'maintainer', label: 'Maintainer' },
  { value: 'owner', label: 'Owner' },
] as const

/** For a select. */
export const roleOptions = [
  { value: 'contributor', label: 'Contributor' },
  { value: 'maintainer', label: 'Maintainer' },
] as const
