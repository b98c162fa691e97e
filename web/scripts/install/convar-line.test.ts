import { expect, test } from 'vitest'

import { convarLine } from './convar-line.ts'

test.each([
  ['hud_size', '3', 'setr hud_size "3"'],
  ['hud_key', 'F5', 'setr hud_key "F5"'],
  ['keyboard_layout', null, 'setr keyboard_layout ""'],
  ['monkey_count', '2', 'setr monkey_count "2"'],
  ['discord_webhook', null, 'set discord_webhook ""'],
  ['logWebhookUrl', 'https://example.com', 'set logWebhookUrl "https://example.com"'],
  ['steam_apiKey', null, 'set steam_apiKey ""'],
  ['steam_apiKey', 'CHANGE_ME', 'set steam_apiKey "CHANGE_ME"'],
  ['garage_license_key', 'none', 'set garage_license_key "none"'],
  ['bot:token', '', 'set bot:token ""'],
  ['mysql_password', 'a"b\nc', 'set mysql_password "a b c"'],
])('the client side reads %s with the default %j: %s', (name, fallback, line) => {
  expect(convarLine({ name, fallback, isReplicated: true })).toBe(line)
})

test('a setting that only the server reads is set', () => {
  expect(convarLine({ name: 'hud_size', fallback: '3', isReplicated: false })).toBe('set hud_size "3"')
})
