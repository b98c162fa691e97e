import { resolve } from 'node:path'

import { z } from 'zod/mini'

import { OwnerAccount } from '#contract/accounts/auth.ts'
import { reviewModes, type PinnedSetting, type Settings } from '#contract/site/settings.ts'

import { logLevels, type LogLevel } from './log.ts'
import { fieldMessages } from './parse.ts'

/** The configuration of one node, read once at start. docs/operations.md documents every variable. */
export type Config = {
  port: number
  host: string
  /** Origin without a trailing slash, for links in emails, canonical URLs and share cards. */
  publicUrl: string
  dataDir: string
  /** Settings of the back office that the environment sets, so that they cannot be changed there. */
  pinnedSettings: Partial<Pick<Settings, PinnedSetting>>
  /** The URL in security.txt; undefined: the invite link. */
  securityContact: string | undefined
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined
  /** Undefined: files are stored in DATA_DIR. */
  s3: S3Config | undefined
  /** Undefined: generated at the first start and stored in DATA_DIR. */
  tokenSecret: string | undefined
  /** Undefined: emails are written to DATA_DIR/outbox. */
  smtpUrl: string | undefined
  /** Without a name the site name is used. */
  mailFrom: { name: string | undefined; address: string }
  /** Created as the owner of a site that has none. */
  firstOwner: OwnerAccount | undefined
  discord: DiscordConfig
  /** IPs of proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[]
  /** The internal nginx location of the file folder, for X-Accel-Redirect; undefined: the app sends files itself. */
  accelRedirect: string | undefined
  rateLimits: boolean
  /** True if long analyses, and those of a new rule set, pause while other processes use most of the cores. */
  analysisPauses: boolean
  /** Seconds between the first failing health check and the end of new connections during a shutdown. */
  drainSeconds: number
  /** Concurrent calls and file transfers of one node; further ones get a 503. */
  requestsInFlightMax: number
  transfersMax: number
  logLevel: LogLevel
  /** Undefined: `/metrics` is off. */
  metricsToken: string | undefined
}

/** The Discord application of the `/verify` command. Without its public key no interaction is accepted. */
export type DiscordConfig = {
  applicationId: string | undefined
  /** An Ed25519 key as 64 hexadecimal digits. */
  publicKey: string | undefined
  botToken: string | undefined
  apiUrl: string
}

