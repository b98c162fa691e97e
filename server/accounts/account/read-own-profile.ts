import type { CurrentUser, ProfileBanData } from '#contract/access/users.ts'
import type { Permission } from '#contract/platform/permissions.ts'
import type { Db } from '#platform/database/database.ts'
import { signInNeeded } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { toBanData, nameStyle, styleCss, avatarUrl } from '#server/access/access.public.ts'
import { permissionsOf } from '#contract/access/authority.ts'

import { selectOwnProfile } from './account.queries.ts'

type Context = { db: Db; clock: App['clock'] }

export async function readOwnProfile(
  { db, clock }: Context,
  id: number,
): Promise<CurrentUser & ProfileBanData> {
  const row = await selectOwnProfile(db, id, clock.now())
  if (!row) throw signInNeeded()
  const { user, groups, ownStyles, keys, ban, discordUserId } = row
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    avatar_url: avatarUrl(user.avatar),
    is_admin: user.isAdmin,
    is_owner: user.isOwner,
    permissions: [...permissionsOf(user, keys)],
    groups: groups.map(({ style, ...group }) => ({
      ...group,
      user_styles: style && { css_properties: styleCss([style]), priority: style.priority },
    })),
    css: nameStyle(ownStyles, groups[0]?.style),
    scripts_uploaded: user.scriptsUploaded,
    total_downloads: user.totalDownloads,
    phone_number: user.phoneNumber,
    email_verified: user.emailVerified,
    two_factor_enabled: user.twoFactorEnabled,
    discord_verified: discordUserId !== null,
    status: user.status,
    ...toBanData(ban),
  }
}

export async function readOwnGroups(
  context: Context,
  id: number,
): Promise<Pick<CurrentUser, 'groups' | 'css' | 'permissions'>> {
  const { groups, css, permissions } = await readOwnProfile(context, id)
  return { groups, css, permissions }
}

export async function readPermissions({ db, clock }: Context, id: number): Promise<Set<Permission>> {
  const row = await selectOwnProfile(db, id, clock.now())
  return row ? permissionsOf(row.user, row.keys) : new Set()
}
