import { demand, register, registerUploader, signIn, type Person } from './client.ts'
import { total, type Fault } from './fault.ts'
import { newWatch, otherThan, watched } from './measuring.ts'
import { submission } from './submission.ts'

const people = 200
const connections = 50

export const likeStorm: Fault = {
  figure: 'L10',
  name: '200 people like and unlike one script over 50 connections',
  bar: 'the count is the number of people who like it, none is lost',
  rounds: { short: 0, long: 3 },
  async bringAbout(ground, rounds) {
    const site = await ground.site()
    await site.start()
    const address = site.address()
    const uploader = await registerUploader(site, await signIn(address, site.owner), 'uploader')
    const { form } = await submission('The liked one')
    const { body: script } = await demand(address, uploader, 'POST', '/api/scripts', form)
    const fans: Person[] = []
    for (let at = 0; at < people; at++) fans.push(await register(address, `fan-${at}`))
    const calls = newWatch()
    let wrong = 0
    for (let round = 0; round < rounds; round++) {
      const storm = [...fans.entries()].flatMap(([at, fan]) => {
        const words = at % 4 === 0 ? ['like', 'like', 'unlike'] : ['like', 'unlike', 'like']
        return [{ fan, words }]
      })
      await Promise.all(Array.from({ length: connections }, () => work(storm)))
      const opinions = await Promise.all(
        fans.map((fan) => demand(address, fan, 'GET', `/api/scripts/${script.id}/like-status`)),
      )
      const likes = opinions.filter(({ body }) => body.isLiked).length
      const { body: detail } = await demand(address, null, 'GET', `/api/scripts/${script.id}`)
      wrong += Math.abs(likes - (people * 3) / 4) + Math.abs(detail.likes - likes)
    }
    return {
      likes: total(calls.times.length, '', { atLeast: people * 3 * rounds }),
      'calls that failed': total(otherThan(calls, 200), '', { atMost: 0 }),
      'likes lost or made up': total(wrong, '', { atMost: 0 }),
    }

    async function work(storm: { fan: Person; words: string[] }[]) {
      for (let one = storm.shift(); one; one = storm.shift())
        for (const word of one.words)
          await watched(calls, address, one.fan, 'POST', `/api/scripts/${script.id}/${word}`)
    }
  },
}
