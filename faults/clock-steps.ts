import { existsSync, globSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { requireSuccess, tryRequest } from '#test-support/http-client.ts'
import { registerUploader, registerUser, signIn, type RegisteredUser } from '#test-support/users.ts'
import { total, type Fault, type TestEnvironment } from './fault.ts'
import type { Site } from './site.ts'
import { submission } from './submission.ts'
import { until } from './waiting.ts'

const hour = 60 * 60 * 1000
const steps = { now: '+0', ahead: '+2h', back: '-2h', far: '+40d' } as const
const millisecondsOf = { now: 0, ahead: 2 * hour, back: -2 * hour, far: 40 * 24 * hour }
type Step = keyof typeof steps

/** Records whether an expectation holds; failures are printed. */
type Check = (expectation: string, isTrue: boolean) => void

export const clockSteps: Fault = {
  figure: 'F9',
  name: 'the clock of a running app steps by +2 h, −2 h and +40 days (libfaketime)',
  bar: 'tokens and links expire by the clock, bans and memberships end, rate limits are unaffected, no age is negative, jobs run',
  iterations: { short: 1, long: 3 },
  skipReason: async () =>
    findLibrary() === undefined ? 'libfaketime is not installed (package faketime)' : undefined,
  async run(env, iterations) {
    let passed = 0
    let broken = 0
    const check: Check = (expectation, isTrue) => {
      if (isTrue) passed += 1
      else {
        broken += 1
        env.log(expectation)
      }
    }
    for (let round = 0; round < iterations; round++) await stepThrough(env, check)
    return {
      iterations: total(iterations, ''),
      'checks passed': total(passed, '', { atLeast: 10 * iterations }),
      'checks failed': total(broken, '', { atMost: 0 }),
    }
  },
}

async function stepThrough(env: TestEnvironment, check: Check): Promise<void> {
  const site = await env.site({ RATE_LIMITS: 'on' })
  const clock = join(site.dataDir, 'clock')
  writeFileSync(clock, steps.now)
  await site.start({
    LD_PRELOAD: findLibrary() ?? '',
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  })
  const step = async (to: Step) => {
    writeFileSync(clock, steps[to])
    // Polled slowly: these calls count against the rate limits.
    await until(() => isSteppedTo(site, to), 20_000, `The clock did not step to ${steps[to]}`, 200)
  }
  const accounts = await arrange(site)
  await step('ahead')
  await checkAhead(site, accounts, check)
  await step('back')
  await checkBack(site, accounts, check)
  await step('far')
  await checkFar(site, accounts, check)
  await step('now')
  // The old token expired 40 days ahead and may have been deleted.
  const again = await signIn(site.url(), accounts.member)
  check('users sign in after the clock is corrected', (await statusOf(site, again, '/api/users/me')) === 200)
  await site.remove()
}

type Accounts = {
  owner: RegisteredUser
  member: RegisteredUser
  banned: RegisteredUser
  uploader: RegisteredUser
  script: number
  link: string
}

async function arrange(site: Site): Promise<Accounts> {
  const url = site.url()
  const owner = await signIn(url, site.owner)
  const member = await registerUser(url, 'member')
  const banned = await registerUser(url, 'outcast')
  const uploader = await registerUploader(site.url(), owner, 'uploader')
  const { form } = await submission('Before the step')
  const { body: script } = await requireSuccess(url, uploader, 'POST', '/api/scripts', form)
  const { body: download } = await requireSuccess(url, member, 'GET', `/api/scripts/${script.id}/download`)
  const soon = new Date(Date.now() + hour).toISOString()
  const ban = { reason: 'For an hour', expires_at: soon }
  await requireSuccess(url, owner, 'POST', `/api/users/admin/users/${banned.id}/ban`, ban)
  const { body: groups } = await requireSuccess(url, owner, 'GET', '/api/groups')
  const verified = groups.find(({ name }: { name: string }) => name === 'verified')
  const path = `/api/groups/${verified.id}/assign/${uploader.id}`
  await requireSuccess(url, owner, 'PUT', path, { expires_at: soon })
  return { owner, member, banned, uploader, script: script.id, link: download.downloadUrl }
}

async function checkAhead(site: Site, accounts: Accounts, check: Check): Promise<void> {
  // The wall clock moved by two hours, the monotonic clock of the limits by about a second.
  const searches = await Promise.all(
    Array.from({ length: 40 }, () =>
      tryRequest(site.url(), null, 'GET', `/api/scripts/search?q=${Math.random()}`),
    ),
  )
  check(
    '+2 h does not reset a rate limit',
    searches.some((response) => response?.status === 429),
  )
  check(
    'a token of 30 days is good after 2 h',
    (await statusOf(site, accounts.member, '/api/users/me')) === 200,
  )
  check('a link of 10 minutes is dead after 2 h', (await statusOf(site, null, accounts.link)) === 403)
  check('a ban of an hour has ended after 2 h', (await like(site, accounts.banned, accounts.script)) === 200)
  const upload = { fileName: 'late.zip' }
  const late = await tryRequest(site.url(), accounts.uploader, 'POST', '/api/scripts/upload-url', upload)
  check('a membership of an hour has ended after 2 h', late?.status === 403)
}

async function checkBack(site: Site, accounts: Accounts, check: Check): Promise<void> {
  const search = async () => (await statusOf(site, null, '/api/scripts/search?q=step')) === 200
  const wait = await until(search, 10_000, 'search').catch(() => undefined)
  check('−2 h does not extend a rate limit', wait !== undefined)
  check(
    'a token from two hours ahead is good',
    (await statusOf(site, accounts.member, '/api/users/me')) === 200,
  )
  check('a ban of an hour is in force', (await like(site, accounts.banned, accounts.script)) === 403)
  const { status } = await signIn(site.url(), accounts.member).then(
    () => ({ status: 200 }),
    () => ({ status: 0 }),
  )
  check('users sign in at −2 h', status === 200)
  check('users like at −2 h', (await like(site, accounts.member, accounts.script)) === 200)
  const { body } = await requireSuccess(site.url(), accounts.owner, 'GET', '/api/users/admin/users?limit=100')
  const ages: (number | null)[] = body.users.flatMap((user: Record<string, number | null>) => [
    user.account_age_days,
    user.days_since_last_active,
  ])
  check(
    'no age is negative',
    ages.every((age) => age === null || age >= 0),
  )
}

async function checkFar(site: Site, accounts: Accounts, check: Check): Promise<void> {
  check('a token is dead after 40 days', (await statusOf(site, accounts.member, '/api/users/me')) === 401)
  check(
    'the token of the owner is dead after 40 days',
    (await statusOf(site, accounts.owner, '/api/users/me')) === 401,
  )
  const again = await signIn(site.url(), accounts.member)
  check('users sign in 40 days later', (await statusOf(site, again, '/api/users/me')) === 200)
  check('users like 40 days later', (await like(site, again, accounts.script)) === 200)
  const before = countMails(site)
  await registerUser(site.url(), 'newcomer')
  const delivered = await until(() => countMails(site) > before, 20_000, 'mail').catch(() => undefined)
  check('jobs run 40 days later', delivered !== undefined)
}

async function like(site: Site, user: RegisteredUser, script: number): Promise<number | undefined> {
  return (await tryRequest(site.url(), user, 'POST', `/api/scripts/${script}/like`))?.status
}

async function statusOf(site: Site, user: RegisteredUser | null, path: string): Promise<number | undefined> {
  return (await tryRequest(site.url(), user, 'GET', path))?.status
}

/** Every response has the time of the app in its Date header. */
async function isSteppedTo(site: Site, step: Step): Promise<boolean> {
  const response = await tryRequest(site.url(), null, 'GET', '/api/health/live')
  const serverTime = Date.parse(response?.headers.get('date') ?? '')
  return Math.abs(serverTime - Date.now() - millisecondsOf[step]) < 60_000
}

function countMails(site: Site): number {
  const outbox = join(site.dataDir, 'outbox')
  return existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.json')).length : 0
}

function findLibrary(): string | undefined {
  return globSync('/usr/lib{,64,/*}/faketime/libfaketimeMT.so.1')[0]
}
