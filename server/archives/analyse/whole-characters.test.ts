import { expect, test } from 'vitest'

import { manifest, scanFiles } from '#test-support/scan-files.ts'

test.each([0, 1])('no text of a report is cut inside a character, %i characters later', (later) => {
  const long = `${'x'.repeat(later)}${'😀'.repeat(300)}`
  const result = scanFiles({
    'own/fxmanifest.lua': `${manifest}ui_page 'https://a.example/${long}'\nserver_script ('${long}' .. x)\nfile 'page.html'`,
    'own/page.html': `<script src="https://b.example/${long}"></script>`,
    'own/server.lua': [
      `PerformHttpRequest('https://c.example/${long}', function(_, code) load(code)() end)`,
      `os.execute('${long}')`,
      `SetConvarReplicated('own_text', '${long}')`,
      `RegisterCommand('${long}', function() end)`,
      `io.open('resources/${long}/a.lua', 'w')`,
      `ExecuteCommand('add_ace group.admin ${long}')`,
    ].join('\n'),
    'own/client.lua': `print('${long}' '${long}' 1`,
  })

  const texts = JSON.stringify([result, [...result.perResource]])
  // JSON writes half a pair as an escape.
  expect(texts.match(/.{60}\\ud[89a-f].{20}/g) ?? []).toEqual([])
  expect(texts).not.toContain('\uFFFD')
  expect(texts.match(/😀{3}/gu)?.length).toBeGreaterThan(8)
})
