import type { ScriptSort } from '#contract/scripts/script-limits.ts'
import type { OwnTeams, PublicTeam, Team } from '#contract/scripts/teams.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { forbidden, notFound } from '#platform/errors.ts'
import { avatarUrl } from '#server/access/access.public.ts'
import { parseDescription } from '#server/scripts/description.rules.ts'
import { invitationTimes } from '#server/scripts/invitations.rules.ts'
import { listScriptsOfAuthor } from '#server/scripts/script-lists/list-scripts-of-author.ts'

import {
  selectScriptCount,
  selectTeam,
  selectTeamByName,
  selectTeamMembers,
  selectTeamRole,
  selectTeamsOf,
} from './teams.queries.ts'
import { selectOpenTeamInvitations, selectTeamInvitationsOf } from '#server/scripts/invitations.queries.ts'

/** The name matches without regard to case. A hidden team has neither image, text nor links. */
export async function readPublicTeam(
  db: Db,
  name: string,
  query: { sort?: ScriptSort | undefined; page: number; limit: number },
): Promise<PublicTeam> {
  const row = await selectTeamByName(db, name)
  if (!row) throw notFound('Team not found')
  const { id, team, scriptsUploaded, totalDownloads } = row
  const { text, links } = team.removedAt ? { text: '', links: [] } : team
  return {
    ...namedTeam(row),
    createdAt: team.createdAt.toISOString(),
    scriptsUploaded,
    totalDownloads,
    formattedText: text === '' ? [] : parseDescription(text),
    links,
    members: await readMembers(db, id),
    scripts: await listScriptsOfAuthor(db, id, query),
  }
}

export async function readTeam(db: Db, actor: Actor, id: number, now: Date): Promise<Team> {
  const row = await selectTeam(db, id)
  if (!row) throw notFound('Team not found')
  const role = await selectTeamRole(db, id, actor.id)
  if (role === null && !actor.permissions.has('admin.scripts.moderate'))
    throw forbidden('Only its members can see this')
  const { text, links, removedAt, removalReason } = row.team
  const invitations = await selectOpenTeamInvitations(db, id, now)
  return {
    ...namedTeam(row),
    text,
    links,
    removal: removedAt && (removalReason ?? ''),
    role,
    scriptCount: await selectScriptCount(db, id),
    members: await readMembers(db, id),
    invitations: invitations.map((each) => ({ ...each, ...invitationTimes(each) })),
  }
}

export async function readOwnTeams(db: Db, { id }: Actor, now: Date): Promise<OwnTeams> {
  const own = await selectTeamsOf(db, id)
  const invitations = await selectTeamInvitationsOf(db, id, now)
  return {
    teams: own.map((row) => ({ ...namedTeam(row), role: row.role })),
    invitations: invitations.map((each) => ({
      ...each,
      team: namedTeam(each.team),
      ...invitationTimes(each),
    })),
  }
}

async function readMembers(db: Db, id: number): Promise<Team['members']> {
  const members = await selectTeamMembers(db, id)
  return members.map(({ avatar, since, ...member }) => ({
    ...member,
    avatar: avatarUrl(avatar),
    since: since.toISOString(),
  }))
}

function namedTeam({ id, name, image }: { id: number; name: string; image: string | null }) {
  return { id, name, image: avatarUrl(image) }
}
