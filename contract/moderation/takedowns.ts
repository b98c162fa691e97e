import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { NamedScript, noNul, Success, Time, visible, wellFormed } from '#contract/platform/fields.ts'

import { takedownReasons } from '#contract/records/case-kinds.ts'

export const takedownLimits = {
  nameMax: 200,
  emailMax: 254,
  workMin: 20,
  workMax: 5_000,
  urlsMax: 20,
  urlMax: 500,
  /** Hours until a notice must be decided. */
  dueHours: 48,
  /** Days from a counter-notice until the scripts may come back. */
  counterDays: 14,
} as const

const line = (missing: string, name: string) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(2, missing),
      z.maxLength(takedownLimits.nameMax, `${name} must be at most 200 characters`),
      visible(),
    )
/** A word after a full stop is a domain for mail programs. */
const personName = /^(?!.*\.[\p{L}\p{M}'’-]{2})\p{L}[\p{L}\p{M} .'’-]*$/u

/** Emails greet with it: no digits and no URL. */
const nameOfPerson = () =>
  line('Please enter your name', 'Name').check(
    z.regex(personName, 'A name has letters, spaces, hyphens, apostrophes and full stops'),
  )

const longText = (missing: string, name: string) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(takedownLimits.workMin, `${name} must be at least 20 characters`),
      z.maxLength(takedownLimits.workMax, `${name} must be at most 5000 characters`),
      noNul,
      wellFormed,
    )
const statement = z.literal(true, 'Please confirm this statement')

/** A script of this site: its URL, or the part from /scripts/ on. */
const scriptUrl = z
  .string('Please enter the URL of a script')
  .check(
    z.trim(),
    z.maxLength(takedownLimits.urlMax, 'A URL is at most 500 characters'),
    z.regex(
      /^(?:https?:\/\/[^\s/?#@\\]+)?\/scripts\/[1-9]\d{0,9}(?:[/?#]\S*)?$/i,
      'Please enter URLs of scripts, such as https://…/scripts/42',
    ),
    wellFormed,
  )

export const TakedownNotice = z.object({
  name: nameOfPerson(),
  email: z
    .string('Please enter your email address')
    .check(
      z.trim(),
      z.maxLength(takedownLimits.emailMax, 'Please enter a valid email address'),
      z.email('Please enter a valid email address'),
    ),
  onBehalfOf: line('Please enter who owns the rights', 'The owner'),
  right: z.enum(takedownReasons, 'Please choose a right'),
  work: longText('Please describe the work', 'The description'),
  urls: z
    .array(scriptUrl, 'Please enter the URL of a script')
    .check(
      z.minLength(1, 'Please enter the URL of a script'),
      z.maxLength(takedownLimits.urlsMax, 'At most 20 URLs'),
    ),
  goodFaith: statement,
  perjury: statement,
  signature: line('Please sign with your full name', 'The signature'),
})
export type TakedownNotice = z.output<typeof TakedownNotice>

export const CounterNotice = z.object({
  name: nameOfPerson(),
  /** A postal address or another way to serve papers. */
  contact: longText('Please enter how you can be reached', 'Your contact details'),
  explanation: longText('Please explain the mistake', 'The explanation'),
  goodFaith: statement,
  perjury: statement,
  jurisdiction: statement,
  signature: line('Please sign with your full name', 'The signature'),
})
export type CounterNotice = z.output<typeof CounterNotice>

export const takedownStates = ['received', 'taken-down', 'denied', 'counter-notice', 'restored'] as const

/** A notice as its sender reads it. */
export const TakedownStatus = z.object({
  number: z.string(),
  state: z.enum(takedownStates),
  /** `name` is that when the notice was received. */
  scripts: z.array(z.object({ id: z.int(), name: z.string(), isTakenDown: z.boolean() })),
  receivedAt: Time,
  /** Until when staff decide; null when nothing waits for them. */
  dueAt: z.nullable(Time),
  decidedAt: z.nullable(Time),
  response: z.nullable(z.string()),
})
export type TakedownStatus = z.output<typeof TakedownStatus>

/** A notice as an uploader reads it before the counter-notice. */
export const TakedownOfUploader = z.object({
  number: z.string(),
  /** Those of the user that were taken down. */
  scripts: z.array(NamedScript),
  claimant: z.string(),
  onBehalfOf: z.string(),
  work: z.string(),
  decidedAt: z.nullable(Time),
  sentAt: z.nullable(Time),
  canSend: z.boolean(),
})
export type TakedownOfUploader = z.output<typeof TakedownOfUploader>

const secret = z.string('The link is incomplete').check(z.minLength(1), z.maxLength(100))
const NumberParams = z.object({
  number: z.string().check(z.regex(/^DMCA-[1-9]\d{0,9}$/, 'Not the number of a notice')),
})

export const takedownsApi = {
  send: endpoint({
    method: 'POST',
    path: '/api/takedowns',
    summary: 'Send a takedown notice',
    description: 'An email with a link confirms the address. The notice is received when the link is opened.',
    access: 'anyone',
    body: TakedownNotice,
    reply: Success,
    status: 201,
    limit: 'takedown',
    errors: ['conflict'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/takedowns/confirm',
    summary: 'Confirm the email address of a takedown notice',
    description: 'The link works once, for 7 days. The `secret` of the reply opens the status.',
    access: 'anyone',
    body: z.object({ token: secret }),
    reply: z.object({ number: z.string(), secret: z.string(), dueAt: Time }),
    limit: 'reset',
    errors: ['not_found', 'conflict'],
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/takedowns/:number',
    summary: 'Get the status of a takedown notice',
    access: 'anyone',
    params: NumberParams,
    query: z.object({ secret }),
    reply: TakedownStatus,
  }),
  ofUploader: endpoint({
    method: 'GET',
    path: '/api/takedowns/:number/counter-notice',
    summary: 'Get the notice that a counter-notice responds to',
    description: 'For the uploader of a script that was taken down.',
    access: 'signed-in',
    allowBanned: true,
    params: NumberParams,
    reply: TakedownOfUploader,
  }),
  counter: endpoint({
    method: 'POST',
    path: '/api/takedowns/:number/counter-notice',
    summary: 'Send a counter-notice',
    description: 'By the uploader of a script that was taken down, once. Staff decide after 14 days.',
    access: 'signed-in',
    allowBanned: true,
    params: NumberParams,
    body: CounterNotice,
    reply: TakedownOfUploader,
    status: 201,
    errors: ['conflict'],
  }),
}
