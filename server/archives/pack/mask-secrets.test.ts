import { expect, test } from 'vitest'

import { processorMs } from '#test-support/processor-time.ts'

import { maskSecrets } from './mask-secrets.ts'

const token = 'aB3_'.repeat(17)
const mask = '*'.repeat(12)

test.each([
  [
    'a webhook of Discord',
    `x = "https://discord.com/api/webhooks/1234567890/${token}"`,
    `x = "https://discord.com/api/webhooks/1234567890/${mask}"`,
  ],
  [
    'a webhook by version',
    `https://ptb.discordapp.com/api/v10/webhooks/123456/${token}?wait=1`,
    `https://ptb.discordapp.com/api/v10/webhooks/123456/${mask}?wait=1`,
  ],
  [
    'a webhook through a proxy',
    `'https://hooks.example.org/api/webhooks/123456/${token}'`,
    `'https://hooks.example.org/api/webhooks/123456/${mask}'`,
  ],
  [
    'a webhook of Slack',
    'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
    `https://hooks.slack.com/services/${mask}`,
  ],
  [
    'a bot of Telegram',
    'https://api.telegram.org/bot12345678:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc/send',
    `https://api.telegram.org/bot${mask}/send`,
  ],
  [
    'a connection string',
    'local db = "mysql://root:p4$$w0rd@127.0.0.1/es?x=1"',
    `local db = "mysql://root:${mask}@127.0.0.1/es?x=1"`,
  ],
  ['an access token', `TOKEN=shv_${'0aZ'.repeat(12)}12`, 'TOKEN=shv_MASKED'],
  ['a license key', 'key = "cfxk_1AbCdEfGhIjKlMnOpQr_2XyZ12"', 'key = "cfxk_MASKED"'],
])('%s is masked in code', (_, text, masked) => {
  expect(maskSecrets(`--\r\n${text}\n`, { isCode: true })).toBe(`--\r\n${masked}\n`)
})

test.each([
  ['a license key', 'sv_licenseKey "abcdef0123456789"', `sv_licenseKey "${mask}"`],
  ['a password of the console', 'set rcon_password hunter2', `set rcon_password ${mask}`],
  [
    'a connection string',
    'set mysql_connection_string "server=127.0.0.1;uid=root;password=12345;database=es"',
    `set mysql_connection_string "server=127.0.0.1;uid=root;password=${mask};database=es"`,
  ],
])('%s is masked in settings', (_, text, masked) => {
  expect(maskSecrets(text, { isCode: false })).toBe(masked)
})

test.each([
  'host=1;password=eval;password(x)',
  'a = x ? y : z; t = `https://u:${load(x)}@h`',
  'discord.com/api/webhooks/123456/' + 'evil'.repeat(20),
  'PerformHttpRequest("https://example.org/a:b", f)',
  `local name = 'shv_${'a'.repeat(37)}'`,
  'https://example.org/webhooks/short',
])('code that only looks like a secret stays: %s', (text) => {
  expect(maskSecrets(text, { isCode: true })).toBe(text)
})

test('a name that looks like a license key still is one name', () => {
  const name = 'cfxk_aaaaaaaaaaaaaaaaaaaa_bbbbbb'

  expect(maskSecrets(`${name} = load; ${name}(x)`, { isCode: true })).toBe(
    'cfxk_MASKED = load; cfxk_MASKED(x)',
  )
})

test.each([
  ['://', 500_000],
  ['://a:', 500_000],
  ['://a/b/c/', 200_000],
  ['webhooks/12345/', 200_000],
  [';password=', 200_000],
  ['sv_licenseKey=', 200_000],
  ['cfxk_', 500_000],
  ['shv_', 500_000],
])('a text of nothing but %j is masked in linear time', (part, count) => {
  const startedAt = processorMs()

  maskSecrets(part.repeat(count), { isCode: false })

  expect(processorMs() - startedAt).toBeLessThan(3000)
})
