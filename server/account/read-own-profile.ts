import type { CurrentUser, ProfileBanData } from '#contract/accounts.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Db } from '#platform/database.ts'
import { signInNeeded } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { showBan } from '#server/bans/bans.public.ts'
import { permissionsOf } from '#server/groups/groups.public.ts'
import { nameStyle, shownStyle } from '#server/user-styles/user-styles.public.ts'
import { avatarAddress } from '#server/users/users.public.ts'

import { selectOwnProfile } from './account.queries.ts'

type Reading = { db: Db; clock: Hub['clock'] }

/** The signed-in user as the contract shows one; notes and addresses of the network are none of their fields. */
export async function readOwnProfile(
  { db, clock }: Reading,
  id: number,
): Promise<CurrentUser & ProfileBanData> {
  const row = await selectOwnProfile(db, id, clock.now())
  if (!row) throw signInNeeded()
  const { user, groups, ownStyles, keys, ban, discordUserId } = row
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    avatar_url: avatarAddress(user.avatar),
    is_admin: user.isAdmin,
    is_owner: user.isOwner,
    permissions: [...permissionsOf(user, keys)],
    groups: groups.map(({ style, ...group }) => ({
      ...group,
      user_styles: style && { css_properties: shownStyle([style]), priority: style.priority },
    })),
    css: nameStyle(ownStyles, groups[0]?.style),
    scripts_uploaded: user.scriptsUploaded,
    total_downloads: user.totalDownloads,
    phone_number: user.phoneNumber,
    email_verified: user.emailVerified,
    two_factor_enabled: user.twoFactorEnabled,
    discord_verified: discordUserId !== null,
    status: user.status,
    ...showBan(ban),
  }
}

export async function readOwnGroups(
  reading: Reading,
  id: number,
): Promise<Pick<CurrentUser, 'groups' | 'css' | 'permissions'>> {
  const { groups, css, permissions } = await readOwnProfile(reading, id)
  return { groups, css, permissions }
}

/** What somebody may do, as passwords and sessions of administrators are measured by it. */
export async function readPermissions({ db, clock }: Reading, id: number): Promise<Set<Permission>> {
  const row = await selectOwnProfile(db, id, clock.now())
  return row ? permissionsOf(row.user, row.keys) : new Set()
}
