import { existsSync, globSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { ask, demand, register, registerUploader, signIn, type Person } from './client.ts'
import { total, type Fault, type Ground } from './fault.ts'
import type { Site } from './site.ts'
import { submission } from './submission.ts'
import { until } from './waiting.ts'

const hour = 60 * 60 * 1000
const steps = { now: '+0', ahead: '+2h', back: '-2h', far: '+40d' } as const
const millisecondsOf = { now: 0, ahead: 2 * hour, back: -2 * hour, far: 40 * 24 * hour }
type Step = keyof typeof steps

/** What is true whatever the clock says is told by what was expected; the rest is a complaint. */
type Judge = (promise: string, isKept: boolean) => void

export const clockSteps: Fault = {
  figure: 'F9',
  name: 'the clock of a running hub steps by +2 h, −2 h and +40 days (libfaketime)',
  bar: 'tokens and links expire by the clock, bans and memberships end, limits go on as they were, no age is negative, jobs are done',
  rounds: { short: 1, long: 3 },
  obstacle: async () =>
    findLibrary() === undefined ? 'libfaketime is not installed (package faketime)' : undefined,
  async bringAbout(ground, rounds) {
    let kept = 0
    let broken = 0
    const judge: Judge = (promise, isKept) => {
      if (isKept) kept += 1
      else {
        broken += 1
        ground.say(promise)
      }
    }
    for (let round = 0; round < rounds; round++) await stepThrough(ground, judge)
    return {
      rounds: total(rounds, ''),
      'promises kept': total(kept, '', { atLeast: 10 * rounds }),
      'promises broken': total(broken, '', { atMost: 0 }),
    }
  },
}

async function stepThrough(ground: Ground, judge: Judge): Promise<void> {
  const site = await ground.site({ RATE_LIMITS: 'on' })
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
    // Asked rarely: these calls count against the limits too.
    await until(() => isSteppedTo(site, to), 20_000, `The clock did not step to ${steps[to]}`, 200)
  }
  const people = await arrange(site)
  await step('ahead')
  await judgeAhead(site, people, judge)
  await step('back')
  await judgeBack(site, people, judge)
  await step('far')
  await judgeFar(site, people, judge)
  await step('now')
  // The old token may have been swept 40 days ahead, where it was dead.
  const again = await signIn(site.address(), people.member)
  judge('back at the right time people sign in', (await statusOf(site, again, '/api/users/me')) === 200)
  await site.remove()
}

type People = {
  owner: Person
  member: Person
  banned: Person
  uploader: Person
  script: number
  link: string
}

async function arrange(site: Site): Promise<People> {
  const address = site.address()
  const owner = await signIn(address, site.owner)
  const member = await register(address, 'member')
  const banned = await register(address, 'outcast')
  const uploader = await registerUploader(site, owner, 'uploader')
  const { form } = await submission('Before the step')
  const { body: script } = await demand(address, uploader, 'POST', '/api/scripts', form)
  const { body: given } = await demand(address, member, 'GET', `/api/scripts/${script.id}/download`)
  const soon = new Date(Date.now() + hour).toISOString()
  const ban = { reason: 'For an hour', expires_at: soon }
  await demand(address, owner, 'POST', `/api/users/admin/users/${banned.id}/ban`, ban)
  const { body: groups } = await demand(address, owner, 'GET', '/api/groups')
  const verified = groups.find(({ name }: { name: string }) => name === 'verified')
  const path = `/api/groups/${verified.id}/assign/${uploader.id}`
  await demand(address, owner, 'PUT', path, { expires_at: soon })
  return { owner, member, banned, uploader, script: script.id, link: given.downloadUrl }
}

async function judgeAhead(site: Site, people: People, judge: Judge): Promise<void> {
  // By the clock on the wall two hours have gone by, for the limit hardly more than a second.
  const searches = await Promise.all(
    Array.from({ length: 40 }, () =>
      ask(site.address(), null, 'GET', `/api/scripts/search?q=${Math.random()}`),
    ),
  )
  judge(
    '+2 h frees nobody from a limit',
    searches.some((answer) => answer?.status === 429),
  )
  judge(
    'a token of 30 days is good after 2 h',
    (await statusOf(site, people.member, '/api/users/me')) === 200,
  )
  judge('a link of 10 minutes is dead after 2 h', (await statusOf(site, null, people.link)) === 403)
  judge('a ban of an hour has ended after 2 h', (await like(site, people.banned, people.script)) === 200)
  const wish = { fileName: 'late.zip' }
  const late = await ask(site.address(), people.uploader, 'POST', '/api/scripts/upload-url', wish)
  judge('a membership of an hour has ended after 2 h', late?.status === 403)
}

async function judgeBack(site: Site, people: People, judge: Judge): Promise<void> {
  const search = async () => (await statusOf(site, null, '/api/scripts/search?q=step')) === 200
  const wait = await until(search, 10_000, 'search').catch(() => undefined)
  judge('−2 h locks nobody out by a limit', wait !== undefined)
  judge(
    'a token from two hours ahead is good',
    (await statusOf(site, people.member, '/api/users/me')) === 200,
  )
  judge('a ban of an hour is in force', (await like(site, people.banned, people.script)) === 403)
  const { status } = await signIn(site.address(), people.member).then(
    () => ({ status: 200 }),
    () => ({ status: 0 }),
  )
  judge('people sign in at −2 h', status === 200)
  judge('people like at −2 h', (await like(site, people.member, people.script)) === 200)
  const { body } = await demand(site.address(), people.owner, 'GET', '/api/users/admin/users?limit=100')
  const ages: (number | null)[] = body.users.flatMap((user: Record<string, number | null>) => [
    user.account_age_days,
    user.days_since_last_active,
  ])
  judge(
    'no age is negative',
    ages.every((age) => age === null || age >= 0),
  )
}

async function judgeFar(site: Site, people: People, judge: Judge): Promise<void> {
  judge('a token is dead after 40 days', (await statusOf(site, people.member, '/api/users/me')) === 401)
  judge('the owner’s too', (await statusOf(site, people.owner, '/api/users/me')) === 401)
  const again = await signIn(site.address(), people.member)
  judge('people sign in 40 days later', (await statusOf(site, again, '/api/users/me')) === 200)
  judge('and like', (await like(site, again, people.script)) === 200)
  const before = countMails(site)
  await register(site.address(), 'newcomer')
  const delivered = await until(() => countMails(site) > before, 20_000, 'mail').catch(() => undefined)
  judge('jobs are done 40 days later', delivered !== undefined)
}

async function like(site: Site, person: Person, script: number): Promise<number | undefined> {
  return (await ask(site.address(), person, 'POST', `/api/scripts/${script}/like`))?.status
}

async function statusOf(site: Site, person: Person | null, path: string): Promise<number | undefined> {
  return (await ask(site.address(), person, 'GET', path))?.status
}

/** Every answer carries the time of its hub. */
async function isSteppedTo(site: Site, step: Step): Promise<boolean> {
  const answer = await ask(site.address(), null, 'GET', '/api/health/live')
  const told = Date.parse(answer?.headers.get('date') ?? '')
  return Math.abs(told - Date.now() - millisecondsOf[step]) < 60_000
}

function countMails(site: Site): number {
  const outbox = join(site.dataDir, 'outbox')
  return existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.json')).length : 0
}

function findLibrary(): string | undefined {
  return globSync('/usr/lib{,64,/*}/faketime/libfaketimeMT.so.1')[0]
}
