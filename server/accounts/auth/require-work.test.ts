import { expect, test } from 'vitest'

import { createWorkChallenge } from '#platform/proof-of-work/proof-of-work.ts'
import { registrationProof, solveWork } from '#test-support/proof-of-work.ts'
import { startTestApp } from '#test-support/test-app.ts'

let time = Date.parse('2026-11-20T12:00:00Z')
const app = await startTestApp({
  clock: { now: () => new Date(time) },
  limitsNow: () => time,
  config: { rateLimits: true, trustedProxies: ['127.0.0.1'] },
})
const other = await app.startNode()
const later = (milliseconds: number) => (time += milliseconds)

let accounts = 0
let networks = 0
/** A new network, of which each call has another host. */
function newNetwork() {
  const prefix = `203.0.${++networks}`
  let hosts = 0
  return (proof?: unknown, node: Pick<typeof other, 'request'> = app) => {
    const username = `member${++accounts}`
    const body = { username, email: `${username}@example.com`, password: 'correct horse', proof }
    return node.request(null, 'POST', '/api/auth/register', body, {
      'x-forwarded-for': `${prefix}.${++hosts}`,
    })
  }
}

const rejected = {
  status: 403,
  body: { code: 'work_required', error: 'The check of your browser is not valid. Please try again.' },
}

test('the third account of one network needs a solved challenge, those of others do not', async () => {
  const register = newNetwork()
  expect((await register()).status).toBe(201)
  expect((await register(undefined, other)).status).toBe(201)

  const third = await register()

  expect(third).toMatchObject({
    status: 403,
    body: {
      code: 'work_required',
      error: 'Several accounts were created from your network. Your browser has to solve a short task first.',
    },
  })
  expect((await register(await solveWork(third.body.challenge), other)).status).toBe(201)
  expect((await newNetwork()()).status).toBe(201)
  expect((await register()).status).toBe(403)
})

test('a solution works once, on all nodes together', async () => {
  const register = newNetwork()
  const proof = await registrationProof(app.app)

  const responses = await Promise.all([register(proof), register(proof, other), register(proof)])

  expect(responses.map(({ status }) => status).sort((one, two) => one - two)).toEqual([201, 403, 403])
  expect(await register(proof)).toMatchObject(rejected)
})

test('a solution expires after ten minutes', async () => {
  const register = newNetwork()
  const proof = await registrationProof(app.app)
  later(10 * 60_000)

  const late = await register(proof)

  expect(late).toMatchObject(rejected)
  expect((await register(await solveWork(late.body.challenge))).status).toBe(201)
})

test('a forged challenge or solution is rejected', async () => {
  const register = newNetwork()
  const challenge = await createWorkChallenge(app.app, 'registration')
  const { solution } = await solveWork(challenge)
  const withParameters = (change: object) => ({
    challenge: { ...challenge, parameters: { ...challenge.parameters, ...change } },
    solution,
  })
  const own = await solveWork(
    await createWorkChallenge(
      { ...app.app, secrets: { ...app.app.secrets, work: new Uint8Array(32) } },
      'registration',
    ),
  )
  const ofOtherCall = await solveWork(await createWorkChallenge(app.app, 'report'))

  for (const proof of [
    { challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } },
    { challenge: { ...challenge, signature: '00'.repeat(32) }, solution },
    withParameters({ cost: 1 }),
    withParameters({ data: { ...challenge.parameters.data, expires: time + 86_400_000 } }),
    own,
    ofOtherCall,
  ])
    expect(await register(proof)).toMatchObject(rejected)
  for (const proof of [
    'solved',
    {},
    { challenge },
    { challenge, solution: { counter: -1, derivedKey: 'x' } },
  ])
    expect(await register(proof)).toMatchObject({
      status: 400,
      body: { fields: { proof: expect.any(String) } },
    })
  expect((await register({ challenge, solution })).status).toBe(201)
})
