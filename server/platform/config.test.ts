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
  ['a port out of range', { PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
  ['a short secret', { TOKEN_SECRET: 'short' }, 'TOKEN_SECRET must have at least 32 characters'],
  [
    'a mail server with another protocol',
    { SMTP_URL: 'https://mail.example.com' },
    'SMTP_URL must be a URL that starts with smtp:// or smtps://',
  ],
  ['a sender without an e-mail address', { MAIL_FROM: 'the team' }, 'MAIL_FROM must be an email address'],
  [
    'a sender that injects a header',
    { MAIL_FROM: 'a@example.com\nBcc: b@example.com' },
    'MAIL_FROM must be an email address',
  ],
  [
    'a Discord key that is too short',
    { DISCORD_PUBLIC_KEY: 'ab'.repeat(31) },
    'DISCORD_PUBLIC_KEY must be 64 hexadecimal digits',
  ],
  [
    'the name of a Discord application',
    { DISCORD_APPLICATION_ID: 'my bot' },
    'DISCORD_APPLICATION_ID must be a number of 15 to 22 digits',
  ],
  [
    'a bot token that injects a header',
    { DISCORD_BOT_TOKEN: 'abc\r\nHost: evil' },
    'DISCORD_BOT_TOKEN must be a token',
  ],
  [
    'a Discord API with another protocol',
    { DISCORD_API_URL: 'file:///etc' },
    'DISCORD_API_URL must be a URL that starts with https:// or http://',
  ],
  ['a negative drain time', { DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS must be a whole number from 0'],
  ['a limit of zero calls', { REQUESTS_IN_FLIGHT_MAX: '0' }, 'REQUESTS_IN_FLIGHT_MAX must be a whole number'],
  ['an incomplete bucket', { ...bucket, S3_REGION: '' }, 'S3_REGION is missing'],
  ['a bucket with a path', { ...bucket, S3_BUCKET: 'files/hub' }, 'S3_BUCKET must be a bucket name'],
  ['an invalid region', { ...bucket, S3_REGION: 'Europe!' }, 'S3_REGION must be a region'],
  [
    'a store with another protocol',
    { ...bucket, S3_ENDPOINT: 's3://files' },
    'S3_ENDPOINT must be a URL that starts with https:// or http://',
  ],
  [
    'a store URL with the bucket',
    { ...bucket, S3_ENDPOINT: 'https://s3.example.com/files' },
    'S3_ENDPOINT must be the URL of the store without',
  ],
  [
    'an invalid location of files',
    { ACCEL_REDIRECT: 'https://files.example/', TRUST_PROXY: '127.0.0.1' },
    'ACCEL_REDIRECT must be a location such as /stored-files/',
  ],
  [
    'files without a proxy that sends them',
    { ACCEL_REDIRECT: '/stored-files/' },
    'ACCEL_REDIRECT needs TRUST_PROXY',
  ],
  [
    'files of a bucket sent by a proxy',
    { ...bucket, ACCEL_REDIRECT: '/stored-files/', TRUST_PROXY: '127.0.0.1' },
    'ACCEL_REDIRECT is for files in DATA_DIR',
  ],
  ['an incomplete owner', { ADMIN_USERNAME: 'admin' }, 'ADMIN_EMAIL, ADMIN_PASSWORD is missing'],
  [
    'an owner with a short password',
    { ...owner, ADMIN_PASSWORD: 'short' },
    'ADMIN_PASSWORD: Password must be at least',
  ],
  [
    'an owner with a password of eleven characters',
    { ...owner, ADMIN_PASSWORD: '12345678901' },
    'ADMIN_PASSWORD: Password must be at least 12 characters',
  ],
  [
    'an owner with an invalid username',
    { ...owner, ADMIN_USERNAME: 'a b c' },
    'ADMIN_USERNAME: Username may only contain',
  ],
])('%s fails the start', (_, environment, message) => {
  expect(() => readConfig(environment)).toThrow(ConfigError)
  expect(() => readConfig(environment)).toThrow(message)
})

test('all problems are reported at once', () => {
  expect(() => readConfig({ PORT: 'x', RATE_LIMITS: 'maybe' })).toThrow(/PORT.*\n.*RATE_LIMITS/)
})

test('the defaults are a local installation that sends e-mails from its own host', () => {
  const config = readConfig({})

  expect(config).toMatchObject({
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    rateLimits: true,
    analysisPauses: true,
  })
  expect(config.mailFrom).toEqual({ name: undefined, address: 'no-reply@localhost' })
  expect(config.firstOwner).toBeUndefined()
  expect(config.s3).toBeUndefined()
})

test.each([
  [{ PUBLIC_URL: 'https://app.example/path' }, { name: undefined, address: 'no-reply@app.example' }],
  [{ MAIL_FROM: 'team@example.com' }, { name: undefined, address: 'team@example.com' }],
  [{ MAIL_FROM: 'The Team <team@example.com>' }, { name: 'The Team', address: 'team@example.com' }],
])('with %o e-mails are sent from %o', (environment, sender) => {
  expect(readConfig(environment).mailFrom).toEqual(sender)
})

test('the password of the owner is not trimmed', () => {
  const config = readConfig({ ...owner, ADMIN_PASSWORD: ' spaces belong ' })

  expect(config.firstOwner).toEqual({
    username: 'admin',
    email: 'a@example.com',
    password: ' spaces belong ',
  })
})

test('files are stored in a bucket when all its variables are set', () => {
  expect(readConfig(bucket).s3).toEqual({
    endpoint: 'https://s3.example.com',
    region: 'eu-central-1',
    bucket: 'hub-files',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  })
})
