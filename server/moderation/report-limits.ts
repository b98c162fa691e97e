import { caseLimits } from '#contract/moderation/case-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day, hour, second } from '#platform/clock.ts'
import { forbidden, tooMany } from '#platform/errors.ts'
import { selectDismissals, selectReportTimes } from '#server/records/records.public.ts'
import { newAccountUntil } from '#server/access/access.public.ts'

const dismissedWithin = 30 * day
const pause = 7 * day

type Reading = Pick<App, 'db' | 'settings' | 'clock'>

/** Everything that limits who may report. The reporter is locked: reports at the same time are counted one by one. */
export async function assertMayReport(app: Reading, actor: Actor, now: Date): Promise<void> {
  await assertBelowDailyLimit(app, actor, now)
  await assertBelowHourlyLimit(app, actor, now)
  const since = after(now, -dismissedWithin)
  const dismissed = await selectDismissals(app.db, actor.id, since, caseLimits.dismissedMax)
  const [latest] = dismissed
  if (!latest || dismissed.length < caseLimits.dismissedMax) return
  const until = after(latest, pause)
  if (until > now)
    throw forbidden(`Your last reports were dismissed. You can report again on ${dateText(until)}`)
}

/** For new accounts. */
async function assertBelowDailyLimit(app: Reading, actor: Actor, now: Date): Promise<void> {
  const { newReportsPerDay: max } = app.settings
  if (!(await newAccountUntil(app, actor))) return
  if (max === 0) throw forbidden('New accounts cannot report yet')
  const times = await selectReportTimes(app.db, actor.id, after(now, -day), max)
  if (times.length === max) throw forbidden(`New accounts can report ${max} times a day`)
}

/** For all accounts but those of moderators. */
async function assertBelowHourlyLimit({ db }: Reading, actor: Actor, now: Date): Promise<void> {
  if (actor.permissions.has('admin.scripts.moderate')) return
  const max = caseLimits.reportsPerHour
  const times = await selectReportTimes(db, actor.id, after(now, -hour), max)
  const earliest = times.at(-1)
  if (!earliest || times.length < max) return
  const wait = Math.ceil((after(earliest, hour).getTime() - now.getTime()) / second)
  throw tooMany(`You can report ${max} times an hour.`, wait)
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** 22 Nov 2026. */
function dateText(date: Date): string {
  return dates.format(date)
}
