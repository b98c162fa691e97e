import type { IncomingMessage } from 'node:http'

import { ProfileChange } from '#contract/account.ts'
import { accountLimits, type CurrentUser } from '#contract/accounts.ts'
import type { Actor } from '#platform/actor.ts'
import { receiveMultipart } from '#platform/files/multipart.ts'
import { stageStream } from '#platform/files/staging.ts'
import type { Hub } from '#platform/hub.ts'
import { parse } from '#platform/parse.ts'

import { editProfile } from './edit-profile.ts'
import { avatarKeys, storeAvatar } from './store-avatar.ts'

/** The profile as a form, with its picture. Nothing of it stays when any part is refused. */
export async function editProfileForm(
  hub: Hub,
  actor: Actor,
  request: IncomingMessage,
): Promise<{ user: CurrentUser }> {
  const form = await receiveMultipart(request, {
    files: {
      avatar: {
        sizeMax: accountLimits.avatarSizeMax,
        countMax: 1,
        tooLargeMessage: () => 'Avatar image must be less than 10MB',
        tooManyMessage: 'Only one avatar image is allowed',
      },
    },
    fieldSizeMax: 4 * 1024,
    fieldsMax: 10,
    stage: (stream, sizeMax) => stageStream(hub.staging, stream, { sizeMax }),
  })
  try {
    const change = parse(ProfileChange, form.fields)
    const [picture] = form.files.avatar ?? []
    const avatar = picture && (await storeAvatar(hub, picture.path))
    try {
      return await editProfile(hub, actor, { ...change, ...(avatar !== undefined && { avatar }) })
    } catch (error) {
      if (avatar !== undefined) await hub.files.remove(avatarKeys(avatar))
      throw error
    }
  } finally {
    await form.discard()
  }
}