/** A bucket of an S3-compatible object store. */
export type S3Config = {
  /** Origin without a trailing slash. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** All problems of the environment, one per line. */
export class ConfigError extends Error {}

const matching = (pattern: RegExp, message: string) => z.string().check(z.regex(pattern, message))

const url = (name: string, protocols: readonly string[]) =>
  z
    .string()
    .check(
      z.refine(
        (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
        `${name} must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      ),
    )

const integer = (name: string, [min, max]: [number, number], standard: number) => {
  const message = `${name} must be a whole number from ${min} to ${max}`
  const number = z.pipe(
    matching(/^\d{1,6}$/, message),
    z.pipe(z.transform(Number), z.number().check(z.minimum(min, message), z.maximum(max, message))),
  )
  return z._default(number, standard)
}

const oneOf = <const Values extends readonly [string, ...string[]]>(
  name: string,
  values: Values,
  standard: Values[number],
) => z._default(z.enum(values, `${name} must be one of ${values.join(', ')}`), () => standard)

const Environment = z
  .object({
    PORT: integer('PORT', [0, 65_535], 3000),
    HOST: z._default(z.string(), '127.0.0.1'),
    PUBLIC_URL: z.optional(url('PUBLIC_URL', ['http:', 'https:'])),
    DATA_DIR: z._default(z.string(), './data'),
    SITE_NAME: z.optional(
      matching(/^[^\r\n\0]{1,60}$/, 'SITE_NAME must be one line of at most 60 characters'),
    ),
    SITE_TAGLINE: z.optional(
      matching(/^[^\r\n\0]{0,80}$/, 'SITE_TAGLINE must be one line of at most 80 characters'),
    ),
    SECURITY_CONTACT: z.optional(
      matching(
        /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
        'SECURITY_CONTACT must be a URL such as mailto:security@example.com or https://example.com/security',
      ),
    ),
    DATABASE_URL: z.optional(url('DATABASE_URL', ['postgres:', 'postgresql:'])),
    S3_ENDPOINT: z.optional(
      url('S3_ENDPOINT', ['https:', 'http:']).check(
        z.refine(
          (text) => !URL.canParse(text) || new URL(text).pathname === '/',
          'S3_ENDPOINT must be the URL of the store without the bucket or another path',
        ),
      ),
    ),
    S3_REGION: z.optional(matching(/^[a-z\d-]+$/, 'S3_REGION must be a region such as eu-central-1')),
    S3_BUCKET: z.optional(
      matching(
        /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/,
        'S3_BUCKET must be a bucket name: 3 to 63 lower-case letters, digits, dots and hyphens',
      ),
    ),
    S3_ACCESS_KEY_ID: z.optional(z.string()),
    S3_SECRET_ACCESS_KEY: z.optional(z.string()),
    TOKEN_SECRET: z.optional(
      z.string().check(z.minLength(32, 'TOKEN_SECRET must have at least 32 characters')),
    ),
    SMTP_URL: z.optional(url('SMTP_URL', ['smtp:', 'smtps:'])),
    MAIL_FROM: z.optional(
      matching(
        /^(?:[^<>"\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        'MAIL_FROM must be an email address such as hub@example.com or Name <hub@example.com>',
      ),
    ),
    ADMIN_USERNAME: z.optional(z.string()),
    ADMIN_EMAIL: z.optional(z.string()),
    ADMIN_PASSWORD: z.optional(z.string()),
    CHAT_INVITE_URL: z.optional(url('CHAT_INVITE_URL', ['https:'])),
    DISCORD_APPLICATION_ID: z.optional(
      matching(/^\d{15,22}$/, 'DISCORD_APPLICATION_ID must be a number of 15 to 22 digits'),
    ),
    DISCORD_PUBLIC_KEY: z.optional(
      matching(/^[\da-f]{64}$/i, 'DISCORD_PUBLIC_KEY must be 64 hexadecimal digits'),
    ),
    DISCORD_BOT_TOKEN: z.optional(
      matching(/^[\w.-]+$/, 'DISCORD_BOT_TOKEN must be a token as the developer portal shows it'),
    ),
    DISCORD_API_URL: z._default(url('DISCORD_API_URL', ['https:', 'http:']), 'https://discord.com/api/v10'),
    SCRIPT_REVIEW: z.optional(
      z.enum([...reviewModes, 'on'], `SCRIPT_REVIEW must be one of ${reviewModes.join(', ')} and on`),
    ),
    TRUST_PROXY: z._default(z.string(), ''),
    ACCEL_REDIRECT: z.optional(
      matching(
        /^\/(?:[\w-]+\/)+$/,
        'ACCEL_REDIRECT must be a location such as /stored-files/, with a slash at both ends',
      ),
    ),
    RATE_LIMITS: oneOf('RATE_LIMITS', ['on', 'off'], 'on'),
    ANALYSIS_PAUSES: oneOf('ANALYSIS_PAUSES', ['on', 'off'], 'on'),
    DRAIN_SECONDS: integer('DRAIN_SECONDS', [0, 999_999], 3),
    REQUESTS_IN_FLIGHT_MAX: integer('REQUESTS_IN_FLIGHT_MAX', [1, 999_999], 200),
    TRANSFERS_MAX: integer('TRANSFERS_MAX', [1, 999_999], 200),
    LOG_LEVEL: oneOf('LOG_LEVEL', logLevels, 'info'),
    METRICS_TOKEN: z.optional(
      z.string().check(z.minLength(16, 'METRICS_TOKEN must have at least 16 characters')),
    ),
  })
  .check(({ value, issues }) => {
    for (const message of [...groupProblems(value), ...accelRedirectProblems(value)])
      issues.push({ code: 'custom', input: value, message })
  })
type Environment = z.output<typeof Environment>

const s3Names = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
const ownerNames = ['ADMIN_USERNAME', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'] as const

/** Reads and validates the environment. Throws a ConfigError that lists all problems. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const trimmed = Object.entries(variables).flatMap(([name, value = '']) => {
    // A password may begin or end with a space.
    const text = name === 'ADMIN_PASSWORD' ? value : value.trim()
    return text === '' ? [] : [[name, text] as const]
  })
  const result = Environment.safeParse(Object.fromEntries(trimmed))
  if (!result.success) throw new ConfigError(result.error.issues.map(({ message }) => message).join('\n'))
  const environment = result.data
  const { HOST: host, PORT: port, PUBLIC_URL } = environment
  return {
    port,
    host,
    publicUrl: new URL(PUBLIC_URL ?? `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`).origin,
    dataDir: resolve(environment.DATA_DIR),
    pinnedSettings: pinnedSettingsOf(environment),
    securityContact: environment.SECURITY_CONTACT,
    databaseUrl: environment.DATABASE_URL,
    s3: s3Of(environment),
    tokenSecret: environment.TOKEN_SECRET,
    smtpUrl: environment.SMTP_URL,
    mailFrom: senderOf(environment),
    firstOwner: firstOwnerOf(environment),
    discord: {
      applicationId: environment.DISCORD_APPLICATION_ID,
      publicKey: environment.DISCORD_PUBLIC_KEY,
      botToken: environment.DISCORD_BOT_TOKEN,
      apiUrl: environment.DISCORD_API_URL.replace(/\/+$/, ''),
    },
    trustedProxies: environment.TRUST_PROXY.split(',')
      .map((ip) => ip.trim())
      .filter(Boolean),
    accelRedirect: environment.ACCEL_REDIRECT,
    rateLimits: environment.RATE_LIMITS === 'on',
    analysisPauses: environment.ANALYSIS_PAUSES === 'on',
    drainSeconds: environment.DRAIN_SECONDS,
    requestsInFlightMax: environment.REQUESTS_IN_FLIGHT_MAX,
    transfersMax: environment.TRANSFERS_MAX,
    logLevel: environment.LOG_LEVEL,
    metricsToken: environment.METRICS_TOKEN,
  }
}

function* groupProblems(environment: Environment): Generator<string> {
  for (const names of [s3Names, ownerNames]) {
    const missing = names.filter((name) => environment[name] === undefined)
    if (missing.length > 0 && missing.length < names.length)
      yield `Set all or none of ${names.join(', ')}: ${missing.join(', ')} is missing`
  }
}

function* accelRedirectProblems({
  ACCEL_REDIRECT,
  TRUST_PROXY,
  S3_ENDPOINT,
}: Environment): Generator<string> {
  if (ACCEL_REDIRECT === undefined) return
  if (TRUST_PROXY === '') yield 'ACCEL_REDIRECT needs TRUST_PROXY: only a trusted proxy may send the files'
  if (S3_ENDPOINT !== undefined)
    yield 'ACCEL_REDIRECT is for files in DATA_DIR and cannot be combined with S3_ENDPOINT'
}

function s3Of(environment: Environment): S3Config | undefined {
  const [endpoint, region, bucket, accessKeyId, secretAccessKey] = s3Names.map((name) => environment[name])
  if (!endpoint || !region || !bucket || !accessKeyId || !secretAccessKey) return undefined
  return { endpoint: new URL(endpoint).origin, region, bucket, accessKeyId, secretAccessKey }
}

function pinnedSettingsOf(environment: Environment): Config['pinnedSettings'] {
  const { SITE_NAME: siteName, SITE_TAGLINE: tagline, CHAT_INVITE_URL: chatInviteUrl } = environment
  const { SCRIPT_REVIEW: review } = environment
  return {
    ...(siteName !== undefined && { siteName }),
    ...(tagline !== undefined && { tagline }),
    ...(chatInviteUrl !== undefined && { chatInviteUrl }),
    // The value of an earlier release.
    ...(review !== undefined && { reviewMode: review === 'on' ? 'all' : review }),
  }
}

function senderOf({ MAIL_FROM, PUBLIC_URL }: Environment): Config['mailFrom'] {
  const host = PUBLIC_URL === undefined ? 'localhost' : new URL(PUBLIC_URL).hostname
  if (MAIL_FROM === undefined) return { name: undefined, address: `no-reply@${host}` }
  const [name = '', email] = MAIL_FROM.split(/[<>]/)
  return email === undefined
    ? { name: undefined, address: name }
    : { name: name.trim() || undefined, address: email }
}

function firstOwnerOf(environment: Environment): OwnerAccount | undefined {
  const [username, email, password] = ownerNames.map((name) => environment[name])
  if (username === undefined) return undefined
  const parsed = OwnerAccount.safeParse({ username, email, password })
  if (parsed.success) return parsed.data
  const problems = Object.entries(fieldMessages(parsed.error.issues))
  throw new ConfigError(
    problems.map(([field, message]) => `ADMIN_${field.toUpperCase()}: ${message}`).join('\n'),
  )
}
