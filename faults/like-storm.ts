import { requireSuccess } from '#test-support/http-client.ts'
import { registerUploader, registerUser, signIn, type RegisteredUser } from '#test-support/users.ts'
import { total, type Fault } from './fault.ts'
import { newWatch, otherThan, watched } from './measuring.ts'
import { submission } from './submission.ts'

const accounts = 200
const connections = 50

export const likeStorm: Fault = {
  figure: 'L10',
  name: '200 users like and unlike one script over 50 connections',
  bar: 'the count equals the number of users who like it',
  iterations: { short: 0, long: 3 },
  async run(env, iterations) {
    const site = await env.site()
    await site.start()
    const url = site.url()
    const uploader = await registerUploader(site.url(), await signIn(url, site.owner), 'uploader')
    const { form } = await submission('The liked one')
    const { body: script } = await requireSuccess(url, uploader, 'POST', '/api/scripts', form)
    const fans: RegisteredUser[] = []
    for (let at = 0; at < accounts; at++) fans.push(await registerUser(url, `fan-${at}`))
    const calls = newWatch()
    let wrong = 0
    for (let round = 0; round < iterations; round++) {
      const storm = [...fans.entries()].flatMap(([at, fan]) => {
        const actions = at % 4 === 0 ? ['like', 'like', 'unlike'] : ['like', 'unlike', 'like']
        return [{ fan, actions }]
      })
      await Promise.all(Array.from({ length: connections }, () => work(storm)))
      const statuses = await Promise.all(
        fans.map((fan) => requireSuccess(url, fan, 'GET', `/api/scripts/${script.id}/like-status`)),
      )
      const likes = statuses.filter(({ body }) => body.isLiked).length
      const { body: detail } = await requireSuccess(url, null, 'GET', `/api/scripts/${script.id}`)
      wrong += Math.abs(likes - (accounts * 3) / 4) + Math.abs(detail.likes - likes)
    }
    return {
      likes: total(calls.times.length, '', { atLeast: accounts * 3 * iterations }),
      'calls that failed': total(otherThan(calls, 200), '', { atMost: 0 }),
      'likes lost or added': total(wrong, '', { atMost: 0 }),
    }

    async function work(storm: { fan: RegisteredUser; actions: string[] }[]) {
      for (let one = storm.shift(); one; one = storm.shift())
        for (const action of one.actions)
          await watched(calls, url, one.fan, 'POST', `/api/scripts/${script.id}/${action}`)
    }
  },
}
