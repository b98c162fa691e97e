import { resolve } from 'node:path'

import { OwnerAccount } from '#contract/auth.ts'

import { logLevels, type LogLevel } from './log.ts'
import { fieldMessages } from './parse.ts'

/** What the owner of a hub may set, read once at start. docs/operations.md documents every variable. */
export type Config = {
  port: number
  host: string
  /** Origin without a trailing slash: links in mails, canonical addresses and share cards are made of it. */
  publicUrl: string
  dataDir: string
  siteName: string
  databaseUrl: string | undefined
  /** Undefined: files lie in DATA_DIR. */
  s3: S3Config | undefined
  /** Undefined: made at the first start and kept in DATA_DIR. */
  tokenSecret: string | undefined
  /** Undefined: mails are written to DATA_DIR/outbox. */
  smtpUrl: string | undefined
  mailFrom: { name: string; address: string }
  /** Becomes the owner of a site that has none. */
  firstOwner: OwnerAccount | undefined
  chatInviteUrl: string
  discord: DiscordConfig
  scriptReview: boolean
  /** Addresses whose X-Forwarded-For is believed; empty: nobody's. */
  trustedProxies: readonly string[]
  /** Below this location nginx finds the files of the hub and sends them itself; undefined: the hub sends them. */
  accelRedirect: string | undefined
  rateLimits: boolean
  /** So long a node that ends is out of order for a balancer before it takes no more connections. */
  drainSeconds: number
  /** Calls and file transfers that a node works on at a time; more are refused. */
  requestsInFlightMax: number
  transfersMax: number
  logLevel: LogLevel
  /** Undefined: there are no metrics. */
  metricsToken: string | undefined
}

/** The application that answers `/verify` in the chat. Without its public key nothing that comes is believed. */
export type DiscordConfig = {
  applicationId: string | undefined
  /** 64 hexadecimal digits: an Ed25519 key. */
  publicKey: string | undefined
  botToken: string | undefined
  apiUrl: string
}

