import { z } from 'zod/mini'

import { accountName } from '#contract/access/users.ts'
import { Description } from '#contract/platform/description.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, IdParams, NamedUser, noNul, paging, Success, Time } from '#contract/platform/fields.ts'
import { profilePageSize, ProfileText, PublicLink } from './profiles.ts'
import { scriptSorts, scriptRoles } from './script-limits.ts'
import { ScriptPage } from './scripts.ts'

/** A team has a name as a user has one. Its address is the name in lower case. */
export const TeamDraft = z.extend(ProfileText, { name: accountName('Name') })
export type TeamDraft = z.output<typeof TeamDraft>

const role = z.enum(scriptRoles, 'Role must be owner, maintainer or contributor')
const InviteeName = z
  .string('Username is required')
  .check(z.trim(), z.minLength(1, 'Username is required'), z.maxLength(100, 'Username is too long'), noNul)

export const TeamInvitationDraft = z.object({ username: InviteeName, role })
export type TeamInvitationDraft = z.output<typeof TeamInvitationDraft>

export const TeamMemberChange = z.object({ role })

export const TeamMember = z.extend(NamedUser, {
  avatar: z.nullable(z.string()),
  role: z.enum(scriptRoles),
  since: Time,
})

export const NamedTeam = z.object({ id: z.int(), name: z.string(), image: z.nullable(z.string()) })

export const PublicTeam = z.extend(NamedTeam, {
  createdAt: Time,
  scriptsUploaded: z.int(),
  totalDownloads: z.int(),
  formattedText: Description,
  links: z.array(PublicLink),
  /** Owners first. */
  members: z.array(TeamMember),
  scripts: ScriptPage,
})
export type PublicTeam = z.output<typeof PublicTeam>

const invitationFields = {
  id: z.int(),
  role: z.enum(scriptRoles),
  /** Null for a deleted user. */
  invitedBy: z.nullable(z.string()),
  createdAt: Time,
  expiresAt: Time,
}

/** A team as its members see it. */
export const Team = z.extend(NamedTeam, {
  text: z.string(),
  links: z.array(PublicLink),
  /** The reason of the moderator who hid its name, image, text and links. */
  removal: z.nullable(z.string()),
  /** Your role; null for a moderator. */
  role: z.nullable(z.enum(scriptRoles)),
  /** How many scripts it owns, also those that are not public. */
  scriptCount: z.int(),
  /** Owners first. */
  members: z.array(TeamMember),
  /** Those that can still be answered, newest first. */
  invitations: z.array(z.object({ ...invitationFields, user: NamedUser })),
})
export type Team = z.output<typeof Team>

export const OwnTeams = z.object({
  teams: z.array(z.extend(NamedTeam, { role: z.enum(scriptRoles) })),
  /** Those that you can still answer, newest first. */
  invitations: z.array(z.object({ ...invitationFields, team: NamedTeam })),
})
export type OwnTeams = z.output<typeof OwnTeams>

const MemberParams = z.object({ id: Id, userId: Id })

export const teamsApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/team-pages/:name',
    summary: 'Get the public page of a team',
    description: 'With its members and a page of its scripts, by default the newest first.',
    access: 'anyone',
    params: z.object({ name: z.string().check(z.minLength(1), z.maxLength(100), noNul) }),
    query: z.object({
      sort: z.optional(
        z.enum(scriptSorts, 'Sort must be newest, popular, downloads, views, trending or updated'),
      ),
      ...paging(profilePageSize),
    }),
    reply: PublicTeam,
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/account/teams',
    summary: 'List your teams and the invitations to teams',
    access: 'signed-in',
    reply: OwnTeams,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/teams/:id',
    summary: 'Get a team with its open invitations',
    description: 'For its members and moderators.',
    access: 'signed-in',
    params: IdParams,
    reply: Team,
    errors: ['forbidden'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/teams',
    summary: 'Create a team',
    description: 'You are its owner. A user owns at most 10 teams.',
    access: 'signed-in',
    body: TeamDraft,
    reply: Team,
    status: 201,
    errors: ['conflict'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/teams/:id',
    summary: 'Change the name, the text and the links of a team',
    description: 'By an owner.',
    access: 'signed-in',
    params: IdParams,
    body: TeamDraft,
    reply: Team,
    errors: ['forbidden', 'conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/teams/:id',
    summary: 'Delete a team',
    description: 'By an owner. A team that owns scripts cannot be deleted.',
    access: 'signed-in',
    params: IdParams,
    reply: Success,
    errors: ['forbidden', 'conflict'],
  }),
  changeImage: endpoint({
    method: 'PUT',
    path: '/api/teams/:id/image',
    summary: 'Change the image of a team',
    description: 'By an owner.',
    access: 'signed-in',
    params: IdParams,
    body: z.object({}),
    files: { image: 'A JPEG, PNG, GIF or WebP image of at most 10 MB.' },
    reply: Team,
    errors: ['forbidden', 'conflict'],
  }),
  removeImage: endpoint({
    method: 'DELETE',
    path: '/api/teams/:id/image',
    summary: 'Remove the image of a team',
    description: 'By an owner.',
    access: 'signed-in',
    params: IdParams,
    reply: Team,
    errors: ['forbidden', 'conflict'],
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/teams/:id/invitations',
    summary: 'Invite a user to a team',
    description:
      'By an owner. Members have their role in all scripts of the team; an owner also manages the team. The user can accept within 14 days. A user who declined can be invited again after that time.',
    access: 'signed-in',
    params: IdParams,
    body: TeamInvitationDraft,
    reply: Team,
    errors: ['forbidden', 'conflict'],
  }),
  changeRole: endpoint({
    method: 'PUT',
    path: '/api/teams/:id/members/:userId',
    summary: 'Change the role of a member of a team',
    description: 'By an owner. A team always has an owner.',
    access: 'signed-in',
    params: MemberParams,
    body: TeamMemberChange,
    reply: Team,
    errors: ['forbidden', 'conflict'],
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/api/teams/:id/members/:userId',
    summary: 'Remove a member of a team, or leave it',
    description: 'Members remove themselves, an owner removes others. The last owner cannot leave.',
    access: 'signed-in',
    params: MemberParams,
    reply: Success,
    errors: ['forbidden', 'conflict'],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/team-invitations/:id/accept',
    summary: 'Accept an invitation to a team',
    access: 'signed-in',
    params: IdParams,
    reply: Success,
    errors: ['conflict'],
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/team-invitations/:id/decline',
    summary: 'Decline an invitation to a team',
    access: 'signed-in',
    params: IdParams,
    reply: Success,
    errors: ['conflict'],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/team-invitations/:id',
    summary: 'Withdraw an invitation to a team',
    description: 'By an owner of the team.',
    access: 'signed-in',
    params: IdParams,
    reply: Success,
    errors: ['conflict'],
  }),
}
