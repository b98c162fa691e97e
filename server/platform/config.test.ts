import { expect, test } from 'vitest'

import { ConfigError, readConfig } from './config.ts'

const owner = { ADMIN_USERNAME: 'admin', ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'correct horse' }
const bucket = {
  S3_ENDPOINT: 'https://s3.example.com/',
  S3_REGION: 'eu-central-1',
  S3_BUCKET: 'hub-files',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
}

test.each([
  ['a port that is none', { PORT: '70000' }, 'PORT must be a number from 0 to 65535'],
  ['a short secret', { TOKEN_SECRET: 'short' }, 'TOKEN_SECRET must have at least 32 characters'],
  [
    'a mail server of another kind',
    { SMTP_URL: 'https://mail.example.com' },
    'SMTP_URL must be an address that starts with smtp:// or smtps://',
  ],
  ['a sender that is no address', { MAIL_FROM: 'the team' }, 'MAIL_FROM must be an address'],
  [
    'a sender that smuggles a header',
    { MAIL_FROM: 'a@example.com\nBcc: b@example.com' },
    'MAIL_FROM must be an address',
  ],
  [
    'a Discord key that is cut short',
    { DISCORD_PUBLIC_KEY: 'ab'.repeat(31) },
    'DISCORD_PUBLIC_KEY must be 64 hexadecimal digits',
  ],
  [
    'a Discord application by its name',
    { DISCORD_APPLICATION_ID: 'my bot' },
    'DISCORD_APPLICATION_ID must be a number of 15 to 22 digits',
  ],
  [
    'a bot token that smuggles a header',
    { DISCORD_BOT_TOKEN: 'abc\r\nHost: evil' },
    'DISCORD_BOT_TOKEN must be a token',
  ],
  [
    'a Discord address of another kind',
    { DISCORD_API_URL: 'file:///etc' },
    'DISCORD_API_URL must be an address that starts with https:// or http://',
  ],
  ['an end that never comes', { DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS must be a whole number from 0'],
  ['no calls at all', { REQUESTS_IN_FLIGHT_MAX: '0' }, 'REQUESTS_IN_FLIGHT_MAX must be a whole number'],
  ['half a bucket', { ...bucket, S3_REGION: '' }, 'belong together: S3_REGION is not set'],
  ['a bucket with a path', { ...bucket, S3_BUCKET: 'files/hub' }, 'S3_BUCKET must be the name of a bucket'],
  ['a region that is none', { ...bucket, S3_REGION: 'Europe!' }, 'S3_REGION must be a region'],
  [
    'a store of another kind',
    { ...bucket, S3_ENDPOINT: 's3://files' },
    'S3_ENDPOINT must be an address that starts with https:// or http://',
  ],
  [
    'a store with the bucket in its address',
    { ...bucket, S3_ENDPOINT: 'https://s3.example.com/files' },
    'S3_ENDPOINT must be the address of the store alone',
  ],
  [
    'a location of files that is none',
    { ACCEL_REDIRECT: 'https://files.example/', TRUST_PROXY: '127.0.0.1' },
    'ACCEL_REDIRECT must be a location such as /kept-files/',
  ],
  ['files left to nobody', { ACCEL_REDIRECT: '/kept-files/' }, 'ACCEL_REDIRECT needs TRUST_PROXY'],
  [
    'files of a bucket left to a proxy',
    { ...bucket, ACCEL_REDIRECT: '/kept-files/', TRUST_PROXY: '127.0.0.1' },
    'ACCEL_REDIRECT is for files in DATA_DIR',
  ],
  ['half an owner', { ADMIN_USERNAME: 'admin' }, 'belong together'],
  [
    'an owner with a short password',
    { ...owner, ADMIN_PASSWORD: 'short' },
    'ADMIN_PASSWORD: Password must be at least',
  ],
  [
    'an owner with eleven characters',
    { ...owner, ADMIN_PASSWORD: '12345678901' },
    'ADMIN_PASSWORD: Password must be at least 12 characters',
  ],
  [
    'an owner with a bad name',
    { ...owner, ADMIN_USERNAME: 'a b c' },
    'ADMIN_USERNAME: Username may only contain',
  ],
])('%s is refused at start', (_, environment, message) => {
  expect(() => readConfig(environment)).toThrow(ConfigError)
  expect(() => readConfig(environment)).toThrow(message)
})

test('every problem is told at once', () => {
  expect(() => readConfig({ PORT: 'x', RATE_LIMITS: 'maybe' })).toThrow(/PORT.*\n.*RATE_LIMITS/)
})

test('without a word the hub is a local one, and mails come from it', () => {
  const config = readConfig({})

  expect(config).toMatchObject({ port: 3000, publicUrl: 'http://127.0.0.1:3000', rateLimits: true })
  expect(config.mailFrom).toEqual({ name: 'Scripthaven', address: 'no-reply@localhost' })
  expect(config.firstOwner).toBeUndefined()
  expect(config.s3).toBeUndefined()
})

test.each([
  [{ PUBLIC_URL: 'https://hub.example/path' }, { name: 'Scripthaven', address: 'no-reply@hub.example' }],
  [{ MAIL_FROM: 'team@example.com' }, { name: 'Scripthaven', address: 'team@example.com' }],
  [{ MAIL_FROM: 'The Team <team@example.com>' }, { name: 'The Team', address: 'team@example.com' }],
])('mails of %o come from %o', (environment, sender) => {
  expect(readConfig(environment).mailFrom).toEqual(sender)
})

test('the password of the owner is taken as it is', () => {
  const config = readConfig({ ...owner, ADMIN_PASSWORD: ' spaces belong ' })

  expect(config.firstOwner).toEqual({
    username: 'admin',
    email: 'a@example.com',
    password: ' spaces belong ',
  })
})

test('files lie in a bucket when all about it is said', () => {
  expect(readConfig(bucket).s3).toEqual({
    endpoint: 'https://s3.example.com',
    region: 'eu-central-1',
    bucket: 'hub-files',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  })
})
