import { memberLimits } from '#contract/scripts/members.ts'
import type { ScriptRole } from '#contract/scripts/script-limits.ts'
import type { EventContent } from '#server/records/records.public.ts'

import type { MailTexts } from './mail-parts.texts.ts'

export type OfMembers = Extract<EventContent, { kind: `invitation-${string}` | 'members-changed' }>
type MembersChange = Extract<OfMembers, { kind: 'members-changed' }>['data']

export function isOfMembers(content: EventContent): content is OfMembers {
  return content.kind.startsWith('invitation-') || content.kind === 'members-changed'
}

/** The text of a notification about the members of a script. */
export function textOfMembers({ kind, data }: OfMembers): string {
  const script = nameOf(data)
  switch (kind) {
    case 'invitation-received':
      if (data.collectionId !== undefined) return `${data.by} invited you to edit ${script}.`
      if (data.role !== null) return `${data.by} invited you to ${script} as ${withArticle(data.role)}.`
      return data.toTeam === undefined
        ? `${data.by} wants to transfer ${script} to you. You would own it.`
        : `${data.by} wants to transfer ${script} to your team ${data.toTeam}, which would own it.`
    case 'invitation-declined':
      return data.role === null && data.collectionId === undefined
        ? `${data.username} declined the transfer of ${script}.`
        : `${data.username} declined your invitation to ${script}.`
    default:
      return textOfChange(data)
  }
}

type Named = { script: string; isTeam: boolean; collectionId?: number | undefined }

function nameOf({ script, isTeam, collectionId }: Named): string {
  if (isTeam) return `the team ${script}`
  return collectionId === undefined ? script : `the collection ${script}`
}

const withArticle = (role: ScriptRole | null) => (role === 'owner' ? 'an owner' : `a ${role ?? 'member'}`)

function textOfChange({ username, by, change, role, isOwn, ...data }: MembersChange): string {
  const script = nameOf(data)
  switch (change) {
    case 'joined':
      if (data.collectionId !== undefined) return `${username} edits ${script} with you now.`
      return `${username} joined ${script} as ${withArticle(role)}.`
    case 'left':
      return `${username} left ${script}.`
    case 'removed':
      return `${by} removed ${isOwn ? 'you' : username} from ${script}.`
    case 'role':
      return `${by} made ${username} ${withArticle(role)} of ${script}.`
    default:
      return `${username} owns ${script} now.`
  }
}

/** A declined invitation is not mailed. */
export function mailOfMembers(content: OfMembers, path: string): MailTexts | undefined {
  const { kind, data } = content
  const text = textOfMembers(content)
  switch (kind) {
    case 'invitation-received':
      return {
        subject:
          data.role === null && data.collectionId === undefined
            ? `Transfer of ${data.script}`
            : `Invitation to ${nameOf(data)}`,
        paragraphs: [text, `You can accept or decline within ${memberLimits.invitationDays} days.`],
        link: { label: 'See the invitation', path },
      }
    case 'members-changed':
      return {
        subject: `The ${data.collectionId === undefined ? 'members' : 'editors'} of ${nameOf(data)} changed`,
        paragraphs: [text],
        link: { label: linkLabel(data), path },
      }
    default:
      return undefined
  }
}

function linkLabel({ isTeam, collectionId, isOwn }: MembersChange): string {
  if (isTeam) return 'Open the team'
  if (collectionId !== undefined) return isOwn ? 'See your collections' : 'See the editors'
  return isOwn ? 'Open the script' : 'See the members'
}
