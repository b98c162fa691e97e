import { requireSuccess, tryRequest } from '#test-support/http-client.ts'
import { registerUploader, signIn } from '#test-support/users.ts'
import { total, type Fault } from './fault.ts'
import { submission } from './submission.ts'

const atATime = 10

export const doubleSubmit: Fault = {
  figure: 'F16',
  name: 'every submission is sent twice concurrently with one Idempotency-Key',
  bar: 'as many scripts as pairs, and both get the same response',
  iterations: { short: 0, long: 200 },
  async run(env, iterations) {
    const site = await env.site()
    await site.start()
    const url = site.url()
    const uploader = await registerUploader(site.url(), await signIn(url, site.owner), 'uploader')
    let rejected = 0
    let different = 0
    const sendPair = async (at: number) => {
      const { form } = await submission(`Pair ${at}`)
      const headers = { 'idempotency-key': `pair-number-${at}` }
      const send = () => tryRequest(url, uploader, 'POST', '/api/scripts', form, { headers })
      const [first, second] = await Promise.all([send(), send()])
      rejected += [first, second].filter((response) => response?.status !== 201).length
      if (JSON.stringify(first?.body) !== JSON.stringify(second?.body)) different += 1
    }
    for (let at = 0; at < iterations; at += atATime) {
      const pairs = Array.from({ length: Math.min(atATime, iterations - at) }, (_, index) =>
        sendPair(at + index),
      )
      await Promise.all(pairs)
    }
    const { body } = await requireSuccess(url, null, 'GET', '/api/scripts?limit=1')
    return {
      pairs: total(iterations, ''),
      scripts: total(body.pagination.total, '', { atLeast: iterations, atMost: iterations }),
      'rejected submissions': total(rejected, '', { atMost: 0 }),
      'pairs with different responses': total(different, '', { atMost: 0 }),
    }
  },
}