/** A bucket of an object store that speaks S3. */
export type S3Config = {
  /** Origin, without a trailing slash. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

type Environment = Record<string, string | undefined>

/** Everything that is wrong with the environment, in one message. */
export class ConfigError extends Error {}

export function readConfig(environment: Environment): Config {
  const problems: string[] = []
  const text = (name: string) => environment[name]?.trim() || undefined
  const oneOf = <const T extends readonly string[]>(
    name: string,
    values: T,
    standard: T[number],
  ): T[number] => {
    const given = text(name)
    const known = values.find((value) => value === given)
    if (given !== undefined && known === undefined)
      problems.push(`${name} must be one of ${values.join(', ')}`)
    return known ?? standard
  }
  const url = (name: string, protocols: readonly string[]): string | undefined => {
    const given = text(name)
    if (given === undefined) return undefined
    if (URL.canParse(given) && protocols.includes(new URL(given).protocol)) return given
    problems.push(
      `${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    )
    return undefined
  }

  const count = (name: string, standard: number, least = 1): number => {
    const given = text(name)
    if (given === undefined) return standard
    if (/^\d{1,6}$/.test(given) && Number(given) >= least) return Number(given)
    problems.push(`${name} must be a whole number from ${least} to 999999`)
    return standard
  }

  const port = Number(text('PORT') ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    problems.push('PORT must be a number from 0 to 65535')
  const host = text('HOST') ?? '127.0.0.1'
  const tokenSecret = text('TOKEN_SECRET')
  if (tokenSecret !== undefined && tokenSecret.length < 32)
    problems.push('TOKEN_SECRET must have at least 32 characters')
  if ((text('METRICS_TOKEN')?.length ?? 16) < 16)
    problems.push('METRICS_TOKEN must have at least 16 characters')
  const givenUrl = url('PUBLIC_URL', ['http:', 'https:'])
  const publicUrl =
    givenUrl === undefined
      ? `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`
      : new URL(givenUrl).origin
  const siteName = text('SITE_NAME') ?? 'Scripthaven'
  if (/[\r\n\0]/.test(siteName) || siteName.length > 60)
    problems.push('SITE_NAME must be one line of at most 60 characters')
  const config: Config = {
    port,
    host,
    publicUrl,
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    siteName,
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    s3: readS3(text, url('S3_ENDPOINT', ['https:', 'http:']), problems),
    tokenSecret,
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: readSender(text('MAIL_FROM'), siteName, givenUrl, problems),
    firstOwner: readFirstOwner(text, environment.ADMIN_PASSWORD, problems),
    chatInviteUrl: url('CHAT_INVITE_URL', ['https:']) ?? 'https://discord.com',
    discord: readDiscord(text, url('DISCORD_API_URL', ['https:', 'http:']), problems),
    scriptReview: oneOf('SCRIPT_REVIEW', ['on', 'off'], 'off') === 'on',
    trustedProxies:
      text('TRUST_PROXY')
        ?.split(',')
        .map((address) => address.trim())
        .filter(Boolean) ?? [],
    drainSeconds: count('DRAIN_SECONDS', 3, 0),
    requestsInFlightMax: count('REQUESTS_IN_FLIGHT_MAX', 200),
    transfersMax: count('TRANSFERS_MAX', 200),
    accelRedirect: text('ACCEL_REDIRECT'),
    rateLimits: oneOf('RATE_LIMITS', ['on', 'off'], 'on') === 'on',
    logLevel: oneOf('LOG_LEVEL', logLevels, 'info'),
    metricsToken: text('METRICS_TOKEN'),
  }
  refuseLostRedirects(config, problems)
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}

/** Without a proxy that is known nobody would ever be redirected, and a bucket has no files that one could send. */
function refuseLostRedirects({ accelRedirect, trustedProxies, s3 }: Config, problems: string[]): void {
  if (accelRedirect === undefined) return
  if (!/^\/(?:[\w-]+\/)+$/.test(accelRedirect))
    problems.push('ACCEL_REDIRECT must be a location such as /kept-files/, with a slash at both ends')
  if (trustedProxies.length === 0)
    problems.push('ACCEL_REDIRECT needs TRUST_PROXY: only to it is a file left')
  if (s3) problems.push('ACCEL_REDIRECT is for files in DATA_DIR: it does not go with S3_ENDPOINT')
}

/** `address` or `Name <address>`. */
function readSender(
  given: string | undefined,
  siteName: string,
  publicUrl: string | undefined,
  problems: string[],
): Config['mailFrom'] {
  const host = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname
  const standard = { name: siteName, address: `no-reply@${host}` }
  if (given === undefined) return standard
  const parts = /^(?:([^<>"\r\n]*?)\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/.exec(given)
  const address = parts?.[2] ?? parts?.[3]
  if (address !== undefined) return { name: parts?.[1] || siteName, address }
  problems.push('MAIL_FROM must be an address such as hub@example.com or Name <hub@example.com>')
  return standard
}

function readS3(
  text: (name: string) => string | undefined,
  endpoint: string | undefined,
  problems: string[],
): S3Config | undefined {
  const names = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const missing = names.filter((name) => text(name) === undefined)
  if (missing.length === names.length) return undefined
  if (missing.length > 0)
    problems.push(`${names.join(', ')} belong together: ${missing.join(', ')} is not set`)
  const [, region = '', bucket = '', accessKeyId = '', secretAccessKey = ''] = names.map(text)
  if (bucket && !/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket))
    problems.push('S3_BUCKET must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens')
  if (region && !/^[a-z\d-]+$/.test(region)) problems.push('S3_REGION must be a region such as eu-central-1')
  if (endpoint !== undefined && new URL(endpoint).pathname !== '/')
    problems.push('S3_ENDPOINT must be the address of the store alone, without the bucket or another path')
  if (endpoint === undefined || missing.length > 0) return undefined
  return { endpoint: new URL(endpoint).origin, region, bucket, accessKeyId, secretAccessKey }
}

function readDiscord(
  text: (name: string) => string | undefined,
  apiUrl: string | undefined,
  problems: string[],
): DiscordConfig {
  const checked = (name: string, form: RegExp, words: string) => {
    const given = text(name)
    if (given !== undefined && !form.test(given)) problems.push(`${name} must be ${words}`)
    return given
  }
  return {
    applicationId: checked('DISCORD_APPLICATION_ID', /^\d{15,22}$/, 'a number of 15 to 22 digits'),
    publicKey: checked('DISCORD_PUBLIC_KEY', /^[\da-f]{64}$/i, '64 hexadecimal digits'),
    botToken: checked('DISCORD_BOT_TOKEN', /^[\w.-]+$/, 'a token as the developer portal shows it'),
    apiUrl: (apiUrl ?? 'https://discord.com/api/v10').replace(/\/+$/, ''),
  }
}

/** The password is taken as it is: a space at its end belongs to it. */
function readFirstOwner(
  text: (name: string) => string | undefined,
  password: string | undefined,
  problems: string[],
): Config['firstOwner'] {
  const [username, email] = [text('ADMIN_USERNAME'), text('ADMIN_EMAIL')]
  if (!username && !email && !password) return undefined
  if (!username || !email || !password) {
    problems.push('ADMIN_USERNAME, ADMIN_EMAIL and ADMIN_PASSWORD belong together: set all three or none')
    return undefined
  }
  const parsed = OwnerAccount.safeParse({ username, email, password })
  if (parsed.success) return parsed.data
  for (const [field, message] of Object.entries(fieldMessages(parsed.error.issues)))
    problems.push(`ADMIN_${field.toUpperCase()}: ${message}`)
  return undefined
}
