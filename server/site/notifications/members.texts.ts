import { memberLimits } from '#contract/scripts/script-members.ts'
import type { EventContent } from '#server/records/records.public.ts'

import type { MailTexts } from './mails.texts.ts'

export type OfMembers = Extract<EventContent, { kind: `invitation-${string}` | 'members-changed' }>
type MembersChange = Extract<OfMembers, { kind: 'members-changed' }>['data']

export function isOfMembers(content: EventContent): content is OfMembers {
  return content.kind.startsWith('invitation-') || content.kind === 'members-changed'
}

/** The text of a notification about the members of a script. */
export function textOfMembers({ kind, data }: OfMembers): string {
  const { script } = data
  switch (kind) {
    case 'invitation-received':
      return data.role === null
        ? `${data.by} wants to transfer ${script} to you. You would own it.`
        : `${data.by} invited you to ${script} as a ${data.role}.`
    case 'invitation-declined':
      return data.role === null
        ? `${data.username} declined the transfer of ${script}.`
        : `${data.username} declined your invitation to ${script}.`
    default:
      return textOfChange(data)
  }
}

function textOfChange({ script, username, by, change, role, isOwn }: MembersChange): string {
  switch (change) {
    case 'joined':
      return `${username} joined ${script} as a ${role ?? 'member'}.`
    case 'left':
      return `${username} left ${script}.`
    case 'removed':
      return `${by} removed ${isOwn ? 'you' : username} from ${script}.`
    case 'role':
      return `${by} made ${username} a ${role ?? 'member'} of ${script}.`
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
        subject: data.role === null ? `Transfer of ${data.script}` : `Invitation to ${data.script}`,
        paragraphs: [text, `You can accept or decline within ${memberLimits.invitationDays} days.`],
        link: { label: 'See the invitation', path },
      }
    case 'members-changed':
      return {
        subject: `The members of ${data.script} changed`,
        paragraphs: [text],
        link: { label: data.isOwn ? 'Open the script' : 'See the members', path },
      }
    default:
      return undefined
  }
}
