import { accountApi } from '#contract/account.ts'

import { people } from '../people.ts'
import { portraitOf } from '../pictures/order.ts'
import type { Filling } from './fill.ts'
import type { Members } from './sign-up-people.ts'
import { inParallel } from './visitor.ts'

export async function giveAvatars(
  { visit, painter, signal }: Filling,
  members: Members,
  advance: () => void,
): Promise<void> {
  const portrayed = people.filter(({ hasAvatar }) => hasAvatar)
  await inParallel([...portrayed.entries()], { count: 2, signal }, async ([index, { username }]) => {
    const member = members.get(username)
    if (member && !member.hasAvatar) {
      const picture = await painter.paint(portraitOf(username, index))
      const form = new FormData()
      form.set('avatar', new Blob([picture], { type: 'image/png' }), 'me.png')
      await visit(accountApi.editMe, { token: member.token, form })
    }
    advance()
  })
}
