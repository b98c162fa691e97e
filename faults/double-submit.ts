import { ask, demand, registerUploader, signIn } from './client.ts'
import { total, type Fault } from './fault.ts'
import { submission } from './submission.ts'

const atATime = 10

export const doubleSubmit: Fault = {
  figure: 'F16',
  name: 'every submission is sent twice at once with one Idempotency-Key',
  bar: 'as many scripts as pairs, and both get the same answer',
  rounds: { short: 0, long: 200 },
  async bringAbout(ground, rounds) {
    const site = await ground.site()
    await site.start()
    const address = site.address()
    const uploader = await registerUploader(site, await signIn(address, site.owner), 'uploader')
    let refused = 0
    let different = 0
    const sendPair = async (at: number) => {
      const { form } = await submission(`Pair ${at}`)
      const headers = { 'idempotency-key': `pair-number-${at}` }
      const send = () => ask(address, uploader, 'POST', '/api/scripts', form, { headers })
      const [first, second] = await Promise.all([send(), send()])
      refused += [first, second].filter((answer) => answer?.status !== 201).length
      if (JSON.stringify(first?.body) !== JSON.stringify(second?.body)) different += 1
    }
    for (let at = 0; at < rounds; at += atATime) {
      const pairs = Array.from({ length: Math.min(atATime, rounds - at) }, (_, index) => sendPair(at + index))
      await Promise.all(pairs)
    }
    const { body } = await demand(address, null, 'GET', '/api/scripts?limit=1')
    return {
      pairs: total(rounds, ''),
      scripts: total(body.pagination.total, '', { atLeast: rounds, atMost: rounds }),
      'refused submissions': total(refused, '', { atMost: 0 }),
      'pairs with two answers': total(different, '', { atMost: 0 }),
    }
  },
}
